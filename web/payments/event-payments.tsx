/** The money of the event around: what it costs, what came and went, and what can be done about it. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { type EventPayments as Money, type PaymentDetail, payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Moment } from "#web/kit/moment.tsx";
import { useMoney } from "#web/kit/money.ts";
import { useParam } from "#web/kit/route-param.ts";
import { isTeam, useScope, useUser } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { InvoiceDownload, InvoiceName } from "./invoice-download.tsx";
import { RecordPayment, SendLink } from "#web/panel/take-money.tsx";
import { methodLabels } from "#web/events/labels.ts";
import { refundLabels, refundTones } from "./labels.ts";
import { Hold, PayButton, PaymentBadges, TestMark } from "./pay.tsx";
import { RefundPayment } from "./refund-payment.tsx";

export function EventPayments() {
  const { organizationId } = useScope();
  const eventId = useParam("eventId");
  const event = useQuery(read(events.read, { params: { organizationId, eventId } })).data?.data;
  return (
    <>
      {event?.kind === "event" && <OfEvent event={event} />}
      <Outlet />
    </>
  );
}

function OfEvent({ event }: { event: Event }) {
  const t = useWords();
  const scope = useScope();
  const { id } = useUser();
  const isOwn = event.customer?.userId === id;
  const mayAsk = isOwn || (isTeam(scope) && scope.can("payments.show"));
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data, error, refetch } = useQuery({
    ...read(payments.ofEvent, { params }, { quiet: true }),
    enabled: mayAsk,
  });
  useLive(activity.live, scope.organizationId, ["payments"]);
  const money = data?.data;
  const isNothing = money ? money.price === 0 && money.payments.length === 0 : event.price === 0;
  if (!mayAsk || isNothing) return null;
  return (
    // Who has to pay sees that first.
    <Card
      title={t("payments.one")}
      action={<TestMark />}
      className={money?.actions.includes("pay") ? "order-first" : undefined}
    >
      {money ? (
        <Content event={event} money={money} isOwn={isOwn} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <div className="grid gap-2.5 p-4" aria-busy>
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-8 w-32" />
        </div>
      )}
    </Card>
  );
}

interface ContentProps {
  event: Event;
  money: Money;
  isOwn: boolean;
}

function Content({ event, money: said, isOwn }: ContentProps) {
  const t = useWords();
  const money = useMoney();
  const { price, paid, refunded, due, currency, actions } = said;
  const wasClosed = useSearch({ strict: false, select: (search: { payment?: string }) => search.payment === "closed" });
  const can = (act: (typeof actions)[number]) => actions.includes(act);
  // Tries that came to nothing are the team's to see.
  const shown = said.payments.filter(({ status }) => !isOwn || (status !== "canceled" && status !== "created"));
  const figures: [string, number][] = [
    [t("payments.price"), price],
    [t("payments.paid"), paid],
    ...(refunded > 0 ? ([[t("payments.refunded"), refunded]] as [string, number][]) : []),
    [t("payments.due"), due],
  ];
  return (
    <>
      <div className="grid gap-3 p-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {figures.map(([name, amount]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="font-semibold tnum">{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        {wasClosed && due > 0 && <Note>{t("payments.pageClosed")}</Note>}
        {event.pendingReason === "payment" && said.holdExpiresAt && (
          <Note>
            <Hold key={said.holdExpiresAt} until={said.holdExpiresAt} isOwn={isOwn} />
          </Note>
        )}
        {(can("pay") || can("link") || can("record")) && (
          <div className="flex flex-wrap items-center gap-2">
            {can("pay") && (
              <PayButton event={event}>
                {wasClosed ? t("payments.payAgain") : t("payments.pay", { amount: money(due, currency) })}
              </PayButton>
            )}
            {can("link") && <SendLink event={event} due={due} currency={currency} />}
            {can("record") && <RecordPayment event={event} due={due} currency={currency} />}
          </div>
        )}
        {can("pay") && <p className="text-xs text-ink-3">{t("payments.leadsAway")}</p>}
      </div>
      {shown.length > 0 && (
        <ul aria-label={t("payments.title")} className="divide-y divide-line border-t border-line">
          {shown.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} mayRefund={can("refund")} />
          ))}
        </ul>
      )}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">{children}</p>
);

function PaymentRow({ payment, mayRefund }: { payment: PaymentDetail; mayRefund: boolean }) {
  const t = useWords();
  const money = useMoney();
  const { path, can } = useScope();
  const { method, amount, currency, failure, note, refunds, invoices, refundable } = payment;
  return (
    <li className="grid gap-2.5 px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium tnum">{money(amount, currency)}</span>
        <span className="text-ink-2">{t(methodLabels[method])}</span>
        <PaymentBadges payment={payment} />
        <span className="text-ink-3 sm:ml-auto">
          <Moment at={payment.paid_at ?? payment.created_at} />
        </span>
      </div>
      {note && <p className="[overflow-wrap:anywhere] text-ink-2">{note}</p>}
      {failure && <p className="[overflow-wrap:anywhere] text-rose-fg">{failure}</p>}
      {refunds.map((refund) => (
        <p key={refund.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <span className="tnum">{t("payments.refundState", { amount: money(refund.amount, currency) })}</span>
          <Badge tone={refundTones[refund.state]}>{t(refundLabels[refund.state])}</Badge>
          {refund.reason && <span className="[overflow-wrap:anywhere] text-ink-3">{refund.reason}</span>}
          {refund.failure && <span className="[overflow-wrap:anywhere] text-rose-fg">{refund.failure}</span>}
        </p>
      ))}
      {invoices.map((invoice) => (
        <div key={invoice.id} className="flex items-center justify-between gap-3">
          <InvoiceName invoice={invoice} />
          <span className="flex items-center gap-2">
            <span className="text-ink-2 tnum">{money(invoice.totalAmount, invoice.currency)}</span>
            <InvoiceDownload invoice={invoice} />
          </span>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {mayRefund && refundable > 0 && <RefundPayment payment={payment} />}
        {can("payments.show") && (
          <Link to={path(`/payments/${payment.id}`)} className={textLink}>
            {t("payments.show")}
          </Link>
        )}
      </div>
    </li>
  );
}
