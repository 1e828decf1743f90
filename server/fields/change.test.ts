import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  facilityId = await addFacility();
});
afterAll(() => testApp.close());

const base = () => `/organizations/${testApp.organizationId}`;
const addFacility = async (): Promise<string> =>
  (await manager("POST", `${base()}/facilities`, { name: "Parc" })).body.data.id;
const add = async (draft: object = {}): Promise<string> =>
  (await manager("POST", `${base()}/fields`, { name: "Court", bookable: true, facilityId, ...draft })).body.data.id;
const change = (id: string, body: object, api = manager) => {
  testApp.clock.advance(1);
  return api("PATCH", `${base()}/fields/${id}`, body);
};
const at = (time: string, day = "02") => `2026-06-${day}T${time}:00+02:00`;
const book = async (fieldId: string, startTime: string, more: object = {}) =>
  manager("POST", `${base()}/events`, { fieldId, startTime, duration: 60, name: "Game", type: "game", ...more });
const entriesOf = (id: string) =>
  testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("subject_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();

test("everything can be changed at once, and activity tells what changed, and nothing else", async () => {
  const id = await add({ sportIds: [1, 2], description: "Old" });
  testApp.clock.advance(1000);
  const changes = {
    name: "Court central",
    description: "",
    status: "closed",
    confidentiality: "private",
    bookable: false,
    space: "indoor",
    lights: true,
    handicapAccess: false,
    airConditioning: null,
    heating: true,
    minPeopleByEvent: 2,
    maxPeopleByEvent: 4,
    seatsStands: 300,
    startStep: 60,
    turnaround: 10,
    approval: "manual",
    cancellationDeadline: 48,
  };
  const { status, body } = await change(id, {
    ...changes,
    sportIds: [3, 1],
    facilityId,
    organizationId: testApp.organizationId,
  });
  expect([status, body.message]).toEqual([200, "Field saved"]);
  expect(body.data).toMatchObject({ ...changes, description: null });
  expect(body.data.sports.map((sport: { id: number }) => sport.id)).toEqual([3, 1]);
  expect(body.data.updated_at > body.data.created_at).toBe(true);
  const entry = (await entriesOf(id)).at(-1);
  expect(entry?.act).toBe("fields.update");
  expect(entry?.before).toMatchObject({ name: "Court", description: "Old", turnaround: 0, lights: null });
  expect(Object.keys(entry?.after as object).toSorted()).toEqual(
    Object.keys({ ...changes, sports: [] })
      .filter((key) => key !== "airConditioning")
      .toSorted(),
  );
});

test("a field is closed and opened in one call each; what changes nothing leaves no trace", async () => {
  const id = await add();
  expect((await change(id, { status: "closed" })).body.data.status).toBe("closed");
  expect((await book(id, at("10:00"))).status).toBe(409);
  const again = (await change(id, { status: "closed", sportIds: [] })).body.data;
  expect((await change(id, { sportIds: [] })).body.data.updated_at).toBe(again.updated_at);
  expect((await change(id, { status: "open" })).body.data.status).toBe("open");
  expect((await book(id, at("10:00"))).status).toBe(201);
  expect((await entriesOf(id)).map((entry) => [entry.act, entry.after])).toEqual([
    ["fields.create", expect.anything()],
    ["fields.update", { status: "closed" }],
    ["fields.update", { status: "open" }],
  ]);
  expect((await change(id, {})).status).toBe(422);
});

test("the least and the most are held against each other as they will be, beside the one that was sent", async () => {
  const id = await add({ minPeopleByEvent: 2, maxPeopleByEvent: 4 });
  expect((await change(id, { minPeopleByEvent: 5 })).body.errors).toEqual({ minPeopleByEvent: ["Must be at most 4"] });
  expect((await change(id, { maxPeopleByEvent: 1 })).body.errors).toEqual({ maxPeopleByEvent: ["Must be at least 2"] });
  expect((await change(id, { minPeopleByEvent: 9, maxPeopleByEvent: 8 })).body.errors).toEqual({
    maxPeopleByEvent: ["The most must not be below the least"],
  });
  expect((await change(id, { minPeopleByEvent: 8, maxPeopleByEvent: 9 })).body.data).toMatchObject({
    minPeopleByEvent: 8,
    maxPeopleByEvent: 9,
  });
});

test("everything wrong is told at once; foreign and missing are told alike", async () => {
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const id = await add();
  const nowhere = "00000000-0000-4000-8000-000000000000";
  for (const ids of [
    { facilityId: theirs.facilityId, parentId: theirs.fieldId },
    { facilityId: nowhere, parentId: nowhere },
  ]) {
    const { status, body } = await change(id, {
      ...ids,
      sportIds: [999],
      minPeopleByEvent: 5000,
      organizationId: testApp.otherOrganizationId,
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        facilityId: ["This facility does not exist"],
        parentId: ["Choose a field of the same facility"],
        sportIds: ["This sport does not exist"],
        minPeopleByEvent: ["Must be at most 99"],
        organizationId: ["This is another organization than the one in the address"],
      },
    ]);
  }
  expect((await change(theirs.fieldId, { name: "Mine" })).status).toBe(404);
  expect((await manager("DELETE", `${base()}/fields/${theirs.fieldId}`)).status).toBe(404);
});

