/** Payments of a booking: list, due amount, pay, refund, payment link. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { type EventPayments as Money, type PaymentDetail, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EventExtras } from "#web/extras/event-extras.tsx";
import { KeepCardBoxes, useSavedCard } from "./keep-card-box.tsx";
import { RestByCard } from "./rest-by-card.tsx";
import { UsePack } from "#web/packs/use-pack.tsx";
import { InvoiceDownload, InvoiceName } from "./invoice-download.tsx";
import { RecordPaymentButton, SendPaymentLinkButton } from "./payment-forms.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { HoldCountdown, PayButtons, PaymentBadges, RefundBadge, TestModeBadge } from "./pay-button.tsx";
import { ReceivePayment, SendRefund, TransferDetails } from "./transfer.tsx";
import { TakePaymentButton } from "./take-payment-dialog.tsx";
import { RefundButton } from "./refund-button.tsx";

export function EventPayments() {
  const { organizationId } = useScope();
  const eventId = useRouteParam("eventId");
  const event = useQuery(endpointQuery(events.read, { params: { organizationId, eventId } })).data?.data;
  return (
    <>
      {event?.kind === "event" && <EventPaymentsCard event={event} />}
      {event?.kind === "event" && <EventExtras organizationId={event.organizationId} eventId={event.id} />}
      <Outlet />
    </>
  );
}

const liveRefreshMap = { payments: ["payments"], events: [payments.ofEvent.name] };

function EventPaymentsCard({ event }: { event: Event }) {
  const t = useTranslation();
  const scope = useScope();
  const { id } = useUser();
  const isOwn = event.customer?.userId === id;
  const mayAsk = isOwn || (isTeamMember(scope) && scope.can("payments.show"));
  const params = { organizationId: event.organizationId, eventId: event.id };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(payments.ofEvent, { params }, { quiet: true }),
    enabled: mayAsk,
  });
  useLiveRefresh(activity.live, scope.organizationId, liveRefreshMap);
  const money = data?.data;
  const mayPayOnline = money?.actions.some((action) => action === "pay" || action === "link");
  const isOnline =
    (money?.providers.length && mayPayOnline) || money?.payments.some(({ provider }) => provider !== null);
  const isNothing = money ? money.price === 0 && money.payments.length === 0 : event.price === 0;
  if (!mayAsk || isNothing) return null;
  return (
    <Card
      title={t("payments.one")}
      action={isOnline && <TestModeBadge />}
      className={money?.actions.includes("pay") ? "order-first" : undefined}
    >
      {money ? (
        <EventPaymentsContent event={event} money={money} isOwn={isOwn} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
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

interface EventPaymentsContentProps {
  event: Event;
  money: Money;
  isOwn: boolean;
}

function EventPaymentsContent({ event, money: summary, isOwn }: EventPaymentsContentProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { price, shared, paid, refunded, due, isWrittenOff, currency, actions } = summary;
  const wasClosed = useSearch({ strict: false, select: (search: { payment?: string }) => search.payment === "closed" });
  const kept = useSavedCard(event.organizationId, summary);
  const can = (act: (typeof actions)[number]) => actions.includes(act);
  // Only the team sees failed attempts.
  const shown = summary.payments.filter(({ status }) => !isOwn || (status !== "canceled" && status !== "created"));
  const transfer = isOwn ? summary.payments.find((payment) => payment.transfer)?.transfer : undefined;
  const figures: [string, number][] = [
    [t("payments.price"), price],
    ...(shared > 0 ? ([[t("payments.playersShares"), shared]] as [string, number][]) : []),
    [t("payments.paid"), paid],
    ...(refunded > 0 ? ([[t("payments.refunded"), refunded]] as [string, number][]) : []),
    [t(isWrittenOff ? "charges.writtenOff" : "payments.due"), due],
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
        {summary.refusal && <Note>{summary.refusal}</Note>}
        {wasClosed && due > 0 && <Note>{t("payments.pageClosed")}</Note>}
        {event.pendingReason === "payment" && summary.holdExpiresAt && (
          <Note>
            <HoldCountdown
              key={summary.holdExpiresAt}
              until={summary.holdExpiresAt}
              timeZone={event.timezone}
              isOwn={isOwn}
            />
          </Note>
        )}
        {transfer && <TransferDetails transfer={transfer} timezone={event.timezone} />}
        {event.isPaidByPack && <Note>{t("packs.paidByPack")}</Note>}
        <UsePack event={event} />
        <RestByCard found={summary} timezone={event.timezone} />
        {kept.boxes && <KeepCardBoxes {...kept.boxes} />}
        {(can("pay") || can("link") || can("record")) && (
          <div className="flex flex-wrap items-center gap-2">
            <PayButtons
              event={event}
              saveCard={kept.saveCard}
              providers={summary.providers}
              hasTransfer={transfer !== undefined}
              {...{ wasClosed, due, currency }}
            />
            {can("link") && <SendPaymentLinkButton event={event} due={due} currency={currency} />}
            {can("record") && (
              <RecordPaymentButton event={event} due={due} wallet={summary.wallet} currency={currency} />
            )}
            {can("record") && event.seriesId && (
              <TakePaymentButton seriesId={event.seriesId} label={t("payments.takeSeries")} />
            )}
          </div>
        )}
        {summary.providers.includes("stripe") && <p className="text-xs text-ink-3">{t("payments.leadsAway")}</p>}
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
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can } = useScope();
  const { method, amount, askedAmount, currency, failure, note, reference, refunds, invoices, refundable } = payment;
  return (
    <li className="grid gap-2.5 px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-medium tnum">{money(amount, currency)}</span>
        <span className="text-ink-2">{t(paymentMethodLabels[method])}</span>
        <PaymentBadges payment={payment} />
        <span className="text-ink-3 sm:ml-auto">
          <DateTime timeZone={payment.timezone} at={payment.paid_at ?? payment.created_at} />
        </span>
      </div>
      {reference && (
        <p className="text-ink-2">
          {t("payments.reference")} <span className="font-medium text-ink tnum">{reference}</span>
        </p>
      )}
      {note && <p className="[overflow-wrap:anywhere] text-ink-2">{note}</p>}
      {askedAmount !== null && (
        <p className="text-rose-fg">
          {t("payments.otherAmount", { asked: money(askedAmount, currency), amount: money(amount, currency) })}
        </p>
      )}
      {failure && <p className="[overflow-wrap:anywhere] text-rose-fg">{failure}</p>}
      {refunds.map((refund) => (
        <div key={refund.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <span className="tnum">{t("payments.refundState", { amount: money(refund.amount, currency) })}</span>
          <RefundBadge refund={refund} />
          {refund.reason && <span className="[overflow-wrap:anywhere] text-ink-3">{refund.reason}</span>}
          {refund.failure && <span className="[overflow-wrap:anywhere] text-rose-fg">{refund.failure}</span>}
          {(refund.isOwed || (refund.isManual && refund.state === "pending")) && can("payments.refund") && (
            <SendRefund payment={payment} refund={refund} />
          )}
        </div>
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
        {payment.isReceivable && can("payments.record") && <ReceivePayment payment={payment} size="sm" />}
        {mayRefund && refundable > 0 && <RefundButton payment={payment} />}
        {!mayRefund && refundable > 0 && can("payments.show") && (
          <p className="w-full text-ink-3">{t("payments.refundByOthers")}</p>
        )}
        {can("payments.show") && (
          <Link to={path(`/payments/${payment.id}`)} className={textLinkClass}>
            {t("payments.show")}
          </Link>
        )}
      </div>
    </li>
  );
}
