/** A type of memberships as its form holds it: amounts in units of the currency, the season by day and month. */
import * as z from "zod/mini";
import { BookingRules } from "#contract/organization-options.ts";
import { isDayOfYear } from "#contract/subscriptions-rules.ts";
import { type SubscriptionType, type SubscriptionTypeDraft, SubscriptionTypeMembers } from "#contract/subscriptions.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import type { InitialValues } from "#web/kit/form/form.tsx";
import { amountFromZero, amountInUnits } from "#web/kit/form/money-field.tsx";

/** `09-01` */
const dayOfYear = (month: number, day: number): string =>
  [month, day].map((part) => String(part).padStart(2, "0")).join("-");

export const TypeFormDraft = z
  .extend(z.omit(SubscriptionTypeMembers, { price: true, joiningFee: true, seasonStart: true, rules: true }), {
    price: amountInUnits,
    joiningFee: z.nullable(amountFromZero),
    seasonMonth: z.int().check(z.gte(1), z.lte(12)),
    seasonDay: z.nullable(z.int().check(z.gte(1), z.lte(31))),
    /** Null: the membership says nothing of it. */
    bookingRules: BookingRules,
  })
  .check((payload) => {
    const { termKind, seasonMonth, seasonDay } = payload.value;
    if (termKind !== "season" || seasonDay === null || isDayOfYear(dayOfYear(seasonMonth, seasonDay))) return;
    payload.issues.push({
      ...{ code: "custom", input: payload.value, path: ["seasonDay"], message: "subscriptions.noSuchDay" },
    });
  });
export type TypeFormValues = z.output<typeof TypeFormDraft>;
type FormValues = InitialValues<typeof TypeFormDraft>;

const noRules: BookingRules = {
  ...{ horizonDays: null, noticeMinutes: null, mostActive: null },
  ...{ opensAt: null, maxHolds: null, quotas: null, cancellation: null, noShow: null },
};
const newSeason = { seasonMonth: 9, seasonDay: 1 };
export const blankType: FormValues = {
  ...{ name: "", description: "", productId: null, price: null, joiningFee: null },
  ...{ minAge: null, maxAge: null, ageOn: "start" },
  ...{ termKind: "months", termLength: 12, ...newSeason, prorate: "month" },
  ...{ renewal: "none", noticeDays: 45, graceDays: 10, freezeMaxDays: 0, freezeMinDays: 7 },
  ...{ saleFrom: null, saleTo: null, capacity: null, termsText: "", soldOnline: false },
  ...{ roleId: null, discounts: [], packs: [], bookingRules: noRules, active: true },
};

function seasonOf(start: string | null): typeof newSeason {
  const [seasonMonth, seasonDay] = (start ?? "").split("-").map(Number);
  return seasonMonth && seasonDay ? { seasonMonth, seasonDay } : newSeason;
}

export function toFormValues(type: SubscriptionType): FormValues {
  const { id: _id, version: _version, held: _held, created_at: _created, updated_at: _updated, ...values } = type;
  const { seasonStart, price, joiningFee, rules, ...members } = values;
  return {
    ...members,
    ...seasonOf(seasonStart),
    bookingRules: { ...noRules, ...rules },
    price: price / 100,
    joiningFee: joiningFee === 0 ? null : joiningFee / 100,
  };
}

/** Members that the form hides for the chosen kind of term get the value of a type without them. */
export function toBody({
  seasonMonth,
  seasonDay,
  price,
  joiningFee,
  bookingRules,
  ...values
}: TypeFormValues): SubscriptionTypeDraft {
  const isSeason = values.termKind === "season";
  const rules = Object.entries(bookingRules).filter(([, rule]) => rule !== null);
  return {
    ...values,
    price: toMinorUnits(price),
    joiningFee: toMinorUnits(joiningFee ?? 0),
    termLength: isSeason ? null : values.termLength,
    seasonStart: isSeason ? dayOfYear(seasonMonth, seasonDay ?? 1) : null,
    prorate: isSeason ? values.prorate : "none",
    rules: rules.length > 0 ? Object.fromEntries(rules) : null,
    ageOn: isSeason ? values.ageOn : "start",
  };
}
