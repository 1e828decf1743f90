/** Price patterns: prices of a field by timeslot, plan and role. */
import * as z from "zod/mini";
import { priceTypes } from "./fields.ts";
import { weekday, wallTime } from "./hours.ts";
import {
  partialOf,
  del,
  get,
  id,
  instant,
  instantDraft,
  requiredLine,
  ListQuery,
  noData,
  page,
  patch,
  post,
  defineModule,
} from "./kit.ts";
import { EntityRef } from "./organizations.ts";
import { PromoCodeText } from "./promo-codes.ts";

export const allWeekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export const Timeslot = z.strictObject({
  name: requiredLine(60),
  start: wallTime,
  /** At or before `start`: runs past midnight, and belongs to the weekday of the start. */
  end: wallTime,
  weekdays: z._default(z.array(weekday).check(z.minLength(1), z.maxLength(7)), [...allWeekdays]),
});
export const Plan = z.strictObject({
  name: requiredLine(60),
  /** Minutes. */
  duration: z.int().check(z.gte(5), z.lte(1440)),
});
/** Cents. */
export const MAX_PRICE = 100_000_000;
export const PriceCell = z.strictObject({
  timeslot: z.string(),
  plan: z.string(),
  roleId: z._default(z.nullable(z.int32()), null),
  /** Cents; null: not sold; 0: free. */
  price: z.nullable(z.int().check(z.gte(0), z.lte(MAX_PRICE))),
});

export const PricePattern = z.object({
  id,
  name: z.string(),
  type: z.enum(priceTypes),
  organization: EntityRef,
  currency: z.string(),
  timeslots: z.array(z.object({ name: z.string(), start: z.string(), end: z.string(), weekdays: z.array(z.int()) })),
  plans: z.array(z.object({ name: z.string(), duration: z.int() })),
  details: z.array(
    z.object({ timeslot: z.string(), plan: z.string(), roleId: z.nullable(z.int()), price: z.nullable(z.int()) }),
  ),
  fields: z.array(z.extend(EntityRef, { facility: EntityRef })),
  /** The product that is sold, with its tax rate; null for the default product of courts. */
  productId: z.nullable(id),
  created_at: instant,
  updated_at: instant,
});
export type PricePattern = z.infer<typeof PricePattern>;

export const PricePatternDraft = z.strictObject({
  name: requiredLine(120),
  type: z._default(z.enum(priceTypes), "field"),
  timeslots: z.array(Timeslot).check(z.maxLength(50)),
  plans: z.array(Plan).check(z.maxLength(20)),
  details: z.array(PriceCell).check(z.maxLength(20_000)),
  fieldIds: z._default(z.array(id).check(z.maxLength(1000)), []),
  productId: z._default(z.nullable(id), null),
});

export const QuoteTrace = z.object({ rule: z.string(), matched: z.boolean(), why: z.string() });

export const Quote = z.object({
  /** Cents. */
  total: z.int(),
  currency: z.string(),
  priceType: z.nullable(z.enum(priceTypes)),
  lines: z.array(z.object({ label: z.string(), quantity: z.int(), unitPrice: z.int(), total: z.int() })),
  trace: z.array(QuoteTrace),
  /** Whether the organization has codes at all. */
  takesPromoCodes: z.boolean(),
  /** The code that was asked for: minor units that it takes off, or why it does not hold. */
  promo: z.nullable(z.object({ code: z.string(), discount: z.int(), refusal: z.nullable(z.string()) })),
  /** Conditions under which the booking could be canceled, with the field's own deadline. */
  cancellation: z.object({
    /** Minutes before the start. */
    until: z.int(),
    steps: z.array(z.object({ from: z.int(), percent: z.int() })),
  }),
  /** Minor units that a no-show would cost beside the price; null: nothing. */
  noShowFee: z.nullable(z.int()),
});
export type Quote = z.infer<typeof Quote>;

export const QuoteDraft = z.strictObject({
  fieldId: id,
  startTime: instantDraft,
  /** Minutes. */
  duration: z.int().check(z.gte(5), z.lte(1440)),
  people: z._default(z.int().check(z.gte(1), z.lte(10_000)), 1),
  priceType: z.nullish(z.enum(priceTypes)),
  userId: z.nullish(id),
  /** The customer, with or without an account; for the team. */
  customerId: z.nullish(id),
  /** One that does not hold is answered with the reason, and the price without it. */
  promoCode: z.nullish(PromoCodeText),
});

const example = {
  name: "Tennis courts",
  timeslots: [{ name: "Day", start: "08:00", end: "18:00" }],
  plans: [{ name: "One hour", duration: 60 }],
  details: [{ timeslot: "Day", plan: "One hour", price: 1800 }],
};

export const prices = defineModule("prices", {
  list: get("/organizations/{organizationId}/price-patterns", {
    allow: "patterns.manage",
    summary: "Price patterns by name",
    query: ListQuery,
    mayLag: true,
    returns: page(PricePattern),
  }),
  create: post("/organizations/{organizationId}/price-patterns", {
    allow: "patterns.manage",
    summary: "Create a price pattern",
    body: PricePatternDraft,
    example,
    returns: PricePattern,
    successMessage: "prices.created",
  }),
  read: get("/organizations/{organizationId}/price-patterns/{pricePatternId}", {
    allow: "patterns.manage",
    summary: "One price pattern",
    returns: PricePattern,
  }),
  update: patch("/organizations/{organizationId}/price-patterns/{pricePatternId}", {
    allow: "patterns.manage",
    summary: "Change a price pattern; no event is priced anew",
    body: partialOf(PricePatternDraft),
    example: { name: "Tennis courts, summer" },
    returns: PricePattern,
    successMessage: "prices.saved",
  }),
  delete: del("/organizations/{organizationId}/price-patterns/{pricePatternId}", {
    allow: "patterns.manage",
    summary: "Delete a price pattern",
    returns: noData,
    successMessage: "prices.deleted",
  }),
  restore: post("/organizations/{organizationId}/price-patterns/{pricePatternId}/restore", {
    allow: "patterns.manage",
    summary: "Bring a deleted price pattern back, with its fields",
    returns: PricePattern,
    successMessage: "prices.restored",
    status: 200,
  }),
  quote: post("/organizations/{organizationId}/quotes", {
    allow: "fields.show",
    summary: "What a booking would cost, and why",
    body: QuoteDraft,
    example: {
      fieldId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91",
      startTime: "2026-06-02T18:00:00+02:00",
      duration: 60,
    },
    leavesEntry: false,
    returns: Quote,
    status: 200,
  }),
});
