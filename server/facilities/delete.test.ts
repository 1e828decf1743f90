import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function createClub() {
  const id = await testApp.organization("Club");
  const [owner, member] = [testApp.as(await testApp.member(id, 1)), testApp.as(await testApp.member(id, 4))];
  const seed = await testApp.seedOneOfEach(id);
  const base = `/organizations/${id}`;
  const cancel = (eventId: string = seed.eventId) =>
    testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", eventId).execute();
  return { id, base, owner, member, cancel, ...seed };
}
const idsIn = async (api: ApiCall, path: string) => JSON.stringify((await api("GET", path)).body.data);

test("with events to come it stays, and says how many; then it goes, and says so", async () => {
  const { base, owner, cancel, facilityId, id } = await createClub();
  const url = `${base}/facilities/${facilityId}`;
  const refused = await owner("DELETE", url);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 event is still to come in this facility: cancel it first.",
  ]);
  const french = await owner("DELETE", url, undefined, { "accept-language": "fr" });
  expect(french.body.message).toMatch(/^1 événement est encore à venir dans cette installation/);
  await cancel();
  const { status, body } = await owner("DELETE", url);
  expect([status, body]).toEqual([200, { data: null, message: "Facility deleted" }]);
  expect((await owner("DELETE", url)).status).toBe(404);
  const [entry] = (await owner("GET", `${base}/activity`)).body.data;
  expect(entry).toMatchObject({
    act: "facilities.delete",
    subjectId: facilityId,
    subjectName: "Parc des Sports",
    before: { name: "Parc des Sports" },
  });
  expect(
    (await testApp.db.selectFrom("fields").select("archived_at").where("organization_id", "=", id).execute())[0],
  ).toEqual({ archived_at: null });
});

test("what is over, and blocked times, do not keep it", async () => {
  const { base, owner, fieldId, facilityId, eventId } = await createClub();
  const block = {
    fieldId,
    kind: "block",
    name: "Works",
    type: "other",
    startTime: "2026-06-05T10:00:00Z",
    duration: 60,
  };
  expect((await owner("POST", `${base}/events`, block)).status).toBe(201);
  const over = { start_time: "2026-05-30T10:00:00Z", end_time: "2026-05-30T11:00:00Z" };
  await testApp.db.updateTable("events").set(over).where("id", "=", eventId).execute();
  expect((await owner("DELETE", `${base}/facilities/${facilityId}`)).status).toBe(200);
});

test("it is gone for everybody, wherever it or its fields would show; its history stays for the team", async () => {
  const { id, base, owner, member, cancel, facilityId, fieldId, eventId } = await createClub();
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  await cancel();
  await owner("PATCH", `${base}/roles/4`, { fieldIds: [fieldId] });
  expect((await owner("DELETE", `${base}/facilities/${facilityId}`)).status).toBe(200);

  for (const api of [owner, member, admin]) {
    for (const path of ["facilities", "facilities/search", "fields", "fields/search", "fields-by-facility"]) {
      expect(await idsIn(api, `${base}/${path}`)).toBe("[]");
    }
    expect((await api("GET", `${base}/facilities/${facilityId}`)).status).toBe(404);
    expect((await api("GET", `${base}/fields/${fieldId}`)).status).toBe(404);
  }
  expect(await idsIn(admin, `/organizations/all/fields?q=Court+1&per_page=100`)).not.toContain(fieldId);
  expect(await idsIn(owner, `${base}/events`)).toContain(eventId);
  expect(await idsIn(member, `${base}/events`)).toBe("[]");
  expect(await idsIn(owner, `${base}/roles`)).not.toContain(fieldId);

  const booking = { fieldId, startTime: "2026-06-03T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
  for (const api of [owner, member]) {
    const refused = await api("POST", `${base}/events`, booking);
    expect([refused.status, refused.body.errors]).toEqual([422, { fieldId: ["This field does not exist"] }]);
  }
  expect((await owner("PATCH", `${base}/fields/${fieldId}`, { name: "New" })).status).toBe(404);
  expect((await owner("DELETE", `${base}/fields/${fieldId}`)).status).toBe(404);
  expect((await owner("POST", `${base}/fields`, { name: "New", facilityId })).body.errors).toEqual({
    facilityId: ["This facility does not exist"],
  });
  expect(await testApp.db.selectFrom("events").select("id").where("organization_id", "=", id).execute()).toHaveLength(
    1,
  );
});

test("nobody else's, and nobody without the permission", async () => {
  const [mine, theirs] = [await createClub(), await createClub()];
  await theirs.cancel();
  expect((await mine.owner("DELETE", `${mine.base}/facilities/${theirs.facilityId}`)).status).toBe(404);
  expect((await mine.owner("DELETE", `${theirs.base}/facilities/${theirs.facilityId}`)).status).toBe(404);
  const staff = testApp.as(await testApp.member(theirs.id, 3));
  expect((await staff("DELETE", `${theirs.base}/facilities/${theirs.facilityId}`)).status).toBe(403);
});

test("a deletion of a facility and bookings at once: the deletion is refused if an event is made, else the facility is deleted", async () => {
  for (let round = 0; round < 6; round++) {
    const { base, owner, cancel, facilityId, fieldId } = await createClub();
    await cancel();
    const draft = { fieldId, startTime: "2026-06-03T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
    const [deleted, built, ...booked] = await Promise.all([
      owner("DELETE", `${base}/facilities/${facilityId}`),
      owner("POST", `${base}/fields`, { name: "Court 2", facilityId }),
      owner("POST", `${base}/events`, draft),
      owner("POST", `${base}/events`, { ...draft, startTime: "2026-06-04T18:00:00+02:00" }),
    ]);
    const made = booked.filter(({ status }) => status === 201).length;
    expect(deleted.status).toBe(made > 0 ? 409 : 200);
    for (const { status } of booked) expect([201, 422]).toContain(status);
    expect([201, 404, 422]).toContain(built.status);
  }
});
