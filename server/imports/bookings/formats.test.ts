/** Bookings from calendars, and from dumps of LibreBooking and MRBS with their published schemas. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createBookingImports, createImportClub } from "#tests/support/import-steps.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestClub } from "#tests/support/test-club.ts";
import { libreBookingDump, mrbsDump } from "#tests/fixtures/booking-dumps.ts";

let testApp: TestApp;
let club: TestClub;
let courtId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  club = await createImportClub(testApp);
  courtId = await club.addField({ name: "Court 1" });
});

const { upload, send, check, run, listEvents } = createBookingImports(() => ({ testApp, club }));

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test", ...lines, "END:VCALENDAR"].join("\r\n");
const training = [
  ...["BEGIN:VEVENT", "UID:training@club", "SUMMARY:Training", "LOCATION:Parc\\, Court 1", "DESCRIPTION:North gate"],
  ...["DTSTART;TZID=Europe/Paris:20260615T180000", "DTEND;TZID=Europe/Paris:20260615T193000"],
  ...["RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=Europe/Paris:20260622T180000", "END:VEVENT"],
];
const canceled = [
  ...["BEGIN:VEVENT", "UID:off@club", "SUMMARY:Off", "LOCATION:Court 1", "STATUS:CANCELLED"],
  ...["DTSTART:20260616T100000Z", "DTEND:20260616T110000Z", "END:VEVENT"],
];

test("a calendar's events become bookings, each occurrence of a repetition one, and the same calendar brings none twice", async () => {
  const draft = await upload(calendar(...training, ...canceled), "club.ics");
  expect(draft.mapping).toEqual(["title", "field", "startTime", "endTime", "notes", null, "status", "externalId"]);
  expect(await check(draft)).toMatchObject({
    bookings: { created: 2 },
    skipped: 1,
    failed: 0,
    customers: { created: 0 },
  });
  await run(draft);
  expect(await listEvents()).toMatchObject([
    {
      name: "Training",
      internalNotes: "North gate",
      startTime: "2026-06-15T16:00:00.000Z",
      duration: 90,
      fieldId: courtId,
    },
    { name: "Training", startTime: "2026-06-29T16:00:00.000Z" },
  ]);
  const again = await upload(calendar(...training), "club.ics");
  expect(await check(again)).toMatchObject({ bookings: { created: 0, unchanged: 2 } });
  // Its summaries may be the names of customers.
  const named = draft.mapping.map((target) => (target === "title" ? "customerName" : target));
  const other = await upload(
    calendar(...training)
      .replaceAll("20260615", "20270614")
      .replace("UID:t", "UID:s"),
    "b.ics",
  );
  expect(await check({ ...other, mapping: named })).toMatchObject({ customers: { created: 1 } });
});

test("a calendar whose repetitions never end is read within limits, and one that is broken is refused", async () => {
  const daily = training.map((line) => line.replace("FREQ=WEEKLY;COUNT=3", "FREQ=DAILY"));
  const { rows } = await upload(calendar(...daily), "club.ics");
  expect(rows).toBeGreaterThan(600);
  expect(rows).toBeLessThan(800);
  expect((await send("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnothing", "club.ics")).status).toBe(422);
  expect((await send(calendar(), "club.ics")).body.errors.file).toEqual(["There are no bookings in this file."]);
});

test("a dump of LibreBooking: reservations of each resource, their owners, in UTC; passwords stay behind", async () => {
  const draft = await upload(libreBookingDump, "librebooking.sql");
  expect(JSON.stringify(draft)).not.toContain("secret");
  const report = await check(draft);
  expect(report).toMatchObject({ bookings: { created: 3 }, past: 1, customers: { created: 2 }, skipped: 1, failed: 1 });
  expect(report.errors).toMatchObject([{ column: "Field", value: "Court 9" }]);
  await run(draft);
  expect(await listEvents()).toMatchObject([
    { name: "Old game", status: "completed", startTime: "2019-03-02T19:00:00.000Z" },
    {
      name: "Club evening",
      status: "approved",
      startTime: "2026-06-15T16:30:00.000Z",
      customer: { name: "Zoé Morel" },
    },
    { name: "To confirm", status: "pending", pendingReason: "approval", customer: { name: "Max O'Neil" } },
  ]);
  const again = await upload(libreBookingDump, "librebooking.sql");
  expect(await check(again)).toMatchObject({ bookings: { created: 0, unchanged: 3 } });
});

test("a dump of MRBS: entries in seconds since 1970, their creators, rooms with the areas; periods have no time", async () => {
  const draft = await upload(mrbsDump, "mrbs.sql");
  const report = await check(draft);
  expect(report).toMatchObject({ bookings: { created: 2 }, customers: { created: 2 }, failed: 1 });
  expect(report.errors).toMatchObject([
    { line: 4, column: "Start", value: "period 43200" },
    { line: 4, column: "End", value: "period 43260" },
  ]);
  await run(draft);
  expect(await listEvents()).toMatchObject([
    { name: "Board meeting", startTime: "2026-06-15T16:00:00.000Z", duration: 60, customer: { name: "zoe" } },
    { name: "Waits", status: "pending", startTime: "2026-06-16T16:00:00.000Z" },
  ]);
});

test("a dump that lacks tables or is cut off is refused, and nothing in it is run", async () => {
  const cut = await send(mrbsDump.slice(0, mrbsDump.indexOf("Board")), "mrbs.sql");
  expect([cut.status, cut.body.errors.file[0]]).toEqual([
    422,
    expect.stringMatching(/^This database dump cannot be read/),
  ]);
  const without = await send("CREATE TABLE x (id int); INSERT INTO x VALUES (1);", "x.sql");
  expect(without.body.errors.file).toEqual(["The dump has no rows of these tables: entry, room"]);
  expect((await send("DROP TABLE events; DELETE FROM customers;", "x.sql")).status).toBe(422);
});
