import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dayBounds,
  isWithinOpenTime,
  openRangesOn,
  openRangesBetween,
  type FieldHours,
  type OpenRange,
  type TimeSpan,
} from "./hours-rules.ts";
import { listBookableStarts, computeBookingWindow, listFreeStarts, isBookableStart } from "./hours-starts-rules.ts";

const minute = 60_000;
const day = 1440 * minute;
const offsetAt = (timezone: string, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6;
const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

const time = fc.oneof(
  fc.constantFrom("00:00", "01:30", "02:00", "02:30", "03:00"),
  fc.integer({ min: 0, max: 287 }).map((five) => new Date(five * 5 * minute).toISOString().slice(11, 16)),
);
const slot = fc.record({ start: time, end: time });
const week = fc.oneof(
  fc.array(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), start: time, end: time }), { maxLength: 14 }),
  fc.constant([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "00:00" }))),
);
const place = fc
  .record({
    timezone: fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
    instant: fc.integer({ min: Date.UTC(1975, 0), max: Date.UTC(2037, 0) }),
    days: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ timezone, instant, days }) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
    const change = zoned.getTimeZoneTransition("next") ?? zoned;
    return { timezone, date: change.toPlainDate().add({ days }).toString() };
  });
const exceptions = (date: string) =>
  fc.array(
    fc
      .record({
        from: fc.integer({ min: -3, max: 3 }),
        days: fc.integer({ min: 0, max: 3 }),
        closed: fc.boolean(),
        hours: fc.array(slot, { maxLength: 3 }),
        place: fc.constantFrom("pattern" as const, "facility" as const, "field" as const),
      })
      .map(({ from, days, ...rest }) => ({ name: "", from: plus(date, from), to: plus(date, from + days), ...rest })),
    { maxLength: 4 },
  );
const opening = place.chain(({ timezone, date }) =>
  fc.record({ date: fc.constant(date), timezone: fc.constant(timezone), hours: week, exceptions: exceptions(date) }),
);

/** Wall time to instant by offsets alone: the first or last match, else with the offset before the gap. */
function instantOf(timezone: string, date: string, wall: string, side: "first" | "last"): number {
  const local = Date.parse(`${date}T${wall}Z`);
  const offsets = [offsetAt(timezone, local - day), offsetAt(timezone, local + day)];
  const fitting = offsets.map((offset) => local - offset).filter((one, at) => offsetAt(timezone, one) === offsets[at]);
  if (fitting.length === 0) return local - (offsets[0] ?? 0);
  return side === "first" ? Math.min(...fitting) : Math.max(...fitting);
}

/** Reference implementation: every slot around a date, not merged. */
function plainSlots({ date, timezone, hours, exceptions: all }: FieldHours & { date: string }): TimeSpan[] {
  return [-3, -2, -1, 0, 1, 2, 3].flatMap((days) => {
    const on = plus(date, days);
    const rank = { pattern: 0, organization: 1, facility: 2, field: 3 };
    const [holding] = all
      .map((one, at) => ({ ...one, at, days: Date.parse(one.to) - Date.parse(one.from) }))
      .filter(({ from, to }) => from <= on && on <= to)
      .toSorted((one, other) => rank[other.place] - rank[one.place] || one.days - other.days || other.at - one.at);
    const weekday = ((new Date(`${on}T00:00Z`).getUTCDay() + 6) % 7) + 1;
    const slots = holding
      ? holding.closed
        ? []
        : holding.hours
      : (hours ?? []).filter((one) => one.weekday === weekday);
    return slots.map(({ start, end }) => ({
      start: instantOf(timezone, on, start, "first"),
      end: instantOf(timezone, end > start ? on : plus(on, 1), end, "last"),
    }));
  });
}

const runs = { numRuns: 1500 };

