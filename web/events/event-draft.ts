/** The contract's draft as forms fill it: a date and a time on the facility's clock, a price in whole units, a slot. */
import * as z from "zod/mini";
import { type Event, EventDraft, type events } from "#contract/events.ts";
import { type Draft, id, note, phone } from "#contract/kit.ts";
import { instantOf, wallClockOf } from "#web/availability/slots.ts";
import { changedFrom } from "#web/kit/form-values.ts";
import type { WordKey } from "#words/keys.ts";

const { startTime, price: _price, customer: _customer, payment, ...kept } = EventDraft.shape;
const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

/** As the team fills it. */
export const EventFormDraft = z
  .strictObject({
    ...kept,
    date: z.iso.date(),
    startTime: z.iso.time({ precision: -1 }),
    /** In whole units: euros, dollars. */
    price: z.nullish(z.number().check(z.gte(0), z.lte(1_000_000))),
    customer: z.optional(z.strictObject({ userId: z.nullish(id), name: note(160), phone: z.nullish(phone) })),
    /** Of a change. */
    pricing: z.optional(z.enum(["reprice", "keep"])),
    notify: z.optional(z.boolean()),
  })
  .check(
    z.refine((given) => (given.minPeople ?? 1) <= (given.maxPeople ?? Infinity), {
      error: "fields.minAboveMax" satisfies WordKey,
      path: ["maxPeople"],
      when: isObject,
    }),
    z.refine((given) => !given.customer?.phone || Boolean(given.customer.name), {
      error: "kit.required" satisfies WordKey,
      path: ["customer", "name"],
      when: isObject,
    }),
  );
export type EventFormDraft = z.output<typeof EventFormDraft>;

const { fieldId, duration, type, confidentiality, sportId, people, priceType, description, notes } = kept;
/** As somebody fills it who books for themselves: a slot, and little else. */
export const BookingDraft = z.strictObject({
  ...{ fieldId, startTime, duration, type, confidentiality, sportId, people, priceType, description, notes },
  /** Where slots are looked for; not sent. */
  facilityId: z.string(),
  date: z.iso.date(),
  /** Left empty, it gets a name of its own. */
  name: note(160),
  /** Of a new one; nothing said is online, where that is open. */
  payment: z.optional(payment),
});
export type BookingDraft = z.output<typeof BookingDraft>;

type Members = Draft<typeof events.create>;

/** What a form says, with null for what it leaves empty; of a block, which is of no type, neither people nor price nor customer. */
function membersOf(filled: EventFormDraft, timeZone: string): Members {
  const { date, startTime: time, price, priceReason, customer, override, ...rest } = filled;
  const { pricing: _pricing, notify: _notify, ...said } = rest;
  const { people: count, minPeople, maxPeople, sportId: sport, priceType: kind, ...own } = said;
  const walkIn = customer?.name ? { name: customer.name, ...(customer.phone ? { phone: customer.phone } : {}) } : null;
  const forPeople = {
    people: count ?? null,
    minPeople: minPeople ?? null,
    maxPeople: maxPeople ?? null,
    sportId: sport ?? null,
    priceType: kind ?? null,
    price: typeof price === "number" ? Math.round(price * 100) : null,
    priceReason: typeof price === "number" ? (priceReason ?? null) : null,
    customer: customer?.userId ? { userId: customer.userId } : walkIn,
  };
  return {
    ...own,
    startTime: instantOf(date, time, timeZone) ?? time,
    ...(filled.kind === "block" ? { type: "other" as const } : forPeople),
    ...(override ? { override } : {}),
  };
}

/** What is sent for a new event: nothing that was left empty. */
export const toDraft = (filled: EventFormDraft, timeZone: string): Members => withoutEmpty(membersOf(filled, timeZone));

/** @param name for a booking that was given none */
export function toBooking({ facilityId: _facility, date: _date, name, ...rest }: BookingDraft, own: string): Members {
  return withoutEmpty({ ...rest, name: name || own });
}

const withoutEmpty = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)) as Given;

