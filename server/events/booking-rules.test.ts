import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { memberRolePermissions } from "#contract/permissions.ts";
import { createAllDayHours } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let clubId: string;
let owner: ApiCall;
let person: Person;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  testApp.clock.set(monday);
  clubId = await testApp.organization("Club");
  owner = testApp.as(await testApp.member(clubId, 1));
  const facilityId = (await owner("POST", `/organizations/${clubId}/facilities`, { name: "Parc" })).body.data.id;
  const openingHourPatternId = await createAllDayHours(owner, clubId);
  const draft = { name: "Court", facilityId, bookable: true, openingHourPatternId, startStep: 15 };
  fieldId = (await owner("POST", `/organizations/${clubId}/fields`, draft)).body.data.id;
  person = await testApp.member(clubId, 4);
});
afterAll(() => testApp.close());

type Rules = Partial<Record<"horizonDays" | "noticeMinutes" | "mostActive", number | null>>;
const toBookingRules = (rules: Rules) => ({ horizonDays: null, noticeMinutes: null, mostActive: null, ...rules });
const setRules = (rules: Rules) => owner("PATCH", `/organizations/${clubId}`, { bookingRules: toBookingRules(rules) });
const book = (startTime: string, who: Person | ApiCall = person, headers: Record<string, string> = {}) => {
  const api = typeof who === "function" ? who : testApp.as(who);
  const draft = { fieldId, startTime, duration: 60, name: "Game night", type: "game" };
  return api("POST", `/organizations/${clubId}/events`, draft, headers);
};
async function setMemberRules(to: Person, rules: Rules | null, roles: number[] = []) {
  const name = `Role ${JSON.stringify(rules)}`;
  const bookingRules = rules && toBookingRules(rules);
  const draft = { name, type: "member", permissions: memberRolePermissions, bookingRules };
  const { id } = (await owner("POST", `/organizations/${clubId}/roles`, draft)).body.data;
  await owner("PATCH", `/organizations/${clubId}/users/${to.id}`, { roles: [id, ...roles] });
}
const refusal = ({ status, body }: Awaited<ReturnType<ApiCall>>) => [status, body.errors];

test("without a word of the organization, members book thirty days ahead, by the facility's calendar", async () => {
  // It is Monday 10:00 in Paris; the 30th day, 1 July, is bookable as a whole.
  expect((await book("2026-07-01T23:00:00+02:00")).status).toBe(201);
  expect(refusal(await book("2026-07-02T00:00:00+02:00"))).toEqual([
    422,
    { startTime: ["Bookings for Thursday, July 2 open on Tuesday, June 2 at 12:00 AM."] },
  ]);
  const french = await book("2027-01-01T00:00:00+02:00", person, { "accept-language": "fr" });
  expect(french.body.errors.startTime).toEqual([
    "Les réservations du jeudi 31 décembre ouvrent le mardi 1 décembre à 00:00.",
  ]);
});

test("the day opens at midnight of the facility, also where clocks change on the way", async () => {
  await setRules({ horizonDays: 1 });
  // It is 23:59 on the 24th; the 25th has 25 hours.
  testApp.clock.set("2026-10-24T21:59:00Z");
  person = await testApp.member(clubId, 4);
  expect((await book("2026-10-25T22:30:00Z")).status).toBe(201);
  const late = "2026-10-26T22:30:00Z";
  expect(refusal(await book(late))).toEqual([
    422,
    { startTime: ["Bookings for Monday, October 26 open on Sunday, October 25 at 12:00 AM."] },
  ]);
  testApp.clock.set("2026-10-24T22:00:00Z");
  expect((await book(late)).status).toBe(201);
});

test.each([
  [45, "Book at least 45 minutes before the start: Monday, Jun 1, 2026 10:45 AM or later."],
  [60, "Book at least 1 hour before the start: Monday, Jun 1, 2026 11:00 AM or later."],
  [150, "Book at least 150 minutes before the start: Monday, Jun 1, 2026 12:30 PM or later."],
  [2880, "Book at least 2 days before the start: Wednesday, Jun 3, 2026 10:00 AM or later."],
])("with %i minutes' notice, a start before is refused in words of that length", async (noticeMinutes, words) => {
  await setRules({ noticeMinutes });
  const at = (minutes: number) => new Date(Date.parse(monday) + minutes * 60_000).toISOString();
  expect(refusal(await book(at(noticeMinutes - 1)))).toEqual([422, { startTime: [words] }]);
  expect((await book(at(noticeMinutes))).status).toBe(201);
});

