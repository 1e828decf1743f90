/** Own debts, for bookings and for what was bought, above one's payments. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type OwnDebt, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { PayChargeButton } from "./pay-button.tsx";

const SHOWN_AT_MOST = 100;

export function OwnDebts() {
  const t = useTranslation();
  const debts = useQuery({
    ...endpointQuery(payments.ownDebts, { query: { per_page: SHOWN_AT_MOST } }, { quiet: true }),
    staleTime: 0,
  }).data?.data;
  if (!debts?.length) return null;
  return (
    <Card title={t("charges.open")} className="mb-4">
      <ul aria-label={t("charges.open")} className="divide-y divide-line">
        {debts.map((debt) => (
          <OwnDebtRow key={debt.chargeId} debt={debt} />
        ))}
      </ul>
    </Card>
  );
}

function OwnDebtRow({ debt }: { debt: OwnDebt }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { day } = useDateFormats("UTC");
  const { name, fieldName, organization, dueOn, isOverdue, due, currency } = debt;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13">
      <span className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <span className="font-medium [overflow-wrap:anywhere]">{fieldName ?? name}</span>
        <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere] text-ink-3">
          {organization.name} · {t("payments.dueOn", { date: day(noonOf(dueOn)) })}
          {isOverdue && <Badge tone="red">{t("payments.overdue")}</Badge>}
        </span>
      </span>
      <span className="min-w-16 text-right font-medium tnum">{money(due, currency)}</span>
      <PayOwnDebt debt={debt} />
    </li>
  );
}

/** A booking is paid on its page, where it says in which ways. */
function PayOwnDebt({ debt: { organization, eventId, chargeId, isPayable } }: { debt: OwnDebt }) {
  const t = useTranslation();
  if (eventId !== null)
    return (
      <Link to={scopePath(organization.id, `/bookings/${eventId}`)} className={buttonClass()}>
        {t(isPayable ? "payments.payShort" : "payments.mailShowEvent")}
      </Link>
    );
  if (!isPayable) return <span className="text-ink-3">{t("payments.payAtDesk")}</span>;
  return (
    <PayChargeButton charge={{ organizationId: organization.id, chargeId }} size="sm">
      {t("payments.payShort")}
    </PayChargeButton>
  );
}
