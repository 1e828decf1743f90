/** Figures of the overview must equal the lists that they link to. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "#contract/events.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let admin: ApiCall;
let courts: { paris: string; york: string };

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set("2026-03-02T08:00:00Z");
  club = await createTestClub(testApp);
  admin = testApp.as(await testApp.person({ platformAdmin: true }));
  await club.manager("PATCH", club.path(""), {
    bookingRules: { horizonDays: null, noticeMinutes: null, mostActive: null },
  });
  const york = { name: "York", timezone: "America/New_York" };
  const { body } = await club.manager("POST", club.path("/facilities"), york);
  courts = { paris: await club.addField(), york: await club.addField({ facilityId: body.data.id }) };
});
afterAll(() => testApp.close());

async function book(fieldId: string, startTime: string, duration: number, more: object = {}): Promise<string> {
  const draft = { fieldId, startTime, duration, name: "Training", type: "training", price: 0, ...more };
  const { status, body } = await club.manager("POST", club.path("/events"), draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

async function list(query: string): Promise<Event[]> {
  const { status, body } = await club.manager("GET", club.path(`/events?per_page=100&${query}`));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

function minutesOf(
  { startTime, endTime, timezone }: Event,
  period: Record<"from" | "to", string>,
  cell: string,
): number {
  let found = 0;
  for (let at = Date.parse(startTime); at < Date.parse(endTime); at += 60_000) {
    const localTime = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
    const date = localTime.toPlainDate().toString();
    if (date >= period.from && date <= period.to && `${localTime.dayOfWeek}.${localTime.hour}` === cell) found += 1;
  }
  return found;
}

test("a busy hour leads to what makes it so, also where the clock changes and past midnight", async () => {
  const { paris, york } = courts;
  await book(paris, "2026-03-28T23:30:00+01:00", 240, { name: "Spring" });
  await book(paris, "2026-03-29T10:00:00+02:00", 45);
  await book(york, "2026-03-29T01:30:00-04:00", 90);
  await book(paris, "2026-04-04T23:00:00+02:00", 60);
  await book(paris, "2026-10-24T22:30:00+02:00", 420, { name: "Autumn" });
  await book(york, "2026-11-01T00:30:00-04:00", 180, { name: "Autumn there" });
  await book(york, "2026-10-31T21:00:00-04:00", 60);
  await book(paris, "2026-11-01T08:00:00+01:00", 60, { kind: "block", price: undefined });
  const gone = await book(paris, "2026-11-01T09:00:00+01:00", 60);
  await club.manager("POST", club.path(`/events/${gone}/cancel`), { reason: "Rain" });
  for (const period of [
    { from: "2026-03-29", to: "2026-03-29" },
    { from: "2026-03-23", to: "2026-04-05" },
    { from: "2026-10-25", to: "2026-11-01" },
  ]) {
    const within = `from=${period.from}&to=${period.to}&kind=event&stands=true`;
    const { body } = await club.manager("GET", club.path(`/overview?from=${period.from}&to=${period.to}`));
    const all = await list("kind=event&stands=true");
    const cells: { weekday: number; hour: number; takenMinutes: number }[] = body.data.hours;
    expect(cells.filter(({ takenMinutes }) => takenMinutes > 0).length).toBeGreaterThan(4);
    for (const { weekday, hour, takenMinutes } of cells) {
      if (takenMinutes === 0 && weekday !== 7) continue;
      const minutes = (event: Event) => minutesOf(event, period, `${weekday}.${hour}`);
      const found = await list(`${within}&weekday=${weekday}&hour=${hour}`);
      const about = `${weekday}.${hour} of ${period.from}`;
      expect(
        found.reduce((sum, event) => sum + minutes(event), 0),
        about,
      ).toBe(takenMinutes);
      expect(found.map(({ id }) => id).toSorted(), about).toEqual(
        all
          .filter((event) => minutes(event) > 0)
          .map(({ id }) => id)
          .toSorted(),
      );
    }
  }
});

test("without dates an hour is that of all weeks, and a part of it may be left out", async () => {
  const names = async (query: string) => (await list(query)).map(({ name }) => name).toSorted();
  // Paris skipped this hour in spring.
  expect(await names("weekday=7&hour=2&type=training")).toEqual(["Autumn", "Autumn there", "Training"]);
  expect(await names("hour=3")).toEqual(["Autumn", "Spring"]);
  expect(await names("weekday=7&date=2026-11-01&hour=1")).toEqual(["Autumn there"]);
  expect(await names("weekday=6&from=2026-10-20")).toEqual(["Autumn", "Training"]);
  expect(await names("weekday=3")).toEqual([]);
  for (const query of ["weekday=0", "weekday=8", "hour=24", "hour=-1", "hour=noon"])
    expect((await club.manager("GET", club.path(`/events?${query}`))).status, query).toBe(422);
});

test("the platform's hours lead to the events of everybody", async () => {
  const url = "/organizations/all/events?kind=event&stands=true&from=2026-10-25&to=2026-10-25&weekday=7&hour=2";
  expect((await admin("GET", url)).body.meta.total).toBe(1);
});

test("the closures of this day are as many as their list has, on the platform too", async () => {
  const close = async (draft: object) => {
    const { status, body } = await club.manager("POST", club.path("/closures"), {
      ...{ name: "Works", closed: true, decisions: [] },
      ...draft,
    });
    expect(status, JSON.stringify(body)).toBe(201);
  };
  const lost = await club.addField();
  await close({ fieldId: courts.paris, from: "2026-03-01", to: "2026-03-02" });
  await close({ fieldId: courts.york, from: "2026-03-02", to: "2026-03-09" });
  await close({ fieldId: courts.york, from: "2026-03-03", to: "2026-03-03" });
  await close({ fieldId: lost, from: "2026-03-02", to: "2026-03-02" });
  await testApp.db.updateTable("fields").set({ archived_at: testApp.clock.now() }).where("id", "=", lost).execute();
  for (const [api, scope] of [
    [club.manager, club.organizationId],
    [admin, "all"],
  ] as const) {
    const { now } = (await api("GET", `/organizations/${scope}/overview`)).body.data;
    const { meta } = (await api("GET", `/organizations/${scope}/closures?date=2026-03-02`)).body;
    expect([now.closures, meta.total]).toEqual([2, 2]);
  }
});
