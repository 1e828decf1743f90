import * as z from "zod/mini";
import { eventTypes, ExtraChoice } from "#contract/events.ts";
import { priceTypes } from "#contract/fields.ts";
import { email, id, optionalText } from "#contract/kit.ts";
import { manualPaymentMethods } from "#contract/payments.ts";
import { MAX_OCCURRENCES } from "#contract/series.ts";
import type { MessageKey } from "#messages/keys.ts";
import { BookingCustomer } from "#web/customers/booking-customer-draft.ts";

export const quickKinds = ["event", "series", "block"] as const;
export type QuickKind = (typeof quickKinds)[number];
export const quickPayments = ["pack", "link", "on_site", "paid", "free"] as const;
export interface BookingPlace {
  fieldId: string;
  startTime: string;
}
const peopleCount = z.nullish(z.int().check(z.gte(1), z.lte(10_000)));
const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const requiredKey = "kit.required" satisfies MessageKey;

export const QuickDraft = z
  .strictObject({
    kind: z.enum(quickKinds),
    fieldId: id,
    date: z.iso.date(),
    startTime: z.iso.time({ precision: -1 }),
    duration: z.int().check(z.gte(5), z.lte(1440)),
    type: z.enum(eventTypes),
    priceType: z.nullish(z.enum(priceTypes)),
    people: peopleCount,
    payment: z.enum(quickPayments),
    packId: z.nullish(id),
    promoCode: z.nullish(z.string()),
    extras: z.array(ExtraChoice),
    method: z.enum([...manualPaymentMethods, "balance"]),
    /** The recipient of the payment link; the customer when empty. */
    email: optionalText(254),
    customer: BookingCustomer,
    text: optionalText(),
    isInternal: z.boolean(),
    override: z.boolean(),
    overrideReason: optionalText(300),
    reason: optionalText(160),
    /** The reason was chosen as bad weather; its text may be edited. */
    isWeather: z.boolean(),
    /** Customers read it on a block. */
    description: optionalText(),
    repeats: z.boolean(),
    ends: z.enum(["count", "until"]),
    count: z.nullish(z.int().check(z.gte(1), z.lte(MAX_OCCURRENCES))),
    until: z.nullish(z.iso.date()),
    /** The field that takes a conflicting date of a series, by date; an empty text skips the date. */
    chosen: z.record(z.string(), z.string()),
  })
  .check(
    z.refine(({ kind, reason }) => kind !== "block" || Boolean(reason), {
      error: requiredKey,
      path: ["reason"],
      when: isObject,
    }),
    z.refine(({ override, overrideReason, kind }) => kind === "block" || !override || Boolean(overrideReason), {
      error: requiredKey,
      path: ["overrideReason"],
      when: isObject,
    }),
    z.refine(
      ({ kind, payment, customer, email }) =>
        !(kind === "event" && payment === "link") || Boolean(customer.email || email),
      {
        error: requiredKey,
        path: ["email"],
        when: isObject,
      },
    ),
    // A half-typed address must not block a booking that sends no link.
    z.refine(
      ({ kind, payment, email: to }) => kind !== "event" || payment !== "link" || !to || z.safeParse(email, to).success,
      { error: "kit.invalidEmail" satisfies MessageKey, path: ["email"], when: isObject },
    ),
    z.refine((given) => !isRepeated(given) || given.ends === "until" || Boolean(given.count), {
      error: requiredKey,
      path: ["count"],
      when: isObject,
    }),
    z.refine((given) => !isRepeated(given) || given.ends === "count" || Boolean(given.until), {
      error: requiredKey,
      path: ["until"],
      when: isObject,
    }),
    z.refine((given) => !isRepeated(given) || given.ends === "count" || !given.until || given.until >= given.date, {
      error: "series.untilBefore" satisfies MessageKey,
      path: ["until"],
      when: isObject,
    }),
  );
export type QuickDraft = z.output<typeof QuickDraft>;

export const isRepeated = ({ kind, repeats }: Pick<QuickDraft, "kind" | "repeats">) =>
  kind === "series" || (kind === "block" && repeats);
