/** Payment terms (credit): when a customer pays, and until when what was invoiced is due. Pure. */
export const billings = ["at_payment", "monthly"] as const;
export type Billing = (typeof billings)[number];

/** Most days after an invoice. French law allows 60, and 45 where one invoice is over a month (Code de commerce, L441-10). */
export const mostPaymentDays = { at_payment: 60, monthly: 45 } as const satisfies Record<Billing, number>;

export interface PaymentTerms {
  billing: Billing;
  paymentDays: number;
}

/** @param date local, such as `2026-11-14` or the month `2026-11` */
export const lastDayOfMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
};

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * The day on which a charge is due that has no invoice yet: the invoice comes on the last day of its month.
 * @param servedOn local date
 * @returns null: as without terms
 */
export const dueByTerms = ({ billing, paymentDays }: PaymentTerms, servedOn: string): string | null =>
  billing === "monthly" ? addDays(lastDayOfMonth(servedOn), paymentDays) : null;