test("a field moves to another facility while nothing is to come on it, and takes its past along", async () => {
  const [id, other] = [await add(), await addFacility()];
  const kinds = [{}, { kind: "block" }];
  for (const more of kinds) {
    const booked = await book(id, at("10:00"), more);
    const refused = await change(id, { facilityId: other });
    expect([refused.status, refused.body.errors.facilityId]).toEqual([
      409,
      ["1 event or blocked time is still to come on this field: until then it stays in its facility."],
    ]);
    await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", booked.body.data.id).execute();
    await testApp.db
      .updateTable("occupancies")
      .set({ active: false })
      .where("event_id", "=", booked.body.data.id)
      .execute();
  }
  expect((await change(id, { facilityId: other })).body.data.facility.id).toBe(other);
});

test("a part, or a field with parts, moves nowhere; taken out at the same time, it does", async () => {
  const other = await addFacility();
  const parent = await add({ name: "Pitch" });
  const half = await add({ name: "Half", parentId: parent });
  for (const body of [{ facilityId: other }, { facilityId: other, parentId: parent }]) {
    const refused = await change(half, body);
    expect([refused.status, refused.body.errors.facilityId ?? refused.body.errors.parentId]).toEqual([
      409,
      ["A field that has parts, or is part of another, stays in its facility."],
    ]);
  }
  expect((await change(parent, { facilityId: other })).status).toBe(409);
  const moved = await change(half, { facilityId: other, parentId: null });
  expect(moved.body.data).toMatchObject({ facility: { id: other }, parentId: null, depth: 0 });
  const elsewhere = await add({ facilityId: other });
  expect((await change(elsewhere, { facilityId, parentId: parent })).body.data).toMatchObject({
    facility: { id: facilityId },
    parent: { id: parent },
  });
});

test("a longer turnaround holds for what is to come, as far as the next booking leaves room; a shorter one too", async () => {
  const id = await add();
  await book(id, at("10:00"));
  await book(id, at("11:10"));
  await book(id, at("12:10"));
  expect((await change(id, { turnaround: 30 })).status).toBe(200);
  const during = async () =>
    (
      await testApp.db
        .selectFrom("occupancies")
        .innerJoin("events", (join) =>
          join
            .onRef("events.organization_id", "=", "occupancies.organization_id")
            .onRef("events.id", "=", "occupancies.event_id"),
        )
        .select("during")
        .where("field_id", "=", id)
        .orderBy("start_time")
        .execute()
    ).map((row) =>
      row.during
        .match(/\d\d:\d\d:\d\d/g)
        ?.map((time) => time.slice(0, 5))
        .join("–"),
    );
  expect(await during()).toEqual(["08:00–09:10", "09:10–10:10", "10:10–11:40"]);
  expect((await book(id, at("13:30"))).status).toBe(409);
  expect((await book(id, at("13:40"))).status).toBe(201);
  await change(id, { turnaround: 0 });
  expect(await during()).toEqual(["08:00–09:00", "09:10–10:10", "10:10–11:10", "11:40–12:40"]);
});

test("a turnaround that grows while the whole and the part are booked never overlaps what they book", async () => {
  const parent = await add({ name: "Hall" });
  const half = await add({ name: "Half", parentId: parent });
  for (let round = 0; round < 5; round++) {
    const day = `1${round}`;
    await book(half, at("10:00", day));
    await change(half, { turnaround: 0 });
    const [changed, ...booked] = await Promise.all([
      change(half, { turnaround: 45 }),
      book(parent, at("11:15", day)),
      book(half, at("11:30", day)),
    ]);
    expect(changed.status).toBe(200);
    for (const { status } of booked) expect([201, 409]).toContain(status);
  }
});

test("the manager changes fields, the staff does not; the permission is that over the organization", async () => {
  const id = await add();
  const staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  const refused = await change(id, { status: "closed" }, staff);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `You don't have the permission of "organizations.update"`,
  ]);
  const own = testApp.as(await testApp.member(testApp.organizationId, ["organizations.update", "fields.show"]));
  expect((await change(id, { status: "closed" }, own)).status).toBe(200);
});
