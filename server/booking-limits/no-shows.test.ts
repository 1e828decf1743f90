/** No-shows block online booking for some days, and not the desk; a mark that is taken back frees again. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { findBlockEnd } from "./no-shows.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let person: Person;
let member: ApiCall;
const none = { horizonDays: null, noticeMinutes: null, mostActive: null };
const block = { count: 3, days: 60, blockDays: 14 };
const setRule = (noShow: object | null) => club.manager("PATCH", club.path(""), { bookingRules: { ...none, noShow } });

beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  testApp.clock.set(monday);
  fieldId = await club.addField();
  person = await testApp.member(club.organizationId, 4);
  member = testApp.as(person);
  await setRule({ blockAfter: block });
});

const draft = (startTime: string, more: object = {}) => ({
  ...{ name: "Game", type: "free_play", fieldId, startTime, duration: 60, payment: "on_site" },
  ...more,
});
const book = (startTime: string, api = member, more: object = {}) =>
  api("POST", club.path("/events"), draft(startTime, more));
const mark = (id: string, attendance: string | null) =>
  club.staff("POST", club.path(`/events/${id}/attendance`), { attendance });
/** Subjects of the mails about blocks, in the language of the club's country. */
const listBlockMails = async () =>
  (await testApp.mails())
    .filter(({ to }) => to?.[0]?.address === person.email)
    .flatMap(({ subject }) => (subject?.includes("réservation en ligne à nouveau") ? [subject] : []));
async function bookThree(): Promise<string[]> {
  const ids: string[] = [];
  for (const hour of ["08", "10", "12"]) ids.push((await book(`2026-06-02T${hour}:00:00Z`)).body.data.id);
  testApp.clock.set("2026-06-02T13:30:00Z");
  return ids;
}

test("the third in 60 days blocks online booking for 14 days with a mail, not the desk; taken back, one books again", async () => {
  const [first = "", second = "", third = ""] = await bookThree();
  await mark(first, "no_show");
  await mark(second, "no_show");
  expect((await book("2026-06-04T08:00:00Z")).status).toBe(201);
  expect((await mark(third, "no_show")).status).toBe(200);
  const refused = await book("2026-06-05T08:00:00Z");
  expect([refused.status, refused.body.errors.startTime]).toEqual([
    409,
    [
      "Online booking is possible again from Tuesday, Jun 16, 2026 3:30 PM, after 3 bookings in 60 days to which nobody came. The club still books by telephone and at the desk.",
    ],
  ]);
  const french = await member("POST", club.path("/events"), draft("2026-06-05T08:00:00Z"), { "accept-language": "fr" });
  expect(french.body.errors.startTime[0]).toMatch(
    /^La réservation en ligne est à nouveau possible à partir du mardi 16/,
  );
  expect((await book("2026-06-05T10:00:00Z", club.staff, { customer: { userId: person.id } })).status).toBe(201);
  expect(await listBlockMails()).toEqual([]);
  testApp.clock.advance(16_000);
  expect(await listBlockMails()).toEqual([expect.stringContaining("le mardi 16")]);
  testApp.clock.set("2026-06-16T13:30:00Z");
  expect((await book("2026-06-17T08:00:00Z")).status).toBe(201);
  testApp.clock.set("2026-06-08T09:00:00Z");
  expect((await mark(second, "arrived")).status).toBe(200);
  expect((await book("2026-06-17T10:00:00Z")).status).toBe(201);
});

test("a mark that is taken back at once blocks nobody, and its mail is not sent", async () => {
  const ids = await bookThree();
  for (const id of ids) await mark(id, "no_show");
  await mark(ids[2] ?? "", null);
  testApp.clock.advance(16_000);
  expect(await listBlockMails()).toEqual([]);
  expect((await book("2026-06-05T08:00:00Z")).status).toBe(201);
});

test("another club’s marks leave the mail of this one waiting", async () => {
  const other = await createTestClub(testApp, {}, await testApp.organization("Other"));
  await testApp.join(person, other.organizationId, 4);
  const rule = { bookingRules: { ...none, noShow: { blockAfter: { ...block, count: 1 } } } };
  expect((await other.manager("PATCH", other.path(""), rule)).status).toBe(200);
  const there = draft("2026-06-02T09:00:00Z", { fieldId: await other.addField() });
  const { id } = (await member("POST", other.path("/events"), there)).body.data;
  for (const own of await bookThree()) await mark(own, "no_show");
  for (const attendance of ["no_show", null])
    expect((await other.staff("POST", other.path(`/events/${id}/attendance`), { attendance })).status).toBe(200);
  testApp.clock.advance(16_000);
  expect(await listBlockMails()).toHaveLength(1);
});

test("marks at once count each other; without the rule nothing is blocked", async () => {
  const ids = await bookThree();
  await Promise.all(ids.map((id) => mark(id, "no_show")));
  expect((await book("2026-06-05T08:00:00Z")).status).toBe(409);
  await setRule(null);
  expect((await book("2026-06-05T08:00:00Z")).status).toBe(201);
  await setRule({ blockAfter: block });
  for (const wrong of [
    { ...block, count: 0 },
    { ...block, days: 366 },
    { ...block, blockDays: "long" },
  ])
    expect((await setRule({ blockAfter: wrong })).status).toBe(422);
});

test("only no-shows within the days count, and the last block that they make holds", () => {
  const at = (day: number) => ({ start: new Date(day * 86_400_000), markedAt: new Date((day + 1) * 86_400_000) });
  const endOf = (...days: number[]) => findBlockEnd(block, days.map(at))?.getTime();
  expect(endOf(1, 2)).toBeUndefined();
  expect(endOf(1, 30, 60.5)).toBe((61.5 + 14) * 86_400_000);
  expect(endOf(1, 30, 61)).toBeUndefined();
  expect(endOf(1, 2, 3, 40)).toBe(55 * 86_400_000);
});
