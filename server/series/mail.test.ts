import type { Email } from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { monday, createTestApp, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let booker: Person;
let fieldId: string;
let seriesId: string;
let created: string[];
const seen = new Set<string>();
const dates = ["2026-06-02", "2026-06-09", "2026-06-16", "2026-06-23"];
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  booker = await testApp.join(await testApp.person({ language: "en" }), testApp.organizationId, 4);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField({ name: "Court 1" });
  await fresh();
  const { body } = await club.staff("POST", club.path("/event-series"), {
    template: {
      fieldId,
      startTime: "2026-06-02T18:00:00+02:00",
      duration: 60,
      name: "Training",
      type: "training",
      customer: { userId: booker.id },
    },
    rule: { weekdays: [2], count: 4 },
    dates: dates.map((date) => ({ date })),
  });
  ({ seriesId, created } = body.data);
});

async function fresh(): Promise<Email[]> {
  testApp.clock.advance(16_000);
  const found = (await testApp.mails()).filter(({ messageId = "" }) => !seen.has(messageId));
  for (const { messageId = "" } of found) seen.add(messageId);
  return found;
}
const textOf = (mail: Email | undefined) => (mail?.text ?? "").replaceAll(/[\u00A0\u202F\u2009]/g, " ");
const icsOf = (mail: Email | undefined) => Buffer.from((mail?.attachments[0]?.content ?? "") as ArrayBuffer).toString();
const url = (rest = "") => club.path(`/event-series/${seriesId}${rest}`);

test("its customer gets one letter with every date, and one file with every event", async () => {
  const [mail, ...others] = await fresh();
  expect(others).toEqual([]);
  expect(mail?.to?.[0]?.address).toBe(booker.email);
  expect(mail?.subject).toBe("Booked: Training, 4 times, Jun 2, 2026 to Jun 23, 2026");
  for (const day of ["Jun 2", "Jun 9", "Jun 16", "Jun 23"])
    expect(textOf(mail)).toContain(`Tuesday, ${day}, 2026 6:00 – 7:00 PM`);
  expect(icsOf(mail).match(/BEGIN:VEVENT/g)).toHaveLength(4);
  for (const id of created) expect(icsOf(mail)).toContain(`UID:${id}@localhost`);
});

test("what is changed together is told together, each date beside what it was", async () => {
  await fresh();
  const body = { eventId: created[1], scope: "following", changes: { time: "20:00" } };
  expect((await club.staff("PATCH", url(), body)).status).toBe(200);
  const [mail, ...others] = await fresh();
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Moved: Training, now 3 times/);
  expect(textOf(mail)).toContain("Tuesday, Jun 9, 2026 6:00 – 7:00 PM → Tuesday, Jun 9, 2026 8:00 – 9:00 PM");
  expect(textOf(mail)).not.toContain("Jun 2,");
  expect(icsOf(mail).match(/BEGIN:VEVENT/g)).toHaveLength(3);
});

test("what is canceled together is told together, with the reason, and leaves the calendar together", async () => {
  await fresh();
  const body = { eventId: created[0], scope: "all", reason: "Works" };
  expect((await club.staff("DELETE", url(), body)).status).toBe(200);
  const [mail, ...others] = await fresh();
  expect([mail?.subject?.slice(0, 18), others]).toEqual(["Canceled: Training", []]);
  expect(textOf(mail)).toContain("Works");
  expect(icsOf(mail).match(/STATUS:CANCELLED/g)).toHaveLength(4);
});

test("with notify: false, and where nothing changed, nobody is told", async () => {
  await fresh();
  const all = { eventId: created[0], scope: "all" };
  await club.staff("PATCH", url(), { ...all, changes: { internalNotes: "Keys" } });
  await club.staff("PATCH", url(), { ...all, changes: { time: "20:00" }, notify: false });
  await club.staff("DELETE", url(), { ...all, reason: "Works", notify: false });
  expect(await fresh()).toEqual([]);
});
