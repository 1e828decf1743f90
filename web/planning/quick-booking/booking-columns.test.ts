import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Event } from "#contract/events.ts";
import type { PlanningField } from "#contract/planning.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { blankBooking, bookingColumns, copiedValues, toEventFormValues } from "./booking-columns.ts";
import { BookingStore } from "./booking-store.ts";
import { valuesOf } from "./placement.ts";
import { QuickDraft } from "./quick-draft.ts";
import { saveBooking } from "./save-booking.ts";

const [court1, court2] = ["019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91", "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92"];
const fields = [court1, court2].map((id) => ({ id, name: id, timezone: "Europe/Paris" })) as PlanningField[];
const place = { fieldId: court1, startTime: "2027-06-10T08:00:00.000Z" };

beforeAll(ensureTemporal);
afterEach(() => vi.restoreAllMocks());

async function requestsFor(values: Partial<QuickDraft>): Promise<string> {
  const sent: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((given, init) => {
    const url = given instanceof Request ? given.url : given.toString();
    const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as object;
    sent.push([new URL(url, location.href).pathname, body]);
    const conflict = { date: "2027-06-10", state: "conflict", alternatives: [{ fieldId: court2 }] };
    return Promise.resolve(
      Response.json({
        data: {
          ...body,
          id: "e1",
          field: { id: court1, name: "Court 1" },
          timezone: "Europe/Paris",
          organizationId: "org",
          price: 1800,
          created: [],
          occurrences: [conflict],
        },
      }),
    );
  });
  const store = new BookingStore();
  store.open({ kind: "event", places: [place], duration: 60, hasChosenLength: true }, fields);
  const booking = store.openBooking();
  if (!booking) throw new Error("no booking is open");
  for (const [name, value] of Object.entries(values)) booking.form.set(name, value);
  const filled = QuickDraft.parse({
    ...valuesOf(booking),
    ...{ priceType: valuesOf(booking).priceType || null, until: valuesOf(booking).until || null },
    customer: {
      ...valuesOf(booking).customer,
      ...{ customerId: null, phone: valuesOf(booking).customer.phone || null, email: null },
    },
  });
  const t = (key: string, parameters?: object) => `${key} ${JSON.stringify(parameters ?? {})}`;
  await saveBooking(filled, booking, {
    ...{ store, fields, organizationId: "org", cache: new QueryClient(), continues: false },
    t: t as unknown as Parameters<typeof saveBooking>[2]["t"],
  });
  return JSON.stringify(sent);
}

const isBlock = { kind: "block", reason: "Maintenance" } as const;
const isSeries = { kind: "series" } as const;
const samples: { [Name in keyof QuickDraft]: [value: QuickDraft[Name], within?: Partial<QuickDraft>] } = {
  kind: ["block", { reason: "Maintenance" }],
  fieldId: [court2],
  date: ["2027-06-11"],
  startTime: ["11:00"],
  duration: [90],
  type: ["training"],
  priceType: ["user"],
  people: [3],
  payment: ["paid"],
  extras: [[{ extraId: court1, quantity: 2 }]],
  packId: [court2, { payment: "pack", packId: court1 }],
  promoCode: ["AUTUMN10"],
  method: ["check", { payment: "paid" }],
  email: ["ines@example.org", { payment: "link", email: "other@example.org" }],
  customer: [{ name: "Ines Morel", phone: "+33612345678", denied: [] }],
  text: ["Bring shoes"],
  isInternal: [true, { text: "Bring shoes" }],
  override: [true, { overrideReason: "Tournament" }],
  overrideReason: ["Tournament", { override: true, overrideReason: "Other" }],
  reason: ["Waxing", isBlock],
  isWeather: [true, isBlock],
  description: ["Closed", isBlock],
  repeats: [true, isBlock],
  ends: ["until", { ...isSeries, until: "2027-07-01" }],
  count: [4, isSeries],
  until: ["2027-07-08", { ...isSeries, ends: "until", until: "2027-07-01" }],
  chosen: [{ "2027-06-10": court2 }, isSeries],
};

test("each field of a quick booking reaches a request", async () => {
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(bookingColumns).toSorted());
  expect(Object.keys(QuickDraft.shape).toSorted()).toEqual(Object.keys(bookingColumns).toSorted());
  for (const [name, [value, within = {}]] of Object.entries(samples)) {
    const before = await requestsFor(within);
    const after = await requestsFor({ ...within, [name]: value });
    expect(after, name).not.toBe(before);
  }
});

test("the whole form takes over everything but what only this form knows", () => {
  // The whole form asks for the payment link, its email address, the payment method, the pack and the series' choices anew; it suggests no other places.
  const own = ["packId", "method", "email", "isWeather", "repeats", "ends", "count", "until", "chosen"];
  const payment = { payment: ["free"] };
  for (const [name, [value, within = {}]] of Object.entries({ ...samples, ...payment } as typeof samples)) {
    if (own.includes(name)) continue;
    const base = { ...blankBooking(), ...within };
    expect(toEventFormValues({ ...base, [name]: value }), name).not.toEqual(toEventFormValues(base));
  }
});

test("a copy takes what and for whom, neither place nor time, and tells notes for the team from those for the customer", () => {
  const event = {
    ...{ kind: "event", name: "Ines Morel", type: "training", priceType: "user", people: 3, duration: 90 },
    ...{
      customer: { customerId: "c1", userId: null, name: "Ines Morel", phone: null },
      notes: null,
      internalNotes: "VIP",
    },
  } as unknown as Event;
  expect(copiedValues(event)).toEqual({
    ...{ type: "training", priceType: "user", people: 3, text: "VIP", isInternal: true, reason: "" },
    customer: { customerId: "c1", name: "Ines Morel", phone: "", email: "", denied: [] },
  });
});
