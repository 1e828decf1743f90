import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type PaymentDetail, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { CustomerLink } from "#web/customers/customer-link.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { DescriptionList, DescriptionItem } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { disputeLabels } from "./labels.ts";
import { PaymentBadges, RefundBadge } from "./pay-button.tsx";
import { RefundButton } from "./refund-button.tsx";
import { ReceivePayment, SendRefund } from "./transfer.tsx";

export function PaymentPage() {
  const t = useTranslation();
  const money = useAmountFormat();
  const { organizationId, path, can } = useScope();
  const params = { organizationId, paymentId: useRouteParam("paymentId") };
  const { data, error, refetch } = useQuery(endpointQuery(payments.read, { params }));
  useLiveRefresh(activity.live, organizationId, ["payments", "invoices"]);
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
      actions={
        payment && (
          <>
            {payment.isReceivable && can("payments.record") && <ReceivePayment payment={payment} />}
            {payment.refundable > 0 && can("payments.refund") && <RefundButton payment={payment} />}
          </>
        )
      }
    >
      {payment ? (
        <div className="grid gap-5">
          <Details payment={payment} />
          {payment.refundable > 0 && !can("payments.refund") && (
            <p className="text-13 text-ink-3">{t("payments.refundByOthers")}</p>
          )}
          <Refunds payment={payment} />
          <Disputes payment={payment} />
          <section className="grid gap-3" aria-label={t("invoices.title")}>
            <h2 className="text-13 font-semibold">{t("invoices.title")}</h2>
            <InvoiceTable invoices={payment.invoices} />
          </section>
        </div>
      ) : error ? (
        <div className="rounded-xl border border-line">
          <ErrorState error={error} onRetry={refetch} />
        </div>
      ) : (
        <DetailSkeleton rows={11} aside={false} />
      )}
    </Page>
  );
}

function Details({ payment }: { payment: PaymentDetail }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path, can, isPlatform } = useScope();
  const { organization, user, event, country, currency } = payment;
  const { zonedDateTime } = useDateFormats(payment.timezone);
  const to = (isOpen: boolean, address: string, name: ReactNode) =>
    isOpen ? (
      <Link to={address} className={textLinkClass}>
        {name}
      </Link>
    ) : (
      name
    );
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("events.organization")}>
          {to(can("organizations.show"), `/organizations/${organization.id}/overview`, organization.name)}
        </DescriptionItem>
        <DescriptionItem name={t("payments.user")}>
          {isPlatform && user.id ? (
            to(can("users.show"), path(`/users/${user.id}`), user.fullName)
          ) : (
            <CustomerLink customerId={payment.customerId} name={user.fullName} />
          )}
        </DescriptionItem>
        {event ? (
          <DescriptionItem name={t("payments.event")}>
            {to(can("events.show"), path(`/events/${event.id}`), event.name)}
            {` · ${event.fieldName}, ${zonedDateTime(event.startTime)}`}
          </DescriptionItem>
        ) : (
          <DescriptionItem name={t("payments.itemSold")}>{payment.label}</DescriptionItem>
        )}
        <DescriptionItem name={t("payments.amount")}>{money(payment.amount, currency)}</DescriptionItem>
        <DescriptionItem name={t("payments.fees")}>
          {payment.providerFee === null ? null : money(payment.providerFee, currency)}
        </DescriptionItem>
        <DescriptionItem name={t("payments.refunded")}>{money(payment.refunded, currency)}</DescriptionItem>
        <DescriptionItem name={t("organizations.country")}>{country.name}</DescriptionItem>
        <DescriptionItem name={t("payments.method")}>{t(paymentMethodLabels[payment.method])}</DescriptionItem>
        {payment.reference && <DescriptionItem name={t("payments.reference")}>{payment.reference}</DescriptionItem>}
        {payment.paid_at && (
          <DescriptionItem name={t("payments.paidAt")}>
            <DateTime timeZone={payment.timezone} at={payment.paid_at} />
          </DescriptionItem>
        )}
        {payment.askedAmount !== null && (
          <DescriptionItem name={t("payments.amountAsked")}>{money(payment.askedAmount, currency)}</DescriptionItem>
        )}
        {payment.failure && <DescriptionItem name={t("payments.failure")}>{payment.failure}</DescriptionItem>}
        {payment.note && <DescriptionItem name={t("payments.note")}>{payment.note}</DescriptionItem>}
        <DescriptionItem name={t("kit.created")}>
          <DateTime timeZone={payment.timezone} at={payment.created_at} />
        </DescriptionItem>
        <DescriptionItem name={t("kit.updated")}>
          <DateTime timeZone={payment.timezone} at={payment.updated_at} />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}

function Refunds({ payment }: { payment: PaymentDetail }) {
  const { refunds, currency } = payment;
  const { can } = useScope();
  const t = useTranslation();
  const money = useAmountFormat();
  if (refunds.length === 0) return null;
  return (
    <Card title={t("payments.refunds")}>
      <ul className="divide-y divide-line">
        {refunds.map((refund) => {
          const { id, amount, state, reason, failure, isManual, isOwed, created_at } = refund;
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-13">
              <span className="font-medium tnum">{money(amount, currency)}</span>
              <RefundBadge refund={refund} />
              {reason && <span className="[overflow-wrap:anywhere] text-ink-2">{reason}</span>}
              {failure && <span className="[overflow-wrap:anywhere] text-rose-fg">{failure}</span>}
              <DateTime timeZone={payment.timezone} at={created_at} className="text-ink-3 tnum sm:ml-auto" />
              {(isOwed || (isManual && state === "pending")) && can("payments.refund") && (
                <SendRefund payment={payment} refund={refund} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Disputes({ payment: { disputes, currency, timezone } }: { payment: PaymentDetail }) {
  const t = useTranslation();
  const money = useAmountFormat();
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
                {t("payments.disputeDue")} <DateTime timeZone={timezone} at={dueBy} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-xs text-ink-3">{t("payments.disputeHint")}</p>
    </Card>
  );
}
