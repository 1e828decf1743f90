import { beforeAll, expect, test } from "vitest";
import { emptyToNull } from "#contract/kit.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { type Event, EventDraft } from "#contract/events.ts";
import {
  toUndoMoveBody,
  BookingDraft,
  bookingForm,
  eventForm,
  diffEventForm,
  EventFormDraft,
  isMove,
  diffBookingForm,
  toBookingBody,
  toCreateBody,
} from "./event-draft.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";

beforeAll(ensureTemporal);

const filled = {
  fieldId: "0195f0c2-0000-7000-8000-000000000001",
  date: "2026-12-01",
  startTime: "18:00",
  duration: 90,
  name: "Entraînement",
  type: "training",
  kind: "event",
  confidentiality: "public",
  sportId: null,
  people: null,
  minPeople: null,
  maxPeople: null,
  price: null,
  priceReason: "",
  priceType: null,
  customer: { name: "", phone: "" },
  description: "",
  notes: "",
  internalNotes: "",
  override: false,
};
const parse = (changed: object = {}) =>
  EventFormDraft.safeParse(emptyToNull(EventFormDraft, { ...filled, ...changed }));
const draftOf = (changed: object = {}) =>
  toCreateBody(EventFormDraft.parse(emptyToNull(EventFormDraft, { ...filled, ...changed })), "Europe/Paris");

test("what was left empty is not sent, and what is sent is what the server takes", () => {
  const draft = draftOf();
  expect(draft).toEqual({
    fieldId: filled.fieldId,
    startTime: "2026-12-01T17:00:00Z",
    duration: 90,
    name: "Entraînement",
    type: "training",
    kind: "event",
    confidentiality: "public",
  });
  expect(EventDraft.safeParse(draft).success).toBe(true);
});

test("a price in euros is sent in cents, with its reason", () => {
  expect(draftOf({ price: 24.1, priceReason: "Ami du club" })).toMatchObject({
    price: 2410,
    priceReason: "Ami du club",
  });
  expect(draftOf({ priceReason: "Without a price" })).not.toHaveProperty("priceReason");
});

test("a walk-in has a name, and a phone number only with one", () => {
  expect(draftOf({ customer: { name: "Jean", phone: "" } }).customer).toEqual({ name: "Jean" });
  expect(parse({ customer: { name: "", phone: "+33 4 72 00 00 00" } }).error?.issues[0]?.path).toEqual([
    "customer",
    "name",
  ]);
});

test("a block has neither people nor price nor customer, whatever was filled in before it became one", () => {
  const draft = draftOf({ kind: "block", people: 4, price: 10, customer: { name: "Jean", phone: "" } });
  expect(draft).toMatchObject({ kind: "block", type: "other" });
  for (const member of ["people", "price", "customer"]) expect(draft).not.toHaveProperty(member);
});

test("the same filling has the same key however often it is sent, and another after any change", () => {
  const keyOf = createIdempotencyKeys();
  const first = keyOf({ name: "A" });
  expect(keyOf({ name: "A" })).toBe(first);
  expect(keyOf({ name: "B" })).not.toBe(first);
  expect(createIdempotencyKeys()({ name: "A" })).not.toBe(first);
});

const event = {
  id: "0195f0c2-0000-7000-8000-000000000009",
  fieldId: filled.fieldId,
  facilityId: "0195f0c2-0000-7000-8000-000000000002",
  startTime: "2026-12-01T17:00:00.000Z",
  timezone: "Europe/Paris",
  date: "2026-12-01",
  duration: 90,
  name: "Entraînement",
  type: "training",
  kind: "event",
  confidentiality: "public",
  sport: { id: 3, name: "Tennis" },
  people: 2,
  minPeople: 1,
  maxPeople: 4,
  price: 1800,
  currency: "EUR",
  priceType: "field",
  priceCustomized: false,
  customer: {
    customerId: "0195f0c2-0000-7000-8000-000000000004",
    userId: "0195f0c2-0000-7000-8000-000000000003",
    name: "Camille Robert",
    phone: null,
  },
  description: "Bring racquets",
  notes: null,
  internalNotes: null,
} as unknown as Event;
const changed = (change: object) =>
  diffEventForm(
    EventFormDraft.parse(emptyToNull(EventFormDraft, { ...eventForm.filledWith(event), ...change })),
    event,
    "Europe/Paris",
  );
const rebooked = (change: object) =>
  diffBookingForm(
    BookingDraft.parse(emptyToNull(BookingDraft, { ...bookingForm.filledWith(event), ...change })),
    event,
  );

test("a form that was only opened changes nothing", () => {
  expect(changed({})).toEqual({});
  expect(rebooked({})).toEqual({});
});

test("only what was changed is sent, and what was emptied is taken away", () => {
  expect(changed({ startTime: "19:00", description: "" })).toEqual({
    startTime: "2026-12-01T18:00:00Z",
    description: null,
  });
  expect(changed({ customer: { customerId: "", name: "", phone: "" } })).toEqual({ customer: null });
  expect(rebooked({ startTime: "2026-12-01T18:00:00.000Z", name: "" })).toEqual({
    startTime: "2026-12-01T18:00:00.000Z",
  });
});

test("another time, field or length is a move, and nothing else is", () => {
  expect([changed({ startTime: "19:00" }), changed({ duration: 60 })].map(isMove)).toEqual([true, true]);
  expect(isMove(changed({ name: "Another" }))).toBe(false);
});

test("a move is taken back to its place, its time and its price, which only the team may say", () => {
  const move = { fieldId: event.fieldId, startTime: event.startTime, duration: 90 };
  const dearer = { ...event, startTime: "2026-12-02T17:00:00.000Z", price: 2400 };
  expect(toUndoMoveBody(event, dearer, true)).toEqual({ ...move, price: 1800 });
  expect(toUndoMoveBody(event, { ...dearer, price: 1800 }, true)).toEqual({ ...move, pricing: "keep" });
  expect(toUndoMoveBody(event, dearer, false)).toEqual(move);
  const elsewhere = { ...dearer, fieldId: "0195f0c2-0000-7000-8000-000000000008" };
  expect(toUndoMoveBody(event, elsewhere, false)).toEqual({
    ...move,
    sportId: 3,
    people: 2,
    minPeople: 1,
    maxPeople: 4,
  });
});

test("a booking says its slot and has a name of its own where none was typed", () => {
  const booking = BookingDraft.parse(
    emptyToNull(BookingDraft, { ...bookingForm.filledWith(event), name: "", people: null }),
  );
  const draft = toBookingBody(booking, "Tennis");
  expect(draft).toMatchObject({ name: "Tennis", startTime: event.startTime, duration: 90 });
  for (const member of ["facilityId", "date", "people"]) expect(draft).not.toHaveProperty(member);
  expect(EventDraft.safeParse(draft).success).toBe(true);
});
