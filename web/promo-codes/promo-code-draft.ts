/** A promo code as its form holds it: a percentage and an amount, of which the kind chooses one, in units of the currency. */
import * as z from "zod/mini";
import { type PromoCode, PromoCodeMembers } from "#contract/promo-codes.ts";
import type { MessageKey } from "#messages/keys.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import type { InitialValues } from "#web/kit/form/form.tsx";
import { amountInUnits } from "#web/kit/form/money-field.tsx";

export const PromoCodeFormDraft = z
  .extend(z.omit(PromoCodeMembers, { value: true, minAmount: true }), {
    percent: z.nullish(z.int().check(z.gte(1), z.lte(100))),
    amount: z.nullish(amountInUnits),
    minAmount: z.nullish(amountInUnits),
  })
  .check(({ value: { kind, percent, amount }, issues }) => {
    const [path, chosen] = kind === "percent" ? (["percent", percent] as const) : (["amount", amount] as const);
    if (typeof chosen !== "number")
      issues.push({ code: "custom", input: null, path: [path], message: "kit.required" satisfies MessageKey });
  });
type FormValues = InitialValues<typeof PromoCodeFormDraft>;

/** Rules of bookings alone, as a code for something else has them. */
const withoutBookings = { playedFrom: null, playedTo: null, windowIds: [], fieldIds: [], firstBookingOnly: false };

const blank: FormValues = {
  ...{ code: "", appliesTo: "booking", kind: "percent", percent: 10, amount: null, minAmount: null },
  ...{ bookedFrom: null, bookedTo: null, ...withoutBookings },
  ...{ roleIds: [], maxUses: null, maxPerCustomer: null, active: true },
};

export function toFormValues(code: PromoCode | undefined): FormValues {
  if (!code) return blank;
  const { id: _id, uses: _uses, created_at: _created, updated_at: _updated, value, minAmount, ...values } = code;
  return {
    ...values,
    percent: code.kind === "percent" ? value : null,
    amount: code.kind === "amount" ? value / 100 : null,
    minAmount: minAmount === null ? null : minAmount / 100,
  };
}

export const toDraft = ({ percent, amount, minAmount, ...draft }: z.output<typeof PromoCodeFormDraft>) => ({
  ...draft,
  ...(draft.appliesTo !== "booking" && withoutBookings),
  value: draft.kind === "percent" ? (percent ?? 0) : toMinorUnits(amount ?? 0),
  minAmount: typeof minAmount === "number" ? toMinorUnits(minAmount) : null,
});
