/** Mails to the team: at once, or all of a day in the morning, as each person has chosen. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { findNextMorning } from "./team-mails.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
let person: Person;
let manager: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ name: "Padel 1" });
});
afterAll(() => testApp.close());
let days = 0;
beforeEach(async () => {
  // Noon in Paris, on a day of its own: what a test leaves is mailed before the next one.
  testApp.clock.set(new Date(Date.parse("2026-06-01T10:00:00Z") + 3 * days++ * 86_400_000));
  await testApp.jobs.runScheduled("notifications.mail");
  person = await testApp.member(testApp.organizationId, 2);
  manager = testApp.as(person);
  await manager("PATCH", "/auth/user", { language: "en" });
});

/** A member books and cancels by themselves. */
async function cancel(): Promise<string> {
  const start = new Date(testApp.clock.now().getTime() + 5 * 86_400_000 + ++cancellations * 3_600_000);
  const draft = { fieldId, startTime: start.toISOString(), duration: 60, name: "Game", type: "game" };
  const { status, body } = await club.member("POST", club.path("/events"), draft);
  expect([status, body.errors]).toEqual([201, undefined]);
  const answer = await club.member("POST", club.path(`/events/${body.data.id}/cancel`), {});
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return body.data.id;
}
let cancellations = 0;
const choose = async (kind: string, choice: string) => {
  const body = { preferences: [{ kind, channel: "mail", choice }] };
  expect((await manager("PATCH", "/auth/user/notification-preferences", body)).status).toBe(200);
};
const mailsAt = async (instant: string | Date) => {
  testApp.clock.set(typeof instant === "string" ? new Date(instant) : instant);
  await testApp.jobs.runScheduled("notifications.mail");
  return (await testApp.mails()).filter(
    ({ to, text }) => to?.[0]?.address === person.email && (text ?? "").includes("you have not read it yet"),
  );
};
const tomorrow = (time: string) => {
  const [day = ""] = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString().split("T");
  return `${day}T${time}:00Z`;
};

test("what happened on a day is one mail at half past seven in the organization’s morning, and is told once", async () => {
  await cancel();
  await cancel();
  expect(await mailsAt(new Date(testApp.clock.now().getTime() + 10 * 60_000))).toEqual([]);
  const morning = tomorrow("05:30");
  expect(await mailsAt(new Date(Date.parse(morning) - 60_000))).toEqual([]);
  const [mail, ...others] = await mailsAt(morning);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^2 notifications of /);
  expect(mail?.text?.match(/has canceled .*Padel 1|canceled Padel 1/g)?.length, mail?.text).toBe(2);
  expect(mail?.text).toContain("http://localhost:3000/notifications");
  expect(await mailsAt(tomorrow("05:30"))).toHaveLength(1);
});

test("a kind that is chosen at once is mailed after the time to take it back, with its sentence as the subject", async () => {
  await choose("booking_canceled", "at_once");
  await cancel();
  expect(await mailsAt(testApp.clock.now())).toEqual([]);
  const [mail] = await mailsAt(new Date(testApp.clock.now().getTime() + 2 * 60_000));
  expect(mail?.subject).toContain("Padel 1");
});

test("what has been read, is turned off, or may not be read any more is not mailed", async () => {
  await cancel();
  await manager("POST", "/notifications/read", { until: testApp.clock.now().toISOString() });
  expect(await mailsAt(tomorrow("05:30"))).toEqual([]);
  await cancel();
  await choose("booking_canceled", "off");
  expect(await mailsAt(tomorrow("05:30"))).toEqual([]);
  await choose("booking_canceled", "daily");
  await cancel();
  await testApp.db
    .updateTable("memberships")
    .set({ active: false })
    .where("user_id", "=", person.id)
    .where("organization_id", "=", testApp.organizationId)
    .execute();
  expect(await mailsAt(tomorrow("05:30"))).toEqual([]);
});

const teamMailChoices = async () => {
  const { preferences } = (await manager("GET", "/auth/user/notification-preferences")).body.data;
  return ["booking_canceled", "payment_disputed", "import_done"].map(
    (wanted) =>
      preferences.find(({ kind, channel }: { kind: string; channel: string }) => kind === wanted && channel === "mail")
        .choice,
  );
};

test("disputes are mailed at once unless chosen otherwise; the link in the mail turns off all mails to the team", async () => {
  expect(await teamMailChoices()).toEqual(["daily", "at_once", "daily"]);
  await cancel();
  const [mail] = await mailsAt(tomorrow("05:30"));
  const secret = /unsubscribe\/([\w~-]+)/.exec(mail?.text ?? "")?.[1];
  const answer = await testApp.app.inject({ method: "POST", url: `/api/v1/unsubscribe/${secret}`, payload: {} });
  expect([answer.statusCode, answer.json().data]).toEqual([200, { kind: "team_news" }]);
  expect(await teamMailChoices()).toEqual(["off", "off", "off"]);
});

test("once a day is refused beside the choice for other channels and kinds", async () => {
  for (const [kind, channel] of [
    ["booking_canceled", "app"],
    ["own_booking_reminder", "mail"],
  ]) {
    const body = { preferences: [{ kind, channel, choice: "daily" }] };
    const answer = await manager("PATCH", "/auth/user/notification-preferences", body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      "preferences.0.choice": ["Once a day is possible for mails to the team alone"],
    });
  }
});

test("the next morning follows the clock of the place, also where it changes", () => {
  const at = (instant: string) => findNextMorning("Europe/Paris", new Date(instant)).toISOString();
  expect(at("2026-06-01T05:29:00Z")).toBe("2026-06-01T05:30:00.000Z");
  expect(at("2026-06-01T05:30:00Z")).toBe("2026-06-02T05:30:00.000Z");
  expect(at("2026-10-24T12:00:00Z")).toBe("2026-10-25T06:30:00.000Z");
});