/** An event as the team's form shows it. */
export function filledFrom(event: Event) {
  const { customer } = event;
  const walkIn = customer?.userId === null ? customer : undefined;
  return {
    fieldId: event.fieldId,
    ...startOn(event),
    duration: event.duration,
    name: event.name,
    type: event.type,
    kind: event.kind,
    confidentiality: event.confidentiality,
    sportId: event.sport?.id ?? null,
    people: event.people,
    minPeople: event.minPeople,
    maxPeople: event.maxPeople,
    price: event.priceCustomized ? event.price / 100 : null,
    priceReason: "",
    priceType: event.priceType,
    customer: { userId: customer?.userId ?? "", name: walkIn?.name ?? "", phone: walkIn?.phone ?? "" },
    description: event.description ?? "",
    notes: event.notes ?? "",
    internalNotes: event.internalNotes ?? "",
    override: false,
    pricing: "reprice" as const,
    notify: true,
  };
}
const startOn = ({ startTime: instant, timezone }: Event) => {
  const { date, time } = wallClockOf(instant, timezone);
  return { date, startTime: time };
};

/** An event as its booker's form shows it. */
export const bookingFrom = (event: Event) => ({
  facilityId: event.facilityId,
  date: event.date,
  fieldId: event.fieldId,
  startTime: event.startTime,
  duration: event.duration,
  name: event.name,
  type: event.type,
  confidentiality: event.confidentiality,
  sportId: event.sport?.id ?? null,
  people: event.people,
  priceType: event.priceType,
  description: event.description ?? "",
  notes: event.notes ?? "",
});

export type Changes = Draft<typeof events.update>;

/** What the team's form has changed; nothing but how it is to be done where nothing was. @param timeZone of the field it is to be on */
export function changesBy(filled: EventFormDraft, event: Event, timeZone: string): Changes {
  const was = membersOf(EventFormDraft.parse(cleaned(filledFrom(event))), event.timezone);
  const { kind: _kind, ...changed } = changedFrom(was, membersOf(filled, timeZone));
  return changed;
}

/** What the booker's form has changed. */
export function rebookingBy(filled: BookingDraft, event: Event): Changes {
  const { facilityId: _facility, date: _date, payment: _payment, ...now } = filled;
  const changed: Changes = changedFrom(event, { ...now, name: now.name || event.name, sportId: now.sportId ?? null });
  if (changed.startTime && Date.parse(changed.startTime) === Date.parse(event.startTime)) delete changed.startTime;
  if (changed.sportId === (event.sport?.id ?? null) || changed.sportId === null) delete changed.sportId;
  return changed;
}

/** Texts of a form that are empty mean nothing. */
const cleaned = (given: ReturnType<typeof filledFrom>) => ({
  ...given,
  customer: Object.fromEntries(Object.entries(given.customer).map(([name, value]) => [name, value || null])),
});

export const isMove = ({ fieldId: field, startTime: start, duration: minutes }: Changes): boolean =>
  [field, start, minutes].some((given) => given !== undefined);

/** What takes a move back: where and when it was, and for how much. @param isTeam which alone may say a price */
export function backFrom(before: Event, after: Event, isTeam: boolean): Changes {
  const isElsewhere = before.fieldId !== after.fieldId;
  const price = before.price === after.price ? { pricing: "keep" as const } : { price: before.price };
  return {
    fieldId: before.fieldId,
    startTime: before.startTime,
    duration: before.duration,
    ...(isElsewhere && before.kind === "event"
      ? {
          sportId: before.sport?.id ?? null,
          people: before.people,
          minPeople: before.minPeople,
          maxPeople: before.maxPeople,
        }
      : {}),
    ...(isTeam && before.kind === "event" ? price : {}),
  };
}

/**
 * Names what is being sent, for `Idempotency-Key`: the same filling of a form has the same name however often it is sent,
 * so that two clicks book once; anything changed has another.
 */
export function fillKeys(): (filled: unknown) => string {
  let last = { filled: "", key: "" };
  return (filled) => {
    const text = JSON.stringify(filled);
    if (text !== last.filled) last = { filled: text, key: randomName() };
    return last.key;
  };
}

// Not crypto.randomUUID: browsers offer that on secure origins alone, and a club's own server may be none.
const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
