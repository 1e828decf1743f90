/** Own debts, for bookings and for what was bought, above one's payments. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SavedCardPurpose } from "#contract/card-shape.ts";
import { type OwnDebt, payments } from "#contract/payments.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { KeepCardBoxes, useCardOffers } from "./keep-card-box.tsx";
import { LeavingButton, PayChargeButton } from "./pay-button.tsx";
import { PayPrepaidButton } from "./pay-prepaid.tsx";
import { useDebtChoice } from "./use-debt-choice.ts";

const SHOWN_AT_MOST = 100;

export function OwnDebts() {
  const t = useTranslation();
  const debts = useQuery({
    ...endpointQuery(payments.ownDebts, { query: { per_page: SHOWN_AT_MOST } }, { quiet: true }),
    staleTime: 0,
  }).data?.data;
  const [kept, setKept] = useState<Readonly<Record<string, SavedCardPurpose[]>>>({});
  const { chosen, choose } = useDebtChoice(debts ?? []);
  const groups = [...Map.groupBy(debts ?? [], ({ organization, currency }) => `${organization.id} ${currency}`)];
  const sales = new Set((debts ?? []).flatMap((debt) => (isSale(debt) ? [debt.organization.id] : [])));
  const offers = useCardOffers(sales.size > 0).filter(({ organization: { id } }) => sales.has(id));
  if (!debts?.length) return null;
  return (
    <Card title={t("charges.open")} className="mb-6">
      {groups.map(([key, group]) => (
        <DebtsOfOne
          key={key}
          {...{ group, choose }}
          chosen={group.filter((debt) => chosen.includes(debt))}
          saveCard={kept[group[0]?.organization.id ?? ""]}
        />
      ))}
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

interface DebtsOfOneProps {
  group: OwnDebt[];
  chosen: OwnDebt[];
  choose: (debt: OwnDebt, isOn: boolean) => void;
  saveCard: SavedCardPurpose[] | undefined;
}

/** Debts to one organization: several are paid at once. */
function DebtsOfOne({ group, chosen, choose, saveCard }: DebtsOfOneProps) {
  const t = useTranslation();
  const [only, ...others] = group;
  if (!only) return null;
  const mayPay = only.isPayable || only.prepaid.wallet > 0 || only.prepaid.takesVouchers;
  const isChoice = (others.length > 0 || only.forCustomer !== null) && mayPay;
  return (
    <>
      <ul aria-label={t("charges.open")} className="divide-y divide-line not-first:border-t not-first:border-line">
        {group.map((debt) => (
          <OwnDebtRow
            key={debt.chargeId}
            {...{ debt, saveCard }}
            box={isChoice ? { isOn: chosen.includes(debt), onChange: (isOn) => choose(debt, isOn) } : undefined}
          />
        ))}
      </ul>
      {isChoice && <PayChosen {...{ only, chosen }} />}
    </>
  );
}

/** The sum of what is chosen, and the ways to pay it at once. */
function PayChosen({
  only: { organization, currency, isPayable, prepaid },
  chosen,
}: Pick<DebtsOfOneProps, "chosen"> & { only: OwnDebt }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const checkout = useMutation(endpointMutation(payments.checkoutSeveral));
  const due = chosen.reduce((sum, debt) => sum + debt.due, 0);
  const chargeIds = chosen.map(({ chargeId }) => chargeId);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-13">
      <span className="flex-1 basis-32 font-medium">{t("payments.debtsChosen", { count: chosen.length })}</span>
      <span className="min-w-16 text-right font-semibold tnum">{money(due, currency)}</span>
      {chosen.length > 0 && (
        <span className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <PayPrepaidButton
            organizationId={organization.id}
            owed={{ chargeIds }}
            means={prepaid}
            {...{ due, currency }}
            size="sm"
          />
          {isPayable && (
            <LeavingButton
              size="sm"
              open={() =>
                checkout.mutateAsync({ params: { organizationId: organization.id }, body: { chargeIds, amount: due } })
              }
            >
              {t("payments.pay", { amount: money(due, currency) })}
            </LeavingButton>
          )}
        </span>
      )}
    </div>
  );
}

/** It is paid from here, and a card can be kept with it. */
const isSale = ({ eventId, isPayable, forCustomer }: OwnDebt): boolean =>
  eventId === null && isPayable && forCustomer === null;

interface OwnDebtProps {
  debt: OwnDebt;
  saveCard: SavedCardPurpose[] | undefined;
  /** It is chosen, to be paid with others. */
  box: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}

function OwnDebtRow({ debt, saveCard, box }: OwnDebtProps) {
  const money = useAmountFormat();
  const { organization, chargeId, due, currency, prepaid } = debt;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-13">
      {box ? (
        <CheckBox
          className="flex-1 basis-40 py-0"
          label={<DebtName debt={debt} />}
          checked={box.isOn}
          onChange={box.onChange}
        />
      ) : (
        <span className="min-w-0 flex-1 basis-48">
          <DebtName debt={debt} />
        </span>
      )}
      <span className="min-w-16 text-right font-medium tnum">{money(due, currency)}</span>
      {debt.forCustomer === null && (
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
      )}
    </li>
  );
}

function DebtName({ debt: { name, fieldName, organization, forCustomer, dueOn, isOverdue } }: { debt: OwnDebt }) {
  const t = useTranslation();
  const { day } = useDateFormats("UTC");
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium [overflow-wrap:anywhere]">
        {fieldName ?? name}
        {forCustomer && <span className="text-ink-2"> · {t("payments.forName", { name: forCustomer.name })}</span>}
      </span>
      <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere] text-ink-3">
        {organization.name} · {t("payments.dueOn", { date: day(noonOf(dueOn)) })}
        {isOverdue && <Badge tone="red">{t("payments.overdue")}</Badge>}
      </span>
    </span>
  );
}

/** A booking is paid on its page, where it says in which ways. */
function PayOwnDebt({
  debt: { organization, eventId, chargeId, due, isPayable },
  saveCard,
}: Omit<OwnDebtProps, "box">) {
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
      charge={{ organizationId: organization.id, chargeId, due }}
      saveCard={saveCard?.length ? saveCard : undefined}
      size="sm"
    >
      {t("payments.payShort")}
    </PayChargeButton>
  );
}