test("a start gone by is told as that, and other faults besides", async () => {
  await setRules({ noticeMinutes: 60, horizonDays: 2 });
  expect((await book("2026-06-01T09:00:00+02:00")).body.errors).toEqual({
    startTime: ["Choose a start in the future"],
  });
  const draft = {
    fieldId,
    startTime: "2026-07-30T18:00:00+02:00",
    duration: 45,
    people: 200,
    name: "Game",
    type: "game",
  };
  const { body } = await testApp.as(person)("POST", `/organizations/${clubId}/events`, draft);
  expect(Object.keys(body.errors).sort()).toEqual(["duration", "people", "startTime"]);
});

test("so many bookings to come at a time, and no more: those over, canceled or elsewhere do not count", async () => {
  await setRules({ mostActive: 2 });
  const first = (await book("2026-06-01T12:00:00+02:00")).body.data;
  expect((await book("2026-06-02T18:00:00+02:00")).status).toBe(201);
  const third = "2026-06-03T18:00:00+02:00";
  const words =
    "You can have 2 bookings to come at a time. Cancel one, or book again from Monday, Jun 1, 2026 1:00 PM on.";
  const refused = await book(third);
  expect([refused.status, refused.body]).toEqual([409, { message: words, errors: { startTime: [words] } }]);
  testApp.clock.set("2026-06-01T11:00:00Z");
  expect((await book(third)).status).toBe(201);
  expect((await book("2026-06-04T18:00:00+02:00")).status).toBe(409);
  await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "!=", first.id).execute();
  expect((await book("2026-06-04T18:00:00+02:00")).status).toBe(201);
});

test("twenty bookings at once by one person are as many as allowed, and not one more", async () => {
  await setRules({ mostActive: 3 });
  const starts = Array.from(
    { length: 20 },
    (_, index) => `2026-06-${String(index + 3).padStart(2, "0")}T18:00:00+02:00`,
  );
  const answers = await Promise.all(starts.map((start) => book(start)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(17);
});

test("a role's own rules stand before the organization's, each for itself", async () => {
  await setRules({ horizonDays: 2, mostActive: 1, noticeMinutes: 600 });
  await setMemberRules(person, { horizonDays: 60 });
  expect((await book("2026-07-20T18:00:00+02:00")).status).toBe(201);
  expect((await book("2026-07-21T18:00:00+02:00")).status).toBe(409);
  expect((await book("2026-06-01T15:00:00+02:00")).body.errors.startTime).toEqual([
    "Book at least 10 hours before the start: Monday, Jun 1, 2026 8:00 PM or later.",
  ]);
});

test("a role may also be narrower; of several roles the widest holds", async () => {
  await setRules({ horizonDays: 20 });
  const far = "2026-06-15T18:00:00+02:00";
  await setMemberRules(person, { horizonDays: 5, noticeMinutes: 1440 });
  expect((await book(far)).body.errors.startTime).toEqual([
    "Bookings for Monday, June 15 open on Wednesday, June 10 at 12:00 AM.",
  ]);
  expect((await book("2026-06-01T18:00:00+02:00")).body.errors.startTime).toEqual([
    "Book at least 1 day before the start: Tuesday, Jun 2, 2026 10:00 AM or later.",
  ]);
  const second = await testApp.member(clubId, 4);
  await setMemberRules(second, { horizonDays: 4, noticeMinutes: 600 }, [4]);
  expect((await book(far, second)).status).toBe(201);
  expect((await book("2026-06-01T18:00:00+02:00", second)).status).toBe(201);
});

test("the team is not bound, not even for a customer", async () => {
  await setRules({ horizonDays: 1, noticeMinutes: 43_200, mostActive: 1 });
  const staff = testApp.as(await testApp.member(clubId, 3));
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  for (const [day, api] of [
    ["2026-09-01", staff],
    ["2026-09-02", staff],
    ["2026-09-03", admin],
  ] as const)
    expect((await book(`${day}T18:00:00+02:00`, api)).status).toBe(201);
  const draft = { fieldId, startTime: "2026-09-04T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
  for (const startTime of ["2026-09-04T18:00:00+02:00", "2026-09-05T18:00:00+02:00"]) {
    const forMember = { ...draft, startTime, customer: { userId: person.id } };
    expect((await staff("POST", `/organizations/${clubId}/events`, forMember)).status).toBe(201);
  }
});

test("without bounds there are none", async () => {
  await setRules({});
  expect((await book("2029-06-01T18:00:00+02:00")).status).toBe(201);
});
