/** Form schemas of events: forms hold a local date and time, and prices in whole units. */
import * as z from "zod/mini";
import { type Event, EventDraft, ExtraChoice, defaultEventType, eventKinds, type events } from "#contract/events.ts";
import { emptyToNull, type Draft, optionalText } from "#contract/kit.ts";
import { toInstant, toWallClock } from "#web/availability/slots.ts";
import { BookingCustomer } from "#web/customers/booking-customer-draft.ts";
import { blankCustomer, toCustomerChoice } from "#web/customers/booking-customer.ts";
import { formMembers, notInForm } from "#web/kit/form/form-members.ts";
import { pickChanges } from "#web/kit/form/form-values.ts";
import type { MessageKey } from "#messages/keys.ts";

const {
  startTime,
  price: _price,
  customer: _customer,
  payment: _payment,
  packId: _pack,
  promoCode: _code,
  extras: _extras,
  ...sharedShape
} = EventDraft.shape;
const hasObjectValue = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

export const EventFormDraft = z
  .strictObject({
    ...sharedShape,
    date: z.iso.date(),
    startTime: z.iso.time({ precision: -1 }),
    /** In whole units: euros, dollars. */
    price: z.nullish(z.number().check(z.gte(0), z.lte(1_000_000))),
    customer: z.optional(BookingCustomer),
    /** Only in changes. */
    pricing: z.optional(z.enum(["reprice", "keep"])),
    notify: z.optional(z.boolean()),
    /** Only in new events. */
    promoCode: z.nullish(z.string()),
    extras: z.optional(z.array(ExtraChoice)),
  })
  .check(
    z.refine((draft) => (draft.minPeople ?? 1) <= (draft.maxPeople ?? Infinity), {
      error: "fields.minAboveMax" satisfies MessageKey,
      path: ["maxPeople"],
      when: hasObjectValue,
    }),
  );
export type EventFormDraft = z.output<typeof EventFormDraft>;

const { fieldId, duration, type, confidentiality, sportId, people, priceType, description, notes } = sharedShape;
export const BookingDraft = z.strictObject({
  ...{ fieldId, startTime, duration, type, confidentiality, sportId, people, priceType, description, notes },
  /** Facility for the search of slots; not sent. */
  facilityId: z.string(),
  date: z.iso.date(),
  /** Empty for a default name. */
  name: optionalText(160),
  /** Only in new events. Null for the first method that is open. */
  payment: z.nullish(z.enum(["online", "bank_transfer", "on_site"])),
  /** Only in new events: the pack that pays. */
  packId: z.nullish(z.string()),
  /** Only in new events, and where no pack pays. */
  promoCode: z.nullish(z.string()),
  /** Only in new events. */
  extras: z.optional(z.array(ExtraChoice)),
});
export type BookingDraft = z.output<typeof BookingDraft>;

type EventBody = Draft<typeof events.create>;

/** Body of the request, with null for empty members. A block has no type, people, price or customer. */
function toEventBody(filled: EventFormDraft, timeZone: string): EventBody {
  const { date, startTime: time, price, priceReason, customer, override, ...rest } = filled;
  const { pricing: _pricing, notify: _notify, extras: _chosen, promoCode: _code, ...said } = rest;
  const { people: count, minPeople, maxPeople, sportId: sport, priceType: kind, ...own } = said;
  const forPeople = {
    people: count ?? null,
    minPeople: minPeople ?? null,
    maxPeople: maxPeople ?? null,
    sportId: sport ?? null,
    priceType: kind ?? null,
    price: typeof price === "number" ? Math.round(price * 100) : null,
    priceReason: typeof price === "number" ? (priceReason ?? null) : null,
    customer: toCustomerChoice(customer) ?? null,
  };
  return {
    ...own,
    startTime: toInstant(date, time, timeZone) ?? time,
    ...(filled.kind === "block" ? { type: "other" as const } : forPeople),
    ...(override ? { override } : {}),
  };
}

export const toCreateBody = (filled: EventFormDraft, timeZone: string): EventBody => ({
  ...omitEmpty(toEventBody(filled, timeZone)),
  // A price that is set by hand takes no code.
  ...(filled.kind !== "block" &&
    filled.promoCode &&
    typeof filled.price !== "number" && { promoCode: filled.promoCode }),
  ...(filled.kind !== "block" && filled.extras && filled.extras.length > 0 && { extras: filled.extras }),
});

