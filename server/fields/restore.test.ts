import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  facilityId = await addFacility("Parc");
});
afterAll(() => testApp.close());

const base = () => `/organizations/${testApp.organizationId}`;
const addFacility = async (name: string): Promise<string> =>
  (await manager("POST", `${base()}/facilities`, { name })).body.data.id;
const add = async (name: string, draft: object = {}): Promise<string> =>
  (await manager("POST", `${base()}/fields`, { name, bookable: true, facilityId, ...draft })).body.data.id;
const remove = async (list: "facilities" | "fields", id: string) =>
  expect((await manager("DELETE", `${base()}/${list}/${id}`)).status).toBe(200);
const restore = (list: "facilities" | "fields", id: string, api = manager) =>
  api("POST", `${base()}/${list}/${id}/restore`);
const read = async (list: "facilities" | "fields", id: string) =>
  (await manager("GET", `${base()}/${list}/${id}`)).body.data;
const book = async (fieldId: string, time: string, more: object = {}) => {
  const draft = {
    fieldId,
    startTime: `2026-06-10T${time}:00+02:00`,
    duration: 60,
    name: "Game",
    type: "game",
    ...more,
  };
  return (await manager("POST", `${base()}/events`, { ...draft, override: true })).status;
};
const lastEntry = async () => (await manager("GET", `${base()}/activity`)).body.data[0];
const externalId = (list: "facilities" | "fields", id: string, external_id: string) =>
  testApp.db.updateTable(list).set({ external_id }).where("id", "=", id).execute();

test("a field comes back as it was: with its sports, hours, prices, roles and photo", async () => {
  const fieldId = await add("Court 1", { sportIds: [1, 2], maxPeopleByEvent: 4, confidentiality: "private" });
  const hours = { name: "Weekdays", hours: [{ weekday: 1, start: "08:00", end: "22:00" }], fieldIds: [fieldId] };
  expect((await manager("POST", `${base()}/opening-hour-patterns`, hours)).status).toBe(201);
  await testApp.db
    .insertInto("role_fields")
    .values({ organization_id: testApp.organizationId, role_id: 4, field_id: fieldId })
    .execute();
  const member = testApp.as(await testApp.member(testApp.organizationId, 4));
  const before = await read("fields", fieldId);
  await remove("fields", fieldId);
  expect((await member("GET", `${base()}/fields/${fieldId}`)).status).toBe(404);
  testApp.clock.advance(1000);

  const { status, body } = await restore("fields", fieldId);
  expect([status, body.message]).toEqual([200, "Field restored"]);
  expect({ ...body.data, updated_at: before.updated_at }).toEqual(before);
  expect(body.data.updated_at > before.updated_at).toBe(true);
  expect((await member("GET", `${base()}/fields/${fieldId}`)).status).toBe(200);
  expect(await lastEntry()).toMatchObject({ act: "fields.restore", subjectId: fieldId, after: { name: "Court 1" } });
  expect(await book(fieldId, "10:00")).toBe(201);
});

test("a part comes back as the part that it was, under what its whole is called by now", async () => {
  const parentId = await add("Pitch");
  const half = await add("Half", { parentId });
  await remove("fields", half);
  expect((await read("fields", parentId)).parts).toEqual([]);
  expect(await book(parentId, "12:00")).toBe(201);
  expect((await manager("PATCH", `${base()}/fields/${parentId}`, { name: "Big pitch" })).status).toBe(200);
  const { status, body } = await restore("fields", half);
  expect([status, body.data.parent]).toEqual([200, { id: parentId, name: "Big pitch" }]);
  expect((await read("fields", parentId)).parts).toEqual([{ id: half, name: "Half" }]);
  // Bookings of the parent also occupy the part, and vice versa.
  expect(await book(half, "12:00")).toBe(409);
  expect(await book(half, "14:00")).toBe(201);
  expect(await book(parentId, "14:00")).toBe(409);
});

test("a part is not restored while its bookings overlap those of its former whole, and the refusal says how many", async () => {
  const parentId = await add("Pitch");
  const half = await add("Half", { parentId });
  expect(await book(half, "10:00", { kind: "block", name: "Works" })).toBe(201);
  await remove("fields", half);
  expect(await book(parentId, "10:00")).toBe(201);
  const { status, body } = await restore("fields", half);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^1 /)]);
  expect((await manager("GET", `${base()}/fields/${half}`)).status).toBe(404);
});

