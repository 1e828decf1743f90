/**
 * Compares the finder with asking field by field, on a thousand random days: random hours, prices, bookings and divided
 * fields, in zones whose clock changes by an hour, by half of one, and not at all. Pure: no server, no database.
 */
import { noPrivileges } from "#contract/permissions-grants-rules.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TimeSpan } from "#contract/hours-rules.ts";
import type { PricePattern } from "#contract/prices-rules.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { computeFieldDay, type FieldTerms } from "./free-starts.ts";
import type { OfferedField } from "./queries.ts";
import { toOffers } from "./read-slots.ts";
import { mergeOffers } from "./slots-rules.ts";

const MINUTE_MS = 60_000;
const DURATION = 90;

/** Both changes of the clock in each zone, and any other day of two years. */
const clockChanges = [
  ["Europe/Paris", "2026-10-25"],
  ["Europe/Paris", "2027-03-28"],
  ["America/New_York", "2026-11-01"],
  ["America/New_York", "2027-03-14"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Australia/Lord_Howe", "2027-04-04"],
] as const;
const anyDay = fc.tuple(
  fc.constantFrom("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"),
  fc.integer({ min: 0, max: 730 }).map((days) => addDays("2026-06-01", days)),
);

const wallTime = fc
  .integer({ min: 0, max: 47 })
  .map((half) => new Date(half * 30 * MINUTE_MS).toISOString().slice(11, 16));
/** Also past midnight, and the whole day where both are the same. */
const week = fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), start: wallTime, end: wallTime }), {
  minLength: 7,
  maxLength: 12,
});
const pattern = fc
  .uniqueArray(fc.constantFrom(30, 60, 90, 120), { minLength: 1, maxLength: 4 })
  .map((durations): PricePattern => ({
    ...{ id: "p", name: "Prices", type: "field", createdAt: "2026-01-01T00:00:00Z" },
    timeslots: [{ name: "Always", start: "00:00", end: "00:00", weekdays: [1, 2, 3, 4, 5, 6, 7] }],
    plans: durations.map((duration) => ({ name: `${duration} min`, duration })),
    details: durations.map((duration) => ({
      ...{ timeslot: "Always", plan: `${duration} min`, roleId: null, price: duration * 20 },
    })),
  }));
/** Half hours from the midnight before the day (UTC), and their number. */
const booking = fc.record({ from: fc.integer({ min: 0, max: 95 }), length: fc.integer({ min: 1, max: 6 }) });

const drawnField = fc.record({
  hours: week,
  prices: fc.option(pattern),
  bookings: fc.array(booking, { maxLength: 12 }),
  step: fc.constantFrom(15, 30, 60),
  turnaround: fc.constantFrom(0, 0, 15),
  isClosed: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  /** A part of the first field. */
  isPart: fc.boolean(),
});
type DrawnField = (typeof drawnField extends fc.Arbitrary<infer T> ? T : never) & { id: string };

interface DrawnDay {
  timezone: string;
  date: string;
  fields: DrawnField[];
}

const toField = ({ id, step, turnaround, isClosed, isPart }: DrawnField, timezone: string): OfferedField =>
  ({
    ...{ id, name: `Field ${id}`, timezone, start_step: step, turnaround, status: isClosed ? "closed" : "open" },
    parent_id: isPart ? "0" : null,
  }) as OfferedField;

function busyOf({ fields, date }: DrawnDay, field: DrawnField): TimeSpan[] {
  const midnight = Date.parse(`${date}T00:00:00Z`) - 12 * 60 * MINUTE_MS;
  // A whole and its parts share their units: each is taken where the other is.
  const shared = fields.filter(
    (one) => one === field || (one.isPart && field.id === "0") || (field.isPart && one.id === "0"),
  );
  return shared
    .flatMap(({ bookings }) => bookings)
    .map(({ from, length }) => ({
      start: midnight + from * 30 * MINUTE_MS,
      end: midnight + (from + length) * 30 * MINUTE_MS,
    }))
    .toSorted((one, other) => one.start - other.start);
}

/** The most fields that can be booked side by side: of all choices, the largest without a whole beside its part. */
function countByTrying(free: readonly DrawnField[]): number {
  const choices = Array.from({ length: 2 ** free.length }, (_, bits) =>
    free.filter((_one, index) => bits & (2 ** index)),
  );
  const isPossible = (chosen: readonly DrawnField[]) =>
    !(chosen.some(({ id }) => id === "0") && chosen.some(({ isPart }) => isPart));
  return Math.max(...choices.filter(isPossible).map(({ length }) => length));
}

/** @returns the number of starts */
function compare(day: DrawnDay): number {
  const { timezone, date, fields } = day;
  const terms: FieldTerms = {
    hours: new Map(fields.map(({ id, hours }) => [id, { timezone, hours, exceptions: [] }])),
    prices: new Map(fields.flatMap(({ id, prices }) => (prices ? [[id, [{ ...prices, productId: null }]]] : []))),
    privileges: noPrivileges,
    bookingWindowIn: () => undefined,
  };
  const days = fields.map((field) => {
    const busy = busyOf(day, field);
    const offered = toField(field, timezone);
    return { field, offered, busy, found: computeFieldDay(offered, date, terms, busy) };
  });
  const merged = mergeOffers(
    days
      .flatMap(({ offered, found, busy }) => toOffers(offered, found, busy))
      .filter(({ duration }) => duration === DURATION),
    days.map(({ offered }) => ({ id: offered.id, parentId: offered.parent_id, name: offered.name })),
    1,
  );
  const freeAt = Map.groupBy(
    days.flatMap(({ field, found }) =>
      found.starts
        .filter(({ options }) => options.some(({ duration }) => duration === DURATION))
        .map(({ start }) => ({ start, field })),
    ),
    ({ start }) => start,
  );
  const expected = [...freeAt]
    .map(([start, free]) => [start, countByTrying(free.map(({ field }) => field))])
    .toSorted(([one = 0], [other = 0]) => one - other);
  expect(merged.map(({ start, free }) => [start, free])).toEqual(expected);
  for (const { start, offers } of merged)
    expect(offers.map(({ fieldId }) => fieldId).toSorted()).toEqual(
      freeAt
        .get(start)
        ?.map(({ field }) => field.id)
        .toSorted(),
    );
  return merged.length;
}

const fieldsOfDay = fc
  .array(drawnField, { minLength: 1, maxLength: 6 })
  .map((drawn) => drawn.map((field, index) => ({ ...field, id: String(index), isPart: index > 0 && field.isPart })));

test("the same starts and counts are found as asking each field, on 1,000 random days", () => {
  let starts = 0;
  fc.assert(
    fc.property(anyDay, fieldsOfDay, ([timezone, date], fields) => {
      starts += compare({ timezone, date, fields });
    }),
    { numRuns: 1000 },
  );
  expect(starts).toBeGreaterThan(5000);
});

test.each(clockChanges)("nor does a change of the clock in %s on %s make a difference", (timezone, date) => {
  let starts = 0;
  fc.assert(
    fc.property(fieldsOfDay, (fields) => {
      starts += compare({ timezone, date, fields });
    }),
    { numRuns: 50 },
  );
  expect(starts).toBeGreaterThan(100);
});
