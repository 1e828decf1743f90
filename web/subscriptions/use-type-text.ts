/** Types of memberships in words: what one costs, and what it grants. */
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { useGrantChoices } from "./use-grant-choices.ts";

type Cost = Pick<SubscriptionType, "price" | "joiningFee" | "termKind" | "termLength" | "seasonStart" | "prorate">;
type Grants = Pick<SubscriptionType, "roleId" | "discounts" | "packs" | "rules">;

/** `1 September`; the year does not matter. @param start `09-01` */
export function useSeasonDay(): (start: string) => string {
  const { dayRange } = useDateFormats("UTC");
  return (start) => {
    const day = noonOf(`2024-${start}`);
    return Number.isNaN(day.getTime()) ? start : dayRange(day, day);
  };
}

const nameOf = <Id>(named: readonly { id: Id; name: string }[], wanted: Id): string =>
  named.find(({ id }) => id === wanted)?.name ?? "…";

export function useTypeText() {
  const t = useTranslation();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency() ?? "EUR";
  const seasonDay = useSeasonDay();
  const termText = ({ termKind, termLength, seasonStart }: Cost): string =>
    termKind === "season"
      ? t("subscriptions.seasonFrom", { date: seasonDay(seasonStart ?? "") })
      : t(termKind === "months" ? "subscriptions.monthsCount" : "subscriptions.daysCount", { count: termLength ?? 0 });
  const costTexts = (type: Cost): string[] => [
    t("subscriptions.priceFor", { price: money(type.price, currency), term: termText(type) }),
    ...(type.termKind === "season" && type.prorate !== "none" ? [t("subscriptions.lessWhenLate")] : []),
    ...(type.joiningFee > 0 ? [t("subscriptions.plusFee", { amount: money(type.joiningFee, currency) })] : []),
  ];
  const { roles, packTypes } = useGrantChoices();
  const grantTexts = ({ roleId, discounts, packs: granted, rules }: Grants): string[] => [
    ...(roleId === null ? [] : [t("subscriptions.asRole", { role: nameOf(roles, roleId) })]),
    ...discounts.map(({ percent, fieldIds, windowIds }) =>
      t(fieldIds.length + windowIds.length > 0 ? "subscriptions.grantsSomeDiscount" : "subscriptions.grantsDiscount", {
        percent,
      }),
    ),
    ...granted.map(({ packTypeId }) => t("subscriptions.packEachTerm", { name: nameOf(packTypes, packTypeId) })),
    ...(rules === null ? [] : [t("subscriptions.withRules")]),
  ];
  return { termText, costTexts, grantTexts };
}
