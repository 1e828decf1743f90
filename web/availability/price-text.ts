/** Prices of bookings as text: an amount, or "Free". */
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function usePriceText(): (minor: number, currency?: string) => string {
  const t = useTranslation();
  const money = useAmountFormat();
  return (minor, currency) => (minor === 0 ? t("events.free") : money(minor, currency));
}
