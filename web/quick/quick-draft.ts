/** A quick booking: how it is begun on the grid, as it is filled in, as it is sent, and as whole forms take it over. */
import * as z from "zod/mini";
import { type CustomerDraft, eventTypes, type events } from "#contract/events.ts";
import { priceTypes } from "#contract/fields.ts";
import { type Draft, email, id, note, phone } from "#contract/kit.ts";
import { recordedMethods } from "#contract/payments.ts";
import { mostOccurrences, type series } from "#contract/series.ts";
import { instantOf } from "#web/availability/slots.ts";
import type { WordKey } from "#words/keys.ts";

export const quickKinds = ["event", "series", "block"] as const;
export type QuickKind = (typeof quickKinds)[number];
/** By a link that is mailed, later, at once, or never. */
export const quickPayments = ["link", "on_site", "paid", "free"] as const;
/** A start on a field. */
export interface Place {
  fieldId: string;
  /** ISO 8601. */
  startTime: string;
}
/** A booking that was begun on the grid: the same length on each of its places. */
export interface Begun {
  id: string;
  kind: QuickKind;
  /** One at least. */
  places: readonly Place[];
  /** The fields that were drawn as well and are taken then: a block may stand there. */
  taken?: readonly string[];
  /** Minutes. */
  duration: number;
  /** The length was drawn, and not only a start clicked. */
  isDrawn: boolean;
  /** Waiting for the server, or refused by it; else still open. */
  state?: "saving" | "refused";
  /** What it is called while it is being saved. */
  name?: string;
  /** What it is to be called, where that is known: a copy is called as what was copied. */
  title?: string;
  /** What is filled in from the start: of what it is a copy of. */
  filled?: Partial<Pick<QuickDraft, "customer" | "type" | "people" | "priceType" | "text" | "isInternal" | "reason">>;
}

const count = z.nullish(z.int().check(z.gte(1), z.lte(10_000)));
const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;
const required = "kit.required" satisfies WordKey;

export const QuickDraft = z
  .strictObject({
    kind: z.enum(quickKinds),
    fieldId: id,
    date: z.iso.date(),
    startTime: z.iso.time({ precision: -1 }),
    duration: z.int().check(z.gte(5), z.lte(1440)),
    type: z.enum(eventTypes),
    priceType: z.nullish(z.enum(priceTypes)),
    people: count,
    payment: z.enum(quickPayments),
    /** How it was paid, where it was. */
    method: z.enum(recordedMethods),
    /** Where a link to pay goes; without it, to who booked. */
    email: note(254),
    customer: z.strictObject({ userId: z.nullish(id), name: note(160), phone: z.nullish(phone) }),
    text: note(),
    isInternal: z.boolean(),
    /** Outside of the hours, and why. */
    override: z.boolean(),
    overrideReason: note(300),
    /** Of a block: what it is for, and what customers read of it. */
    reason: note(160),
    description: note(),
    repeats: z.boolean(),
    /** Of a repetition by the week. */
    ends: z.enum(["count", "until"]),
    count: z.nullish(z.int().check(z.gte(1), z.lte(mostOccurrences))),
    until: z.nullish(z.iso.date()),
    /** Of dates that stand in each other's way: the field where they are instead; empty for none. */
    chosen: z.record(z.string(), z.string()),
  })
  .check(
    z.refine(({ kind, reason }) => kind !== "block" || Boolean(reason), {
      error: required,
      path: ["reason"],
      when: isObject,
    }),
    z.refine(({ override, overrideReason, kind }) => kind === "block" || !override || Boolean(overrideReason), {
      error: required,
      path: ["overrideReason"],
      when: isObject,
    }),
    z.refine(({ customer }) => !customer.phone || Boolean(customer.name), {
      error: required,
      path: ["customer", "name"],
      when: isObject,
    }),
    z.refine(
      ({ kind, payment, customer, email }) =>
        !(kind === "event" && payment === "link") || Boolean(customer.userId || email),
      {
        error: required,
        path: ["email"],
        when: isObject,
      },
    ),
    // Only where it is asked for: elsewhere what was begun there stands in nobody's way.
    z.refine(
      ({ kind, payment, email: to }) => kind !== "event" || payment !== "link" || !to || z.safeParse(email, to).success,
      { error: "kit.invalidEmail" satisfies WordKey, path: ["email"], when: isObject },
    ),
    z.refine((given) => !isRepeated(given) || given.ends === "until" || Boolean(given.count), {
      error: required,
      path: ["count"],
      when: isObject,
    }),
    z.refine((given) => !isRepeated(given) || given.ends === "count" || Boolean(given.until), {
      error: required,
      path: ["until"],
      when: isObject,
    }),
    z.refine((given) => !isRepeated(given) || given.ends === "count" || !given.until || given.until >= given.date, {
      error: "series.untilBefore" satisfies WordKey,
      path: ["until"],
      when: isObject,
    }),
  );
export type QuickDraft = z.output<typeof QuickDraft>;

const isRepeated = ({ kind, repeats }: Pick<QuickDraft, "kind" | "repeats">) =>
  kind === "series" || (kind === "block" && repeats);

/** What is sent for one of the places; a walk-in without a name is nobody. @param own what it is called where nobody is named */
export function bodyOf(
  filled: QuickDraft,
  { place, own, because }: { place: Place; own: string; because: (reason: string) => string },
): Draft<typeof events.create> {
  const { customer, text, kind, override, overrideReason, isInternal } = filled;
  const { fieldId, startTime } = place;
  const where = { fieldId, startTime, duration: filled.duration };
  if (kind === "block")
    return {
      ...where,
      ...{ kind: "block", type: "other", name: filled.reason ?? own },
      ...(filled.description ? { description: filled.description } : {}),
      ...(text ? { internalNotes: text } : {}),
    };
  const walkIn = customer.name
    ? { name: customer.name, ...(customer.phone ? { phone: customer.phone } : {}) }
    : undefined;
  const whom: z.input<typeof CustomerDraft> | undefined = customer.userId ? { userId: customer.userId } : walkIn;
  const internal = [isInternal && text, override && overrideReason && because(overrideReason)].filter(Boolean);
  return {
    ...where,
    ...{ type: filled.type, name: own },
    ...(override ? { override: true } : {}),
    ...(text && !isInternal ? { notes: text } : {}),
    ...(internal.length > 0 ? { internalNotes: internal.join("\n") } : {}),
    ...(filled.people ? { people: filled.people } : {}),
    ...(filled.priceType ? { priceType: filled.priceType } : {}),
    ...(filled.payment === "free" ? { price: 0 } : {}),
    ...(whom ? { customer: whom } : {}),
  };
}

/** How it is repeated: on the weekday of its date. */
export function ruleOf({ date, ends, until, count: most }: QuickDraft): Draft<typeof series.create>["rule"] {
  const weekdays = [Temporal.PlainDate.from(date).dayOfWeek];
  return { weekdays, ...(ends === "until" ? { until } : { count: most }) };
}

/** The place that is filled in, once it is whole. */
export function placeOf(
  { fieldId, date, startTime }: Pick<QuickDraft, "fieldId" | "date" | "startTime">,
  timezone: string,
): Place | undefined {
  const instant = instantOf(date, startTime, timezone);
  return instant === undefined ? undefined : { fieldId, startTime: new Date(instant).toISOString() };
}
