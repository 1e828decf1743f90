/** Mails that people can do without: turned off in the settings, by the link, and by the mail program. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, monday, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createUnsubscribeSecret } from "./unsubscribe.ts";

let testApp: TestApp;
let club: TestClub;
let person: Person;
let member: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  testApp.clock.set(monday);
  club = await createTestClub(testApp);
});
afterAll(() => testApp.close());
beforeEach(async () => {
  person = await testApp.member(testApp.organizationId, 4);
  member = testApp.as(person);
  await member("PATCH", "/auth/user", { language: "en" });
});

const DAY_MS = 86_400_000;
async function remind(api: ApiCall = member): Promise<void> {
  const startTime = new Date(testApp.clock.now().getTime() + 2 * DAY_MS).toISOString();
  const draft = { fieldId: await club.addField(), startTime, duration: 60, name: "Match", type: "game" };
  const { status, body } = await api("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  testApp.clock.advance(1.5 * DAY_MS);
  await testApp.jobs.runScheduled();
}
const remindersTo = async (email: string) =>
  (await testApp.mails()).filter(
    ({ to, subject }) => to?.[0]?.address === email && (subject ?? "").startsWith("Reminder"),
  );
const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;
const choiceOf = async (api: ApiCall) =>
  (await api("GET", "/auth/user/notification-preferences")).body.data.preferences.find(
    ({ kind, channel }: { kind: string; channel: string }) => kind === "own_booking_reminder" && channel === "mail",
  )?.choice;

test("a reminder says how to stop it, to the reader and to the mail program; one press turns off this kind alone", async () => {
  await remind();
  const [mail] = await remindersTo(person.email);
  const oneClick = /^<http:\/\/localhost:3000\/api\/v1(\/unsubscribe\/[\w~-]+)>$/.exec(
    headerOf(mail, "list-unsubscribe") ?? "",
  )?.[1];
  expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const page = `http://localhost:3000${oneClick}`;
  expect(mail?.text).toContain(`Stop emails like this: ${page}`);
  expect(mail?.html).toContain(page);
  // As RFC 8058 says: a form, without a session.
  const answer = await testApp.app.inject({
    method: "POST",
    url: `/api/v1${oneClick}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect([answer.statusCode, answer.json().data]).toEqual([200, { kind: "own_booking_reminder" }]);
  expect(await choiceOf(member)).toBe("off");
  await remind();
  expect(await remindersTo(person.email)).toHaveLength(1);
  expect((await testApp.db.selectFrom("emails").select("id").where("status", "=", "waiting").execute()).length).toBe(0);
});

test("confirmations always go, and say nothing of stopping", async () => {
  await remind();
  const confirmation = (await testApp.mails()).find(
    ({ to, subject }) => to?.[0]?.address === person.email && /^Confirmed|^Booked/.test(subject ?? ""),
  );
  expect(confirmation).toBeDefined();
  expect(headerOf(confirmation, "list-unsubscribe")).toBeUndefined();
  expect(confirmation?.text).not.toContain("/unsubscribe/");
});

test("the settings turn it on again", async () => {
  const choose = (choice: string) =>
    member("PATCH", "/auth/user/notification-preferences", {
      preferences: [{ kind: "own_booking_reminder", channel: "mail", choice }],
    });
  expect((await choose("off")).status).toBe(200);
  await remind();
  expect(await remindersTo(person.email)).toEqual([]);
  expect((await choose("at_once")).status).toBe(200);
  await remind();
  expect(await remindersTo(person.email)).toHaveLength(1);
});

test("an address that nobody signed, of another kind, person or installation, changes nothing", async () => {
  const { db } = testApp;
  const secret = await createUnsubscribeSecret(db, { userId: person.id, kind: "own_booking_reminder" });
  const [id, kind, signature] = secret.split("~");
  const stranger = await testApp.person();
  for (const wrong of [
    ...["nonsense", `${id}~${kind}`, `${id}~${kind}~${"A".repeat(43)}`, `${id}~booking_canceled~${signature}`],
    ...[`${id}~slot_free~${signature}`, `${stranger.id}~${kind}~${signature}`, `x~${kind}~${signature}`],
  ])
    expect((await testApp.as(null)("POST", `/unsubscribe/${wrong}`, {})).status).toBe(404);
  expect(await choiceOf(member)).toBe("at_once");
});