describe("of random weeks and exceptions, in all zones, around their clock changes", () => {
  test("the open ranges are what the rule says, in order, and none touches another", () => {
    fc.assert(
      fc.property(opening, (given) => {
        const ranges = openRangesOn(given.date, given);
        const today = dayBounds(given.date, given.timezone);
        const slots = plainSlots(given);
        ranges.forEach(({ start, end, counts }, index) => {
          expect(start).toBeLessThan(end);
          expect(start).toBeGreaterThan(ranges[index - 1]?.end ?? -Infinity);
          expect([start < today.end, end > today.start, counts[0]]).toEqual([true, true, start]);
        });
        for (let instant = today.start; instant < today.end; instant += 10 * minute) {
          const isOpen = slots.some(({ start, end }) => start <= instant && instant < end);
          expect(isWithinOpenTime(ranges, { start: instant, end: instant + 1 })).toBe(isOpen);
        }
      }),
      runs,
    );
  });

  test("a day’s ranges and starts are the same, whichever days are asked for with it", () => {
    fc.assert(
      fc.property(opening, fc.constantFrom(15, 30, 45, 60, 90, 120), (given, step) => {
        const today = dayBounds(given.date, given.timezone);
        const startsOf = (ranges: OpenRange[]) => ranges.flatMap((range) => listBookableStarts(range, step, today));
        const wide = openRangesBetween(plus(given.date, -2), plus(given.date, 2), given);
        expect(startsOf(wide)).toEqual(startsOf(openRangesOn(given.date, given)));
      }),
      { numRuns: 500 },
    );
  });

  const occupied = fc.array(
    fc.record({ at: fc.integer({ min: -300, max: 1500 }), lasts: fc.integer({ min: 1, max: 200 }) }),
    {
      maxLength: 8,
    },
  );
  const rules = fc.record({
    step: fc.constantFrom(5, 10, 15, 20, 30, 45, 60, 90, 120),
    turnaround: fc.constantFrom(0, 0, 5, 15, 30),
    durations: fc.uniqueArray(fc.constantFrom(15, 30, 45, 60, 90, 120, 240, 1440), { minLength: 1, maxLength: 3 }),
    nowAfter: fc.integer({ min: -2000, max: 1440 }),
    noticeMinutes: fc.constantFrom(null, 0, 60),
    horizonDays: fc.constantFrom(null, 1, 2),
  });

  test("no offer overlaps anything, every offer lies in open time, and nothing that could be offered is left out", () => {
    fc.assert(
      fc.property(opening, occupied, rules, (given, events, { step, turnaround, durations, nowAfter, ...bounds }) => {
        const ranges = openRangesOn(given.date, given);
        const within = dayBounds(given.date, given.timezone);
        const now = within.start + nowAfter * minute;
        const window = computeBookingWindow({ ...bounds, opensAt: null }, { now, timezone: given.timezone });
        const busy = events.map(({ at, lasts }) => ({
          start: within.start + at * minute,
          end: within.start + (at + lasts) * minute,
        }));
        const options = durations.map((duration) => ({ duration }));
        const free = { ranges, within, window, step, turnaround, busy, options: () => options };
        const offered = listFreeStarts(free).flatMap(({ start, options: some }) =>
          some.map(({ duration }) => `${start} ${duration}`),
        );
        const dayBefore = dayBounds(plus(given.date, -1), given.timezone);
        const last = plus(dateOf(now, given.timezone), bounds.horizonDays ?? 9999);
        const expected = minutesIn(within).flatMap((start) => {
          if (!isAnchored(start, step, dayBefore, ranges)) return [];
          expect(isBookableStart(ranges, step, start)).toBe(true);
          if (start <= now || start < now + (bounds.noticeMinutes ?? 0) * minute) return [];
          // By its bounds: in Moncton clocks went back at 00:01, so that the date of the day before returned for an hour.
          if (start >= dayBounds(last, given.timezone).end) return [];
          return durations.flatMap((duration) => {
            const [end, after] = [start + duration * minute, start + (duration + turnaround) * minute];
            const overlaps = busy.some((one) => one.start < after && start < one.end);
            return isWithinOpenTime(ranges, { start, end }) && !overlaps ? [`${start} ${duration}`] : [];
          });
        });
        expect(offered).toEqual(expected);
      }),
      runs,
    );
  });
});

const dateOf = (instant: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDate().toString();
const minutesIn = ({ start, end }: TimeSpan) =>
  Array.from({ length: (end - start) / minute }, (_, at) => start + at * minute);

function isAnchored(start: number, step: number, dayBefore: TimeSpan, ranges: OpenRange[]) {
  const range = ranges.find((one) => one.start <= start && start < one.end);
  if (!range) return false;
  const anchor = range.start <= dayBefore.start ? dayBefore.end : range.start;
  return (start - anchor) % (step * minute) === 0;
}

const at = (instant: string) => Date.parse(instant);
const told = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(11, 16));

