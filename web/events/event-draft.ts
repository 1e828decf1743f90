/** The contract's draft as a form fills it: a date and a time on the facility's clock, and a price in euros. */
import * as z from "zod/mini";
import { EventDraft, type events } from "#contract/events.ts";
import { note, type Draft, phone } from "#contract/kit.ts";
import type { WordKey } from "#words/keys.ts";

const { startTime: _startTime, price: _price, customer: _customer, payment: _payment, ...kept } = EventDraft.shape;

export const EventFormDraft = z
  .strictObject({
    ...kept,
    date: z.iso.date(),
    startTime: z.iso.time({ precision: -1 }),
    /** Euros. */
    price: z.nullish(z.number().check(z.gte(0), z.lte(1_000_000))),
    customer: z.optional(z.strictObject({ name: note(160), phone: z.nullish(phone) })),
  })
  .check(
    z.refine((given) => (given.minPeople ?? 1) <= (given.maxPeople ?? Infinity), {
      error: "fields.minAboveMax" satisfies WordKey,
      path: ["maxPeople"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
    z.refine((given) => !given.customer?.phone || Boolean(given.customer.name), {
      error: "kit.required" satisfies WordKey,
      path: ["customer", "name"],
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
  );
export type EventFormDraft = z.output<typeof EventFormDraft>;

/**
 * A wall time on a facility's clock as an instant. One that the clock skips moves forward; of one that comes twice, the first.
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM`
 * @returns nothing while either is not there yet
 */
export function instantOf(date: string, time: string, timeZone: string): string | undefined {
  if (!z.iso.date().safeParse(date).success || !z.iso.time({ precision: -1 }).safeParse(time).success) return undefined;
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
}

/** What is sent: nothing that was left empty, and for a block neither people nor price nor customer. */
export function toDraft(filled: EventFormDraft, timeZone: string): Draft<typeof events.create> {
  const {
    date,
    startTime,
    price,
    priceReason,
    priceType,
    customer,
    people,
    minPeople,
    maxPeople,
    sportId,
    override,
    ...rest
  } = filled;
  const forPeople = {
    people,
    minPeople,
    maxPeople,
    sportId,
    priceType,
    price: typeof price === "number" ? Math.round(price * 100) : null,
    priceReason: typeof price === "number" ? priceReason : null,
    customer: customer?.name ? { name: customer.name, ...(customer.phone ? { phone: customer.phone } : {}) } : null,
  };
  return withoutEmpty({
    ...rest,
    startTime: instantOf(date, startTime, timeZone) ?? startTime,
    ...(filled.kind === "block" ? {} : forPeople),
    ...(override ? { override } : {}),
  });
}

const withoutEmpty = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as Given;
