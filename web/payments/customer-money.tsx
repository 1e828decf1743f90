import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { type CustomerBalance, type Payment, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { PaymentBadges } from "./pay-button.tsx";

const MAX_SHOWN = 8;

/** Shows what a customer owes (balance), and what they have paid. */
export function CustomerMoney() {
  const { organizationId, can } = useScope();
  const customerId = useRouteParam("customerId");
  const params = { organizationId, customerId };
  const mayRead = can(payments.customerBalance);
  const balance = useQuery({
    ...endpointQuery(payments.customerBalance, { params }, { quiet: true }),
    enabled: mayRead,
  }).data?.data;
  const latest = useQuery({
    ...endpointQuery(payments.list, { params: { organizationId }, query: { customerId, per_page: MAX_SHOWN } }),
    enabled: mayRead,
  }).data;
  return (
    <>
      {balance && <Balance balance={balance} />}
      <Outlet />
      {latest && latest.data.length > 0 && <Payments payments={latest.data} total={latest.meta.total} />}
    </>
  );
}

function Balance({ balance }: { balance: CustomerBalance }) {
  const t = useTranslation();
  const { path } = useScope();
  const money = useAmountFormat();
  const { date: dateOf } = useDateFormats("UTC");
  const { currency, overdue, overdueSince, dueToday, later, received, dueEventIds } = balance;
  const [firstDue] = dueEventIds;
  const parts: [string, number][] = [
    [t("payments.overdue"), overdue],
    [t("payments.dueToday"), dueToday],
    [t("payments.dueLater"), later],
    [t("payments.receivedInAll"), received],
  ];
  return (
    <Card title={t("payments.balance")}>
      {overdue > 0 && overdueSince && (
        <p className="border-b border-line bg-sunken px-4 py-2.5 text-13 font-medium text-danger">
          {t("payments.overdueSince", { amount: money(overdue, currency), date: dateOf(noonOf(overdueSince)) })}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4 p-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {parts.map(([name, amount]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="font-semibold tnum">{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
        {firstDue && (
          <Link to={path(`/events/${firstDue}`)} className={buttonClass()}>
            {t("payments.oldestDue")}
          </Link>
        )}
      </div>
    </Card>
  );
}

function Payments({ payments: shown, total }: { payments: readonly Payment[]; total: number }) {
  const t = useTranslation();
  const { path } = useScope();
  const money = useAmountFormat();
  const { date: dateOf } = useDateFormats();
  return (
    <Card title={total > shown.length ? `${t("payments.title")} (${total})` : t("payments.title")}>
      <ul aria-label={t("payments.title")} className="divide-y divide-line">
        {shown.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-13">
            <span className="w-24 text-ink-3 tnum">{dateOf(payment.paid_at ?? payment.created_at)}</span>
            <Link to={path(`/payments/${payment.id}`)} className={`${textLinkClass} grow basis-40`}>
              {payment.event.fieldName}
            </Link>
            <span className="text-ink-3">{t(paymentMethodLabels[payment.method])}</span>
            <PaymentBadges payment={payment} />
            <span className="min-w-16 text-right font-medium tnum">{money(payment.amount, payment.currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