test("a part whose whole is gone, or lies elsewhere, or is divided deeply enough, stays away until that is mended", async () => {
  const gone = "The field that it was a part of is no longer there, or can be divided no further.";
  const whole = await add("Pitch");
  const half = await add("Half", { parentId: whole });
  await remove("fields", half);
  await remove("fields", whole);
  expect((await restore("fields", half)).body.message).toBe(gone);
  expect((await restore("fields", whole)).status).toBe(200);

  const otherFacilityId = await addFacility("Elsewhere");
  const move = (to: string) => manager("PATCH", `${base()}/fields/${whole}`, { facilityId: to });
  expect((await move(otherFacilityId)).status).toBe(200);
  const elsewhere = await restore("fields", half);
  expect([elsewhere.status, elsewhere.body.message]).toEqual([409, gone]);
  expect((await move(facilityId)).status).toBe(200);

  const middle = await add("Middle", { parentId: await add("Upper", { parentId: await add("Top") }) });
  const under = (parentId: string | null) => manager("PATCH", `${base()}/fields/${whole}`, { parentId });
  expect((await under(middle)).status).toBe(200);
  expect((await restore("fields", half)).body.message).toBe(gone);
  expect((await under(null)).status).toBe(200);
  expect((await restore("fields", half)).body.data.parent).toEqual({ id: whole, name: "Pitch" });
});

test("a facility comes back with its fields; a field of its own does not come back without it", async () => {
  const otherFacilityId = await addFacility("Halle");
  const [fieldId, other] = [
    await add("Court 1", { facilityId: otherFacilityId }),
    await add("Court 2", { facilityId: otherFacilityId }),
  ];
  const before = await read("facilities", otherFacilityId);
  await remove("fields", other);
  await remove("facilities", otherFacilityId);
  const refused = await restore("fields", other);
  expect([refused.status, refused.body.message]).toEqual([409, "Its facility was deleted: restore that one first."]);
  testApp.clock.advance(1000);
  const { status, body } = await restore("facilities", otherFacilityId);
  expect([status, body.message]).toEqual([200, "Facility restored"]);
  expect({ ...body.data, updated_at: before.updated_at }).toEqual(before);
  expect(await lastEntry()).toMatchObject({
    act: "facilities.restore",
    subjectId: otherFacilityId,
    after: { name: "Halle" },
  });
  expect((await read("fields", fieldId)).name).toBe("Court 1");
  expect((await restore("fields", other)).status).toBe(200);
});

test("a field imported again meanwhile is not restored beside its copy", async () => {
  const [first, second] = [await addFacility("Halle"), await addFacility("Halle")];
  await externalId("facilities", first, "H1");
  await remove("facilities", first);
  await externalId("facilities", second, "H1");
  const [court, again] = [await add("Court"), await add("Court")];
  await externalId("fields", court, "C1");
  await remove("fields", court);
  await externalId("fields", again, "C1");
  for (const refused of [await restore("facilities", first), await restore("fields", court)])
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Another one with the same external id was imported meanwhile: delete that one first.",
    ]);
  await remove("fields", again);
  expect((await restore("fields", court)).status).toBe(200);
  expect(await testApp.db.selectFrom("fields").select("external_id").where("id", "=", court).execute()).toEqual([
    { external_id: "C1" },
  ]);
});

test("only archived fields of the own organization are restored, once, with the permission to delete", async () => {
  const fieldId = await add("Court 1");
  expect((await restore("fields", fieldId)).status).toBe(404);
  expect((await restore("facilities", facilityId)).status).toBe(404);
  await remove("fields", fieldId);
  const staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  expect((await restore("fields", fieldId, staff)).status).toBe(403);
  const stranger = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  const elsewhere = await stranger("POST", `/organizations/${testApp.otherOrganizationId}/fields/${fieldId}/restore`);
  expect(elsewhere.status).toBe(404);
  const answers = await Promise.all([restore("fields", fieldId), restore("fields", fieldId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});
