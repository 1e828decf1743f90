/** Quotas: what a member may book in a period is counted from rows, the same everywhere, also for two phones at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createQuotaReader, measureBooking, type QuotaBooking } from "#contract/availability-quotas-rules.ts";
import type { Quota } from "#contract/organization-options.ts";
import { memberRolePermissions } from "#contract/permissions.ts";
import { widestQuotas } from "#server/members/roles.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

const HOUR_MS = 3_600_000;
const quota = (draft: Partial<Quota>): Quota => ({
  ...{ measure: "minutes", amount: 240, per: "week", windowId: null, sportIds: [] },
  ...draft,
});
const noRules = { horizonDays: null, noticeMinutes: null, mostActive: null };

describe("in a club", () => {
  let testApp: TestApp;
  let club: TestClub;
  let fieldId: string;
  let person: Person;
  let member: ApiCall;
  beforeAll(async () => {
    testApp = await createTestApp();
    club = await createTestClub(testApp);
    fieldId = await club.addField({ sportIds: [1, 2] });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    // A Monday; Paris is two hours ahead.
    testApp.clock.set("2026-06-01T06:00:00Z");
    person = await testApp.member(club.organizationId, 4);
    member = testApp.as(person);
    await setQuotas([]);
  });

  const setRules = async (rules: object) => {
    const { status, body } = await club.manager("PATCH", club.path(""), { bookingRules: { ...noRules, ...rules } });
    expect([status, body.errors]).toEqual([200, undefined]);
  };
  const setQuotas = (quotas: object[] | null) => setRules({ quotas });
  const book = (startTime: string, duration = 90, more: object = {}, api = member) =>
    api("POST", club.path("/events"), { name: "Game", type: "free_play", fieldId, startTime, duration, ...more });
  const refusalOf = async (answer: ReturnType<typeof book>) => {
    const { status, body } = await answer;
    return [status, body.errors?.startTime?.[0]];
  };
  const cancelAll = async () => {
    const { body } = await club.manager("GET", club.path("/events?per_page=100&status=approved"));
    for (const { id } of body.data as { id: string }[])
      await club.manager("POST", club.path(`/events/${id}/cancel`), { reason: "Made free", refund: "full" });
  };

  test("240 minutes a week, 180 used: 90 are refused again from Monday, 60 are granted, and a late cancel of 90 still counts", async () => {
    await setQuotas([quota({})]);
    expect((await book("2026-06-02T08:00:00Z")).status).toBe(201);
    const late = await book("2026-06-03T08:00:00Z");
    expect(late.status).toBe(201);
    const refused = [409, "At most 240 minutes a week. You have 180; again from Monday, June 8."];
    expect(await refusalOf(book("2026-06-07T20:00:00Z"))).toEqual(refused);
    // Sunday 23:00 to Monday 00:30 in Paris: the start's week counts.
    expect(await refusalOf(book("2026-06-07T21:00:00Z"))).toEqual(refused);
    expect((await book("2026-06-07T22:00:00Z")).status).toBe(201);
    testApp.clock.set("2026-06-02T20:00:00Z");
    const path = club.path(`/events/${late.body.data.id}/cancel`);
    expect((await club.manager("POST", path, { reason: "Called too late" })).status).toBe(200);
    expect(await refusalOf(book("2026-06-05T08:00:00Z"))).toEqual(refused);
    expect((await book("2026-06-05T08:00:00Z", 60)).status).toBe(201);
    await cancelAll();
  });

  test("a cancellation in time does not count, and taking it back is bound again", async () => {
    await setQuotas([quota({ measure: "bookings", amount: 1, per: "day" })]);
    const first = await book("2026-06-04T08:00:00Z");
    const path = club.path(`/events/${first.body.data.id}`);
    expect(await refusalOf(book("2026-06-04T18:00:00Z"))).toEqual([
      409,
      "At most 1 booking a day. You have 1; again from Friday, June 5.",
    ]);
    expect((await member("POST", `${path}/cancel`, {})).status).toBe(200);
    const second = await book("2026-06-04T18:00:00Z");
    expect(second.status).toBe(201);
    expect((await member("POST", `${path}/restore`, {})).status).toBe(409);
    expect(
      (await member("PATCH", club.path(`/events/${second.body.data.id}`), { startTime: "2026-06-04T19:00:00Z" }))
        .status,
    ).toBe(200);
    await cancelAll();
  });

  test("a move counts in its new period, without the booking itself", async () => {
    await setQuotas([quota({ amount: 120, per: "day" })]);
    await book("2026-06-04T08:00:00Z", 90);
    const { body } = await book("2026-06-05T08:00:00Z", 60);
    const path = club.path(`/events/${body.data.id}`);
    expect((await member("PATCH", path, { startTime: "2026-06-04T12:00:00Z" })).body.errors?.startTime).toEqual([
      "At most 120 minutes a day. You have 90; again from Friday, June 5.",
    ]);
    expect((await member("PATCH", path, { startTime: "2026-06-05T12:00:00Z", duration: 120 })).status).toBe(200);
    await cancelAll();
  });

  test("a window and sports bound what lies in them alone, and are named; in French too", async () => {
    const window = { name: "Prime time", weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00" };
    const { body } = await club.manager("POST", club.path("/time-windows"), window);
    const windowId = body.data.id as string;
    await setQuotas([quota({ amount: 60, windowId, sportIds: [1] })]);
    // 17:00 to 18:30 in Paris: 30 minutes of it.
    expect((await book("2026-06-02T15:00:00Z")).status).toBe(201);
    expect((await book("2026-06-03T08:00:00Z")).status).toBe(201);
    const refused = await book("2026-06-04T16:00:00Z", 60);
    expect(refused.body.errors.startTime[0]).toMatch(
      /^At most 60 minutes a week \(Prime time, .+\)\. You have 30; again from/,
    );
    expect((await book("2026-06-04T16:00:00Z", 60, { sportId: 2 })).status).toBe(201);
    expect((await book("2026-06-09T16:00:00Z", 90)).body.errors.startTime[0]).toMatch(/this booking is longer/);
    const draft = { name: "Game", type: "free_play", fieldId, startTime: "2026-06-05T16:00:00Z", duration: 60 };
    const french = await member("POST", club.path("/events"), draft, { "accept-language": "fr" });
    expect(french.body.errors.startTime[0]).toMatch(/^60 minutes par semaine/);
    expect((await club.manager("DELETE", club.path(`/time-windows/${windowId}`))).status).toBe(409);
    await setQuotas([]);
    expect((await club.manager("DELETE", club.path(`/time-windows/${windowId}`))).status).toBe(200);
    await cancelAll();
  });

  test("two phones at once cannot both have the last of a quota", async () => {
    await setQuotas([quota({ measure: "bookings", amount: 1 })]);
    const other = await club.addField();
    const answers = await Promise.all([
      book("2026-06-02T08:00:00Z"),
      book("2026-06-02T08:00:00Z", 90, { fieldId: other }),
      book("2026-06-03T08:00:00Z"),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    await cancelAll();
  });

  test("the finder offers what has room in the quota, and says why not the rest; the team is free", async () => {
    await setQuotas([quota({ amount: 100, per: "day" })]);
    await book("2026-06-02T08:00:00Z", 60);
    const slots = async (query: string, api = member) => (await api("GET", club.path(`/slots?${query}`))).body.data;
    const asked = `date=2026-06-02&time=12:00&sportId=1`;
    const refused = await slots(`${asked}&duration=60`);
    expect(refused.near).toEqual([]);
    expect(refused.refusal).toBe("At most 100 minutes a day. You have 60; again from Wednesday, June 3.");
    expect((await slots(`${asked}&duration=30`)).near).not.toEqual([]);
    const team = await slots(`${asked}&duration=60`, club.manager);
    expect([team.near.length > 0, team.refusal]).toEqual([true, null]);
    const { body } = await member("GET", club.path(`/availability?date=2026-06-02&fieldId=${fieldId}`));
    const durations = body.data.fields[0].starts.flatMap(({ options }: { options: { duration: number }[] }) =>
      options.map(({ duration }) => duration),
    );
    expect(Math.max(...durations)).toBeLessThanOrEqual(40);
    await cancelAll();
  });

  test("a day opens at its time, and the refusal says when", async () => {
    await setRules({ horizonDays: 7, opensAt: "07:00" });
    const saturday = "2026-06-13T10:00:00Z";
    testApp.clock.set("2026-06-06T04:59:59Z");
    const opens = "Bookings for Saturday, June 13 open on Saturday, June 6 at 7:00 AM.";
    expect(await refusalOf(book(saturday))).toEqual([
      422,
      expect.stringMatching(/^Bookings for .* open on .* at 7:00/),
    ]);
    const { body } = await member("GET", club.path("/slots?date=2026-06-13&time=12:00&duration=90"));
    expect(body.data.near).toEqual([]);
    expect(body.data.refusal.replaceAll("\u202f", " ")).toBe(opens);
    testApp.clock.set("2026-06-06T05:00:00Z");
    expect((await book(saturday)).status).toBe(201);
    await cancelAll();
  });

  test("quotas that name what there is not are refused beside their field; what is left out stays", async () => {
    const { organizationId: id } = club;
    const wrong = { bookingRules: { ...noRules, quotas: [quota({}), quota({ windowId: id, sportIds: [9999] })] } };
    const { status, body } = await club.manager("PATCH", club.path(""), wrong);
    expect([status, Object.keys(body.errors)]).toEqual([
      422,
      ["bookingRules.quotas.1.windowId", "bookingRules.quotas.1.sportIds"],
    ]);
    await setRules({ quotas: [quota({})], opensAt: "08:00", maxHolds: 2 });
    await setRules({});
    const { body: kept } = await club.manager("GET", club.path(""));
    expect(kept.data.bookingRules).toMatchObject({ quotas: [quota({})], opensAt: "08:00", maxHolds: 2 });
    await setRules({ quotas: [], opensAt: null, maxHolds: null });
  });

  test("a role's own quotas take the place of the organization's", async () => {
    await setQuotas([quota({ measure: "bookings", amount: 1 })]);
    const role = { name: "Competition", type: "member", permissions: memberRolePermissions };
    const rules = { ...noRules, quotas: [quota({ measure: "bookings", amount: 2 })] };
    const { body } = await club.manager("POST", club.path("/roles"), { ...role, bookingRules: rules });
    const player = testApp.as(await testApp.member(club.organizationId, body.data.id));
    const statuses = [];
    for (const day of ["02", "03", "04"])
      statuses.push((await book(`2026-06-${day}T08:00:00Z`, 60, {}, player)).status);
    expect(statuses).toEqual([201, 201, 409]);
    await cancelAll();
  });
});

describe("of several roles", () => {
  test("the widest of equal ones holds, and a role without one has no bound", () => {
    const small = quota({ amount: 60 });
    expect(widestQuotas([[small], [quota({ amount: 120 })]])).toEqual([quota({ amount: 120 })]);
    expect(widestQuotas([[small], []])).toEqual([]);
    expect(widestQuotas([[small], [quota({ per: "day" })]])).toEqual([]);
    expect(widestQuotas([[quota({ sportIds: [2, 1] })], [quota({ sportIds: [1, 2] })]])).toHaveLength(1);
  });
});

/** A generator of numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe("random bookings and quotas", () => {
  const timezone = "Europe/Paris";
  const local = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  const window = { name: "Evening", weekdays: [1, 3, 5], start: "17:30", end: "00:15", fromDate: null, toDate: null };
  const windows = new Map([["evening", window]]);

  /** Minute by minute, as one would count on paper. */
  function countNaively(one: Quota, { start, end, sportId }: QuotaBooking): number {
    if (one.sportIds.length > 0 && !one.sportIds.includes(sportId ?? -1)) return 0;
    let minutes = 0;
    for (let at = start; at < end; at += 60_000) {
      const { hour, minute, dayOfWeek } = local(at);
      const time = hour * 60 + minute;
      const yesterday = ((dayOfWeek + 5) % 7) + 1;
      const isIn =
        (time >= 17.5 * 60 && window.weekdays.includes(dayOfWeek)) ||
        (time < 15 && window.weekdays.includes(yesterday));
      if (one.windowId === null || isIn) minutes += 1;
    }
    return one.measure === "minutes" ? minutes : Math.min(minutes, 1);
  }
  const periodOf = (per: Quota["per"], start: number): string => {
    const date = local(start);
    if (per === "week") return `${date.yearOfWeek}-${date.weekOfYear}`;
    return date
      .toPlainDate()
      .toString()
      .slice(0, per === "day" ? 10 : 7);
  };

  test("are refused and granted as a naive count says, and are possible from the date that is told", () => {
    const random = createRandom(42);
    let refusals = 0;
    for (let round = 0; round < 400; round += 1) {
      // Around the end of summer time and of a month.
      const bookingAt = (): QuotaBooking => {
        const start = Date.UTC(2026, 9, 20) + random(14 * 48) * (HOUR_MS / 2);
        return { start, end: start + (1 + random(4)) * (HOUR_MS / 2), sportId: 1 + random(2), timezone };
      };
      const others = Array.from({ length: random(12) }, bookingAt);
      const booking = bookingAt();
      const one = quota({
        measure: random(2) === 0 ? "minutes" : "bookings",
        per: (["day", "week", "month"] as const)[random(3)] ?? "day",
        windowId: random(2) === 0 ? "evening" : null,
        sportIds: random(2) === 0 ? [1] : [],
      });
      one.amount = one.measure === "minutes" ? 30 * (1 + random(8)) : 1 + random(4);
      const naive = (start: number) =>
        others
          .filter((other) => periodOf(one.per, other.start) === periodOf(one.per, start))
          .reduce((sum, other) => sum + countNaively(one, other), 0);
      const needed = countNaively(one, booking);
      expect(measureBooking(one, booking, windows)).toBe(needed);
      const used = naive(booking.start);
      const refusal = createQuotaReader([one], others, windows)(booking);
      expect(refusal !== undefined).toBe(needed > 0 && used + needed > one.amount);
      if (!refusal) continue;
      refusals += 1;
      expect(refusal.used).toBe(used);
      expect(refusal.againFrom === null).toBe(needed > one.amount);
      if (refusal.againFrom === null) continue;
      const again = Temporal.PlainDate.from(refusal.againFrom).toZonedDateTime(timezone).epochMilliseconds;
      expect(again).toBeGreaterThan(booking.start);
      expect(naive(again) + needed).toBeLessThanOrEqual(one.amount);
    }
    expect(refusals).toBeGreaterThan(50);
  });
});