describe("the starts of a day", () => {
  // Wall times 0, 1, 3, 4, 5 o’clock in Paris in spring; 0, 1, 2, 2, 3, 4, 5 in autumn; in New York without 2, and with
  // 1 twice; on Lord Howe Island 0:00, 1:00, 2:30, 3:30, 4:30, 5:30, and 0:00, 1:00, 1:30, 2:30, 3:30, 4:30, 5:30.
  test.each([
    ["Europe/Paris", "2026-03-29", ["23:00", "00:00", "01:00", "02:00", "03:00"]],
    ["Europe/Paris", "2026-10-25", ["22:00", "23:00", "00:00", "01:00", "02:00", "03:00", "04:00"]],
    ["America/New_York", "2026-03-08", ["05:00", "06:00", "07:00", "08:00", "09:00"]],
    ["America/New_York", "2026-11-01", ["04:00", "05:00", "06:00", "07:00", "08:00", "09:00", "10:00"]],
    ["Australia/Lord_Howe", "2026-10-04", ["13:30", "14:30", "15:30", "16:30", "17:30", "18:30"]],
    ["Australia/Lord_Howe", "2026-04-05", ["13:00", "14:00", "15:00", "16:00", "17:00", "18:00", "19:00"]],
  ])("%s, %s from 00:00 to 06:00, each hour", (timezone, date, expected) => {
    const hours = { timezone, hours: [{ weekday: 7, start: "00:00", end: "06:00" }], exceptions: [] };
    const within = dayBounds(date, timezone);
    expect(openRangesOn(date, hours).flatMap((range) => told(listBookableStarts(range, 60, within)))).toEqual(expected);
  });

  const hoursOn = (...slots: [number, string, string][]) => ({
    timezone: "UTC",
    hours: slots.map(([weekday, start, end]) => ({ weekday, start, end })),
    exceptions: [],
  });
  const wednesday = "2026-07-15";
  const within = dayBounds(wednesday, "UTC");

  test("are counted from the opening, also from the evening before", () => {
    const evening = openRangesOn(wednesday, hoursOn([2, "22:20", "01:30"], [3, "08:20", "10:00"]));
    expect(evening.flatMap((range) => told(listBookableStarts(range, 45, within)))).toEqual([
      ...["00:35", "01:20"],
      ...["08:20", "09:05", "09:50"],
    ]);
  });

  test("are counted from midnight where the day before was open as a whole", () => {
    const always = openRangesOn(
      wednesday,
      hoursOn([1, "09:15", "00:00"], [2, "00:00", "00:00"], [3, "00:00", "02:00"]),
    );
    expect(always.flatMap((range) => told(listBookableStarts(range, 45, within)))).toEqual(["00:00", "00:45", "01:30"]);
  });

  test("leave out those after which the field is not free long enough, turnaround included", () => {
    const offers = listFreeStarts({
      ranges: openRangesOn(wednesday, hoursOn([3, "08:00", "12:00"])),
      within,
      step: 30,
      turnaround: 15,
      busy: [{ start: at("2026-07-15T09:30Z"), end: at("2026-07-15T10:15Z") }],
      options: () => [{ duration: 60 }, { duration: 90 }],
    });
    expect(offers.map(({ start, options }) => [told([start])[0], ...options.map(({ duration }) => duration)])).toEqual([
      ["08:00", 60],
      // The turnaround may run past closing time.
      ["10:30", 60, 90],
      ["11:00", 60],
    ]);
  });

  test("may be booked after the notice, up to the end of the horizon’s last day", () => {
    const now = at("2026-10-24T20:00Z");
    const paris = { now, timezone: "Europe/Paris" };
    expect(computeBookingWindow({ noticeMinutes: null, horizonDays: null, opensAt: null }, paris)).toEqual({
      start: now + 1,
      end: Infinity,
    });
    expect(computeBookingWindow({ noticeMinutes: 90, horizonDays: 1, opensAt: null }, paris)).toEqual({
      start: at("2026-10-24T21:30Z"),
      end: at("2026-10-25T23:00Z"),
    });
  });
});
