import { afterAll, beforeAll, expect, test } from "vitest";
import { createAllDayHours } from "#tests/support/test-club.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let staff: ApiCall;
let member: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  const manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  member = testApp.as(await testApp.member(testApp.organizationId, 4));
  facilityId = (await manager("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Parc" })).body
    .data.id;
  const openingHourPatternId = await createAllDayHours(manager, testApp.organizationId);
  addField = async (draft) =>
    (
      await manager("POST", `/organizations/${testApp.organizationId}/fields`, {
        name: "Court",
        bookable: true,
        facilityId,
        openingHourPatternId,
        ...draft,
      })
    ).body.data.id;
});
afterAll(() => testApp.close());

let addField: (draft?: object) => Promise<string>;
const url = () => `/organizations/${testApp.organizationId}/events`;
const at = (time: string) => `2026-06-02T${time}:00+02:00`;
const draft = (fieldId: string, more: object = {}) => ({
  fieldId,
  startTime: at("18:00"),
  duration: 60,
  name: "Game night",
  type: "game",
  ...more,
});
const slotTaken = {
  message: "No slot available for this date and this facility.",
  errors: { startTime: ["No slot available for this date and this facility."] },
};

test("the same field and hour twice: the second hears that it is taken, and nothing else", async () => {
  const fieldId = await addField();
  expect((await staff("POST", url(), draft(fieldId))).status).toBe(201);
  for (const startTime of [at("18:00"), at("17:30"), at("18:30")]) {
    const answer = await member("POST", url(), draft(fieldId, { startTime, duration: 60 }));
    expect([answer.status, answer.body]).toEqual([409, slotTaken]);
  }
  const french = await staff("POST", url(), draft(fieldId), { "accept-language": "fr" });
  expect(french.body.errors.startTime).toEqual(["Aucun créneau disponible pour cette date et cette installation."]);
  expect((await member("POST", url(), draft(fieldId, { startTime: at("19:00") }))).status).toBe(201);
  expect((await member("POST", url(), draft(fieldId, { startTime: at("17:00") }))).status).toBe(201);
});

test("of two hundred people booking the same hour at once, one gets it", async () => {
  const fieldId = await addField();
  const people = await Promise.all(Array.from({ length: 200 }, () => testApp.member(testApp.organizationId, 4)));
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const body = JSON.stringify(draft(fieldId));
  const answers = await Promise.all(
    people.map(async ({ token }) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(`${address}/api/v1${url()}`, { method: "POST", headers, body });
      return { status: answer.status, body: await answer.json() };
    }),
  );
  const taken = answers.filter((answer) => answer.status === 409);
  expect([answers.filter((answer) => answer.status === 201).length, taken.length]).toEqual([1, 199]);
  for (const answer of taken) expect(answer.body).toEqual(slotTaken);
  const rows = await testApp.db.selectFrom("events").select("id").where("field_id", "=", fieldId).execute();
  expect(rows).toHaveLength(1);
}, 60_000);

test("a half that is booked blocks the whole, and the whole blocks its halves, but a half not the other", async () => {
  const parent = await addField({ name: "Pitch" });
  const [left, right] = [
    await addField({ name: "Left", parentId: parent }),
    await addField({ name: "Right", parentId: parent }),
  ];
  const book = async (fieldId: string, time: string) =>
    (await staff("POST", url(), draft(fieldId, { startTime: at(time) }))).status;
  expect([await book(left, "10:00"), await book(right, "10:00"), await book(parent, "10:30")]).toEqual([201, 201, 409]);
  expect([await book(parent, "14:00"), await book(left, "14:30"), await book(right, "13:30")]).toEqual([201, 409, 409]);
});

test("what is booked when a field is divided occupies the new part too", async () => {
  const parent = await addField({ name: "Hall", turnaround: 15 });
  expect((await staff("POST", url(), draft(parent))).status).toBe(201);
  const half = await addField({ name: "Half", parentId: parent });
  const quarter = await addField({ name: "Quarter", parentId: half });
  for (const fieldId of [half, quarter]) {
    expect((await staff("POST", url(), draft(fieldId, { startTime: at("19:00"), duration: 30 }))).body).toEqual(
      slotTaken,
    );
    expect((await staff("POST", url(), draft(fieldId, { startTime: at("19:15"), duration: 30 }))).status).toBe(
      fieldId === half ? 201 : 409,
    );
  }
});

test("bookings and a division at the same time leave no gap between them", async () => {
  const parent = await addField({ name: "Arena" });
  const answers = await Promise.all([
    ...["08:00", "09:00", "10:00", "11:00"].map((time) => staff("POST", url(), draft(parent, { startTime: at(time) }))),
    addField({ name: "Half arena", parentId: parent }),
  ]);
  const half = answers.at(-1) as string;
  for (const time of ["08:00", "09:00", "10:00", "11:00"]) {
    expect((await staff("POST", url(), draft(half, { startTime: at(time) }))).status).toBe(409);
  }
});

test("the time after an event stays free as long as the field says", async () => {
  const fieldId = await addField({ turnaround: 20 });
  expect((await staff("POST", url(), draft(fieldId))).body.data.endTime).toBe("2026-06-02T17:00:00.000Z");
  expect((await staff("POST", url(), draft(fieldId, { startTime: at("19:10") }))).status).toBe(409);
  expect((await staff("POST", url(), draft(fieldId, { startTime: at("19:20") }))).status).toBe(201);
});

test("the same key and body give the same answer, twice at once too; another body is refused", async () => {
  const fieldId = await addField();
  const key = { "idempotency-key": "a-key" };
  const [one, other] = await Promise.all([
    staff("POST", url(), draft(fieldId), key),
    staff("POST", url(), draft(fieldId), key),
  ]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(one.body).toEqual(other.body);
  expect((await staff("POST", url(), draft(fieldId, { name: "Another" }), key)).status).toBe(422);
  expect((await staff("POST", url(), draft(fieldId))).status).toBe(409);
});
