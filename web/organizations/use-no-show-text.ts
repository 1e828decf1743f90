import type { NoShowRule } from "#contract/organization-options.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCurrency } from "./use-organization.ts";

/** Writes what no-shows cost and block. */
export function useNoShowText(): (rule: NoShowRule) => string {
  const t = useTranslation();
  const money = useAmountFormat();
  const currency = useOrganizationCurrency();
  return ({ fee, blockAfter }) =>
    [
      ...(fee ? [t("organizations.noShowFeeText", { amount: money(fee, currency) })] : []),
      ...(blockAfter ? [t("organizations.noShowText", blockAfter)] : []),
    ].join(" · ");
}
