/** Ways to pay at the desk; the balance is one where the customer has something on it, and a gift voucher by its code. */
import { type deskMethods, manualPaymentMethods } from "#contract/payments.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export type DeskMethod = (typeof deskMethods)[number];

/**
 * @param wallet minor units on the balance
 * @param hasVouchers false: what is sold is money ahead itself
 */
export function useMethodOptions(
  wallet: number,
  currency: string,
  hasVouchers = true,
): { value: DeskMethod; label: string }[] {
  const t = useTranslation();
  const money = useAmountFormat();
  return [
    ...manualPaymentMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) })),
    ...(wallet > 0
      ? [{ value: "balance" as const, label: `${t(paymentMethodLabels.balance)} · ${money(wallet, currency)}` }]
      : []),
    ...(hasVouchers ? [{ value: "voucher" as const, label: t(paymentMethodLabels.voucher) }] : []),
  ];
}
