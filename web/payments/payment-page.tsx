/** One payment: who paid what for which event, what went back, what its holder disputes, and its invoices. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type PaymentDetail, payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { useDates } from "#web/kit/dates.ts";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Moment } from "#web/kit/moment.tsx";
import { useMoney } from "#web/kit/money.ts";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { methodLabels } from "#web/events/labels.ts";
import { disputeLabels, refundLabels, refundTones } from "./labels.ts";
import { PaymentBadges } from "./pay.tsx";
import { RefundPayment } from "./refund-payment.tsx";

export function PaymentPage() {
  const t = useWords();
  const money = useMoney();
  const { organizationId, path, can } = useScope();
  const params = { organizationId, paymentId: useParam("paymentId") };
  const { data, error, refetch } = useQuery(read(payments.read, { params }));
  useLive(activity.live, organizationId, ["payments", "invoices"]);
  const payment = data?.data;
  return (
    <Page
      title={payment ? `${money(payment.amount, payment.currency)} · ${payment.user.fullName}` : t("payments.one")}
      crumbs={[
        <Link key="list" to={path("/payments")}>
          {t("payments.title")}
        </Link>,
      ]}
      meta={payment && <PaymentBadges payment={payment} />}
      actions={payment && payment.refundable > 0 && can("payments.refund") && <RefundPayment payment={payment} />}
    >
      {payment ? (
        <div className="grid gap-5">
          <Details payment={payment} />
          <Refunds payment={payment} />
          <Disputes payment={payment} />
          <section className="grid gap-3" aria-label={t("invoices.title")}>
            <h2 className="text-13 font-semibold">{t("invoices.title")}</h2>
            <InvoiceTable invoices={payment.invoices} />
          </section>
        </div>
      ) : error ? (
        <div className="rounded-xl border border-line">
          <FailedState error={error} onRetry={refetch} />
        </div>
      ) : (
        <DetailSkeleton rows={11} aside={false} />
      )}
    </Page>
  );
}

function Details({ payment }: { payment: PaymentDetail }) {
  const t = useWords();
  const money = useMoney();
  const { path, can } = useScope();
  const { organization, user, event, country, currency } = payment;
  const { dateTime } = useDates(event.timezone);
  const to = (isOpen: boolean, address: string, name: ReactNode) =>
    isOpen ? (
      <Link to={address} className={textLink}>
        {name}
      </Link>
    ) : (
      name
    );
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <Fact name={t("events.organization")}>
          {to(can("organizations.show"), `/organizations/${organization.id}/overview`, organization.name)}
        </Fact>
        <Fact name={t("payments.user")}>
          {user.id ? to(can("users.show"), path(`/users/${user.id}`), user.fullName) : user.fullName}
        </Fact>
        <Fact name={t("payments.event")}>
          {to(can("events.show"), path(`/events/${event.id}`), event.name)}
          {` · ${event.fieldName}, ${dateTime(event.startTime)}`}
        </Fact>
        <Fact name={t("payments.amount")}>{money(payment.amount, currency)}</Fact>
        <Fact name={t("payments.fees")}>{payment.stripeFee === null ? null : money(payment.stripeFee, currency)}</Fact>
        <Fact name={t("payments.refunded")}>{money(payment.refunded, currency)}</Fact>
        <Fact name={t("organizations.country")}>{country.name}</Fact>
        <Fact name={t("payments.method")}>{t(methodLabels[payment.method])}</Fact>
        {payment.paid_at && (
          <Fact name={t("payments.paidAt")}>
            <Moment at={payment.paid_at} />
          </Fact>
        )}
        {payment.failure && <Fact name={t("payments.failure")}>{payment.failure}</Fact>}
        {payment.note && <Fact name={t("payments.note")}>{payment.note}</Fact>}
        <Fact name={t("kit.created")}>
          <Moment at={payment.created_at} />
        </Fact>
        <Fact name={t("kit.updated")}>
          <Moment at={payment.updated_at} />
        </Fact>
      </DescriptionList>
    </Card>
  );
}

function Refunds({ payment: { refunds, currency } }: { payment: PaymentDetail }) {
  const t = useWords();
  const money = useMoney();
  if (refunds.length === 0) return null;
  return (
    <Card title={t("payments.refunds")}>
      <ul className="divide-y divide-line">
        {refunds.map(({ id, amount, state, reason, failure, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-13">
            <span className="font-medium tnum">{money(amount, currency)}</span>
            <Badge tone={refundTones[state]}>{t(refundLabels[state])}</Badge>
            {reason && <span className="[overflow-wrap:anywhere] text-ink-2">{reason}</span>}
            {failure && <span className="[overflow-wrap:anywhere] text-rose-fg">{failure}</span>}
            <Moment at={created_at} className="text-ink-3 tnum sm:ml-auto" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the holder of the card disputes is answered at the payment service. */
function Disputes({ payment: { disputes, currency } }: { payment: PaymentDetail }) {
  const t = useWords();
  const money = useMoney();
  if (disputes.length === 0) return null;
  return (
    <Card title={t("payments.disputes")}>
      <ul className="divide-y divide-line">
        {disputes.map(({ id, amount, state, reason, dueBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-13">
            <span className="font-medium tnum">{money(amount, currency)}</span>
            <Badge tone={state === "won" || state === "warning_closed" ? "gray" : "rose"}>
              {t(disputeLabels[state])}
            </Badge>
            {reason && <span className="text-ink-2">{reason}</span>}
            {dueBy && (
              <span className="text-ink-3 sm:ml-auto">
                {t("payments.disputeDue")} <Moment at={dueBy} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-xs text-ink-3">{t("payments.disputeHint")}</p>
    </Card>
  );
}
