import fc from "fast-check";
import { expect, test } from "vitest";
import { minutesSinceMidnight, slotLength } from "#contract/hours-week-rules.ts";
import { createPriceReader, type PricePattern } from "#contract/prices-rules.ts";
import { listPriceRows, type PriceRow } from "./price-rows.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const plans = [60, 90].map((duration) => ({ name: `${duration}`, duration }));
const pattern = (more: Partial<PricePattern> & { id: string }): PricePattern => ({
  ...{ name: more.id, type: "field", createdAt: `2026-01-0${more.id}T00:00:00Z`, plans },
  timeslots: [{ name: "always", weekdays: everyDay, start: "00:00", end: "24:00" }],
  details: [{ timeslot: "always", plan: "60", roleId: null, price: 2000 }],
  ...more,
});
const peak = { name: "peak", weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00" };

test("an older pattern sells around the hours of a newer one, on days that are the same together", () => {
  const newer = pattern({
    id: "2",
    timeslots: [peak],
    details: [{ timeslot: "peak", plan: "60", roleId: null, price: 3000 }],
  });
  expect(listPriceRows([pattern({ id: "1" }), newer], [])).toEqual([
    {
      type: "field",
      times: [{ weekdays: [1, 2, 3, 4, 5], hours: { start: "18:00", end: "22:00" } }],
      prices: [{ duration: 60, price: 3000 }],
    },
    {
      type: "field",
      times: [
        { weekdays: [6, 7], hours: undefined },
        { weekdays: [1, 2, 3, 4, 5], hours: { start: "00:00", end: "18:00" } },
        { weekdays: [1, 2, 3, 4, 5], hours: { start: "22:00", end: "00:00" } },
      ],
      prices: [{ duration: 60, price: 2000 }],
    },
  ]);
});

test("a newer pattern that sells nothing covers nothing, and one that sells always leaves nothing of the older", () => {
  const empty = pattern({ id: "2", details: [{ timeslot: "always", plan: "60", roleId: 9, price: 1 }] });
  expect(listPriceRows([pattern({ id: "1" }), empty], [])).toHaveLength(1);
  const always = pattern({ id: "3", details: [{ timeslot: "always", plan: "90", roleId: null, price: 5 }] });
  expect(listPriceRows([pattern({ id: "1" }), always], []).map(({ prices }) => prices)).toEqual([
    [{ duration: 90, price: 5 }],
  ]);
});

test("prices by person stand beside those of the field, or only where it is not sold as a whole", () => {
  const byPerson = pattern({ id: "2", type: "user" });
  const whole = pattern({
    id: "1",
    timeslots: [peak],
    details: [{ timeslot: "peak", plan: "60", roleId: null, price: 3000 }],
  });
  expect(listPriceRows([whole, byPerson], []).map(({ type, times }) => [type, times.length])).toEqual([
    ["field", 1],
    ["user", 1],
  ]);
  expect(
    listPriceRows([whole, byPerson], [], { isOneType: true }).map(({ type, times }) => [type, times.length]),
  ).toEqual([
    ["field", 1],
    ["user", 3],
  ]);
});

const halfHour = fc.integer({ min: 0, max: 47 }).map((half) => {
  const digits = (count: number) => String(count).padStart(2, "0");
  return `${digits(Math.floor(half / 2))}:${half % 2 ? "30" : "00"}`;
});
const anySlot = fc.record({
  ...{ start: halfHour, end: halfHour },
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  price: fc.option(fc.integer({ min: 1, max: 9999 }), { freq: 3 }),
  plan: fc.constantFrom("60", "90"),
});
const anyPattern = (id: number) =>
  fc.record({ slot: anySlot, type: fc.constantFrom("field" as const, "user" as const) }).map(({ slot, type }) => {
    const { price, plan, ...timeslot } = slot;
    return pattern({
      ...{ id: String(id), type, timeslots: [{ ...timeslot, name: "slot" }] },
      details: [{ timeslot: "slot", plan, roleId: null, price }],
    });
  });

const holdsAt = ({ times }: PriceRow, weekday: number, minute: number): boolean =>
  times.some(({ weekdays, hours }) => {
    const from = hours ? minutesSinceMidnight(hours.start) : 0;
    const until = from + (hours ? slotLength(hours) : 1440);
    const before = weekday === 1 ? 7 : weekday - 1;
    return (
      (weekdays.includes(weekday) && from <= minute && minute < until) ||
      (weekdays.includes(before) && minute + 1440 < until)
    );
  });

test("whatever the patterns, every half hour of a week has the prices that a booking then would get", () => {
  fc.assert(
    fc.property(fc.tuple(anyPattern(1), anyPattern(2), anyPattern(3)), (patterns) => {
      const rows = listPriceRows(patterns, []);
      const read = createPriceReader({ patterns, timezone: "UTC", roleIds: [], startStep: 30 });
      // From a Monday on.
      const monday = Date.parse("2026-06-01T00:00:00Z");
      for (let half = 0; half < 7 * 48; half += 1) {
        const [weekday, minute] = [Math.floor(half / 48) + 1, (half % 48) * 30];
        const shown = rows
          .filter((row) => holdsAt(row, weekday, minute))
          .flatMap(({ type, prices }) => prices.map(({ duration, price }) => [type, duration, price]));
        const sold = read(monday + half * 1_800_000).map(({ priceType, duration, price }) => [
          priceType,
          duration,
          price,
        ]);
        expect(shown.toSorted()).toEqual(sold.toSorted());
      }
    }),
    { numRuns: 100 },
  );
});