export function toBookingBody(filled: BookingDraft, own: string): EventBody {
  const { facilityId: _facility, date: _date, name, payment, packId, promoCode, ...rest } = filled;
  // The customer chooses the transfer after booking: until then the slot is held as for an online payment.
  const way = payment === "bank_transfer" ? ("online" as const) : payment;
  const paid = packId ? { packId } : { payment: way, promoCode: promoCode || null };
  return omitEmpty({ ...rest, name: name || own, ...paid });
}

const omitEmpty = <Given extends object>(draft: Given): Given =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== undefined)) as Given;

export const eventForm = formMembers<z.input<typeof EventFormDraft>, Event>({
  fieldId: {},
  date: {},
  startTime: { blank: "", from: ({ startTime: instant, timezone }) => toWallClock(instant, timezone).time },
  duration: { blank: 60 },
  name: { blank: "" },
  type: { blank: defaultEventType },
  kind: { blank: eventKinds[0] },
  confidentiality: { blank: null },
  sportId: { blank: null, from: ({ sport }) => sport?.id ?? null },
  people: { blank: null },
  minPeople: { blank: null },
  maxPeople: { blank: null },
  price: { blank: null, from: ({ priceCustomized, price }) => (priceCustomized ? price / 100 : null) },
  priceReason: { blank: "", from: () => "" },
  priceType: { blank: null },
  customer: { blank: blankCustomer, from: customerIn },
  description: { blank: "", from: ({ description: text }) => text ?? "" },
  notes: { blank: "", from: ({ notes: text }) => text ?? "" },
  internalNotes: { blank: "", from: ({ internalNotes: text }) => text ?? "" },
  override: { blank: false, from: () => false },
  pricing: { from: () => "reprice" },
  notify: { from: () => true },
  extras: { blank: [], from: () => undefined },
  promoCode: { blank: "", from: () => undefined },
});
function customerIn({ customer }: Event) {
  return { ...blankCustomer, customerId: customer?.customerId ?? "", name: customer?.name ?? "" };
}
export const bookingForm = formMembers<z.input<typeof BookingDraft> & z.input<typeof EventDraft>, Event>({
  facilityId: { blank: "" },
  date: {},
  fieldId: { blank: "" },
  startTime: { blank: "" },
  duration: { blank: 60 },
  name: { blank: "" },
  type: { blank: defaultEventType },
  confidentiality: { blank: null },
  sportId: { blank: null, from: ({ sport }) => sport?.id ?? null },
  people: { blank: null },
  priceType: { blank: null },
  description: { blank: "", from: ({ description: text }) => text ?? "" },
  notes: { blank: "", from: ({ notes: text }) => text ?? "" },
  payment: { blank: null, from: () => undefined },
  kind: notInForm("bookers book events"),
  minPeople: notInForm("as the field has it"),
  maxPeople: notInForm("as the field has it"),
  price: notInForm("the team's"),
  priceReason: notInForm("the team's"),
  customer: notInForm("who books"),
  internalNotes: notInForm("the team's"),
  override: notInForm("the team's"),
  packId: { blank: null, from: () => undefined },
  promoCode: { blank: "", from: () => undefined },
  extras: { blank: [], from: () => undefined },
});

export type EventChanges = Draft<typeof events.update>;

/** Changed members of the team's form; empty if nothing changed. @param timeZone of the target field */
export function diffEventForm(filled: EventFormDraft, event: Event, timeZone: string): EventChanges {
  const was = toEventBody(
    EventFormDraft.parse(emptyToNull(EventFormDraft, eventForm.filledWith(event))),
    event.timezone,
  );
  const { kind: _kind, ...changed } = pickChanges(was, toEventBody(filled, timeZone));
  return changed;
}

export function diffBookingForm(filled: BookingDraft, event: Event): EventChanges {
  const { facilityId: _facility, date: _date, payment: _payment, promoCode: _code, ...now } = filled;
  const changed: EventChanges = pickChanges(event, {
    ...now,
    name: now.name || event.name,
    sportId: now.sportId ?? null,
  });
  if (changed.startTime && Date.parse(changed.startTime) === Date.parse(event.startTime)) delete changed.startTime;
  if (changed.sportId === (event.sport?.id ?? null) || changed.sportId === null) delete changed.sportId;
  return changed;
}

export const isMove = ({ fieldId: field, startTime: start, duration: minutes }: EventChanges): boolean =>
  [field, start, minutes].some((draft) => draft !== undefined);

/** Body that undoes a move: the former field, time and price. @param isTeam only the team may set a price */
export function toUndoMoveBody(before: Event, after: Event, isTeam: boolean): EventChanges {
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
