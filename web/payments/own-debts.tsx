/** Own debts, for bookings and for what was bought, above one's payments. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SavedCardPurpose } from "#contract/card-shape.ts";
import { type OwnDebt, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { KeepCardBoxes, useCardOffers } from "./keep-card-box.tsx";
import { PayChargeButton } from "./pay-button.tsx";
import { PayPrepaidButton } from "./pay-prepaid.tsx";

const SHOWN_AT_MOST = 100;

export function OwnDebts() {
  const t = useTranslation();
  const debts = useQuery({
    ...endpointQuery(payments.ownDebts, { query: { per_page: SHOWN_AT_MOST } }, { quiet: true }),
    staleTime: 0,
  }).data?.data;
  const [kept, setKept] = useState<Readonly<Record<string, SavedCardPurpose[]>>>({});
  const sales = new Set((debts ?? []).flatMap((debt) => (isSale(debt) ? [debt.organization.id] : [])));
  const offers = useCardOffers(sales.size > 0).filter(({ organization: { id } }) => sales.has(id));
  if (!debts?.length) return null;
  return (
    <Card title={t("charges.open")} className="mb-6">
      <ul aria-label={t("charges.open")} className="divide-y divide-line">
        {debts.map((debt) => (
          <OwnDebtRow key={debt.chargeId} debt={debt} saveCard={kept[debt.organization.id]} />
        ))}
      </ul>
      {offers.map((offer) => (
        <div key={offer.organization.id} className="border-t border-line px-4 py-2">
          <KeepCardBoxes
            offer={offer}
            isNamed={sales.size > 1}
            chosen={kept[offer.organization.id] ?? []}
            onChoose={(chosen) => setKept({ ...kept, [offer.organization.id]: chosen })}
          />
        </div>
      ))}
    </Card>
  );
}

/** It is paid from here. */
const isSale = ({ eventId, isPayable }: OwnDebt): boolean => eventId === null && isPayable;

interface OwnDebtProps {
  debt: OwnDebt;
  saveCard: SavedCardPurpose[] | undefined;
}

function OwnDebtRow({ debt, saveCard }: OwnDebtProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { day } = useDateFormats("UTC");
  const { name, fieldName, organization, chargeId, dueOn, isOverdue, due, currency, prepaid } = debt;
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
      <span className="flex flex-wrap items-center gap-2">
        <PayPrepaidButton
          organizationId={organization.id}
          owed={{ chargeId }}
          means={prepaid}
          {...{ due, currency }}
          size="sm"
        />
        <PayOwnDebt debt={debt} saveCard={saveCard} />
      </span>
    </li>
  );
}

/** A booking is paid on its page, where it says in which ways. */
function PayOwnDebt({ debt: { organization, eventId, chargeId, isPayable }, saveCard }: OwnDebtProps) {
  const t = useTranslation();
  if (eventId !== null)
    return (
      <Link to={scopePath(organization.id, `/bookings/${eventId}`)} className={buttonClass("secondary", "sm")}>
        {t(isPayable ? "payments.payShort" : "payments.mailShowEvent")}
      </Link>
    );
  if (!isPayable) return <span className="text-ink-3">{t("payments.payAtDesk")}</span>;
  return (
    <PayChargeButton
      charge={{ organizationId: organization.id, chargeId }}
      saveCard={saveCard?.length ? saveCard : undefined}
      size="sm"
    >
      {t("payments.payShort")}
    </PayChargeButton>
  );
}
