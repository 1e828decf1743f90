/**
 * Benchmark of a day's availability, first the rules alone, then the request: `node bench/availability.ts`. Exits with 1
 * above a limit.
 */
import { rm } from "node:fs/promises";
import { dayBounds, openRangesOn, type FieldHours, type HoursException, type TimeSpan } from "#contract/hours-rules.ts";
import { computeBookingWindow, listFreeStarts } from "#contract/hours-starts-rules.ts";
import { createPriceReader, type PricePattern } from "#contract/prices-rules.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { createTestClub } from "#tests/support/test-club.ts";
import openTemplate from "#tests/support/test-database.ts";
import { createTestApp } from "#tests/support/test-app.ts";

const [MAX_RULES_MS, MAX_CALL_MS] = [15, 40];
const [FIELD_COUNT, EVENTS_PER_FIELD, rounds] = [40, 10, 200];
const timezone = "Europe/Paris";
const minute = 60_000;
const weekdays = [1, 2, 3, 4, 5, 6, 7];

interface Field {
  hours: FieldHours;
  patterns: PricePattern[];
  busy: TimeSpan[];
}

function createPattern(field: number, type: PricePattern["type"]): PricePattern {
  const timeslots = [
    { name: "Morning", start: "08:00", end: "12:00", weekdays },
    { name: "Afternoon", start: "12:00", end: "18:00", weekdays },
    { name: "Evening", start: "18:00", end: "02:00", weekdays },
  ];
  const plans = [60, 90, 120].map((duration) => ({ name: `${duration} min`, duration }));
  const details = timeslots.flatMap((timeslot) =>
    plans.flatMap((plan) =>
      [null, 5, 6].map((roleId) => ({ timeslot: timeslot.name, plan: plan.name, roleId, price: plan.duration * 20 })),
    ),
  );
  return { id: `${type}-${field}`, name: type, type, createdAt: "2026-01-01T00:00:00Z", timeslots, plans, details };
}

function createField(date: string, field: number): Field {
  const exceptions = Array.from({ length: 12 }, (_, month): HoursException => {
    const first = `2026-${String(month + 1).padStart(2, "0")}-01`;
    return { name: first, from: first, to: first, closed: true, hours: [], place: month % 2 ? "facility" : "pattern" };
  });
  const opened = weekdays.flatMap((weekday) => [
    { weekday, start: "07:30", end: "12:00" },
    { weekday, start: "13:00", end: "01:00" },
  ]);
  const { start } = dayBounds(date, timezone);
  const busy = Array.from({ length: EVENTS_PER_FIELD }, (_, event) => {
    const from = start + (480 + event * 95 + (field % 4) * 15) * minute;
    return { start: from, end: from + 70 * minute };
  });
  const patterns = [createPattern(field, "field"), createPattern(field, "user")];
  return { hours: { timezone, hours: opened, exceptions }, patterns, busy };
}

function createUniqueFilter(): (cell: PricePattern["details"][number]) => boolean {
  const seen = new Set<string>();
  return ({ timeslot, plan, roleId }) => {
    const key = JSON.stringify([timeslot, plan, roleId]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
}

function countOffers(date: string, fields: readonly Field[]): number {
  const now = dayBounds(date, timezone).start - 2880 * minute;
  const window = computeBookingWindow({ noticeMinutes: 60, horizonDays: 30, opensAt: null }, { now, timezone });
  const offers = fields.flatMap(({ hours, patterns, busy }) => {
    const options = createPriceReader({ patterns, timezone, roleIds: [5], startStep: 15 });
    const within = dayBounds(date, timezone);
    return listFreeStarts({
      ranges: openRangesOn(date, hours),
      within,
      window,
      step: 15,
      turnaround: 10,
      busy,
      options,
    });
  });
  return offers.length;
}

// A day with a clock change, the slowest case.
const date = "2026-10-25";
const fields = Array.from({ length: FIELD_COUNT }, (_, field) => createField(date, field));

async function median(work: () => unknown) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const first = times[0] ?? 0;
  return { first, ms: times.toSorted((one, other) => one - other)[rounds / 2] ?? Infinity };
}

function reportMedian(what: string, { ms, first }: { ms: number; first: number }, most: number, more: string): void {
  const isAbove = ms > most;
  if (isAbove) process.exitCode = 1;
  console.log(
    `${isAbove ? "✗" : "✓"} availability of a day, ${FIELD_COUNT} fields, ${FIELD_COUNT * EVENTS_PER_FIELD} events, ${what}: ` +
      `${ms.toFixed(1)} of ${most} ms, ratio ${(ms / most).toFixed(2)}; ${more}, ${first.toFixed(1)} ms the first time`,
  );
}

let starts = 0;
const rules = await median(() => (starts = countOffers(date, fields)));
reportMedian("rules", rules, MAX_RULES_MS, `${starts} starts`);

const dataDir = temporaryFolder("bench");
const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const testApp = await createTestApp();
try {
  const club = await createTestClub(testApp);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await club.manager("POST", club.path(path), body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data.id;
  };
  for (const [index, { hours, patterns, busy }] of fields.entries()) {
    const exceptions = hours.exceptions.map(({ place: _place, ...exception }) => exception);
    const fieldId = await club.addField({
      name: `Field ${index}`,
      startStep: 15,
      turnaround: 10,
      openingHourPatternId: await create("/opening-hour-patterns", { name: "Hours", hours: hours.hours, exceptions }),
    });
    for (const { name, type, timeslots, plans, details } of patterns) {
      const everybodys = details.map((cell) => ({ ...cell, roleId: cell.roleId && 4 })).filter(createUniqueFilter());
      await create("/price-patterns", { name, type, timeslots, plans, details: everybodys, fieldIds: [fieldId] });
    }
    for (const { start, end } of busy)
      await create("/events", {
        fieldId,
        kind: "block",
        type: "other",
        name: "Busy",
        startTime: new Date(start).toISOString(),
        duration: (end - start) / minute,
      });
  }
  await club.manager("PATCH", club.path(""), {
    bookingRules: { horizonDays: 366, noticeMinutes: 60, mostActive: null },
  });
  let bytes = 0;
  const url = `/api/v1${club.path(`/availability?date=${date}`)}`;
  const call = await median(async () => {
    const { statusCode, body } = await testApp.app.inject({
      url,
      headers: { authorization: `Bearer ${club.memberPerson.token}` },
    });
    if (statusCode !== 200 || !body.includes('"startTime"')) throw new Error(body.slice(0, 500));
    bytes = body.length;
  });
  reportMedian("call", call, MAX_CALL_MS, `${Math.round(bytes / 1024)} kB`);
} finally {
  await testApp.close();
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
