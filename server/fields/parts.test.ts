import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { createTestApp, type ApiAnswer, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let boss: Person;
let manager: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.member(testApp.organizationId, 2);
  manager = testApp.as(boss);
  facilityId = await addFacility("Parc");
});
afterAll(() => testApp.close());

const base = () => `/organizations/${testApp.organizationId}`;
const addFacility = async (name: string): Promise<string> =>
  (await manager("POST", `${base()}/facilities`, { name })).body.data.id;
const add = async (name: string, draft: object = {}): Promise<string> =>
  (await manager("POST", `${base()}/fields`, { name, bookable: true, facilityId, ...draft })).body.data.id;
const change = (id: string, body: object) => manager("PATCH", `${base()}/fields/${id}`, body);
const at = (time: string, day = "02") => `2026-06-${day}T${time}:00+02:00`;
const draftOf = (fieldId: string, startTime: string, more: object = {}) => ({
  fieldId,
  startTime,
  duration: 60,
  name: "Game",
  type: "game",
  ...more,
});
const book = (fieldId: string, time: string, more: object = {}) =>
  manager("POST", `${base()}/events`, draftOf(fieldId, at(time), more));
const statusOf = async (answer: Promise<ApiAnswer>) => (await answer).status;
const unitsOf = async (fieldId: string) =>
  (await testApp.db.selectFrom("field_units").select("unit_id").where("field_id", "=", fieldId).execute()).map(
    (row) => row.unit_id,
  );

/** Counts future events that overlap on fields with common units: always 0. */
async function overlaps(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive under as (
      select id as whole, id from fields
      union all select under.whole, fields.id from fields join under on fields.parent_id = under.id
    )
    select count(*)::int as count from events a join under on under.whole = a.field_id
      join events b on b.field_id = under.id and b.id <> a.id
    where a.status in ('pending', 'approved') and b.status in ('pending', 'approved') and a.end_time > ${testApp.clock.now()}
      and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)`.execute(testApp.db);
  return rows[0]?.count ?? 0;
}

test("a field becomes part of another: each is taken when the other is, those above too", async () => {
  const [arena, pitch, half, quarter] = [
    await add("Arena"),
    await add("Pitch"),
    await add("Half"),
    await add("Quarter"),
  ];
  expect((await change(quarter, { parentId: half })).status).toBe(200);
  expect((await change(pitch, { parentId: arena })).status).toBe(200);
  await book(arena, "08:00");
  await book(pitch, "10:00");
  await book(quarter, "12:00");
  const { status, body } = await change(half, { parentId: pitch });
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({ parentId: pitch, parent: { id: pitch, name: "Pitch" }, depth: 2 }),
  ]);
  expect([(await unitsOf(arena)).length, (await unitsOf(pitch)).length, (await unitsOf(half)).length]).toEqual([
    4, 3, 2,
  ]);
  for (const time of ["08:00", "10:00", "12:00"]) {
    expect([await statusOf(book(half, time)), await statusOf(book(arena, time))]).toEqual([409, 409]);
  }
  expect([await statusOf(book(quarter, "08:30")), await statusOf(book(quarter, "10:30"))]).toEqual([409, 409]);
  expect(await statusOf(book(half, "14:00"))).toBe(201);
  expect(await statusOf(book(pitch, "14:00"))).toBe(409);
});

test("taken out again, a part and its former wholes know nothing of each other", async () => {
  const [arena, other] = [await add("Arena"), await add("Other")];
  const pitch = await add("Pitch", { parentId: arena });
  const half = await add("Half", { parentId: pitch });
  await book(arena, "08:00");
  await book(half, "10:00");
  expect((await change(half, { parentId: null })).body.data).toMatchObject({ parentId: null, parent: null, depth: 0 });
  expect([(await unitsOf(arena)).length, (await unitsOf(pitch)).length]).toEqual([2, 1]);
  expect([await statusOf(book(half, "08:00")), await statusOf(book(arena, "10:00"))]).toEqual([201, 201]);
  expect(await statusOf(book(half, "10:30"))).toBe(409);
  const third = await add("Third", { parentId: pitch });
  await book(pitch, "14:00");
  await book(other, "16:00");
  expect((await change(third, { parentId: other })).status).toBe(200);
  expect([await statusOf(book(third, "14:00")), await statusOf(book(third, "16:00"))]).toEqual([201, 409]);
});

test("bookings that overlap keep two fields apart, and it is said how many; what is over does not", async () => {
  const [pitch, half] = [await add("Pitch"), await add("Half")];
  const past = (fieldId: string) => book(fieldId, "10:00", { startTime: "2026-05-20T10:00:00Z" });
  await past(pitch);
  await past(half);
  const first = (await book(pitch, "10:00")).body.data.id;
  await book(half, "10:30");
  await book(half, "14:00");
  const refused = await change(half, { parentId: pitch });
  const text =
    "1 booking of the whole field takes place while its part is booked too: move or cancel one of the two first.";
  expect([refused.status, refused.body]).toEqual([409, { message: text, errors: { parentId: [text] } }]);
  expect((await unitsOf(pitch)).length).toBe(1);
  await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", first).execute();
  await testApp.db.updateTable("occupancies").set({ active: false }).where("event_id", "=", first).execute();
  expect((await change(half, { parentId: pitch })).status).toBe(200);
  expect(await statusOf(book(pitch, "14:30"))).toBe(409);
});

test("an archived part gives its whole free for ever, blocked times and all", async () => {
  const parentId = await add("Whole");
  const half = await add("Half", { parentId });
  await book(half, "10:00", { kind: "block", name: "Works" });
  await book(parentId, "14:00");
  expect(await statusOf(book(parentId, "10:00"))).toBe(409);
  expect((await manager("DELETE", `${base()}/fields/${half}`)).status).toBe(200);
  expect(await statusOf(book(parentId, "10:00"))).toBe(201);
  expect(await statusOf(book(parentId, "14:30"))).toBe(409);
  expect(await unitsOf(half)).toHaveLength(1);
  expect((await manager("DELETE", `${base()}/fields/${parentId}`)).body.message).toMatch(/^2 events/);
});

test("halves and whole are booked at once while the halves are attached: never two on the same ground", async () => {
  const address = await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const request = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${boss.token}`, "content-type": "application/json" };
    return (await fetch(`${address}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })).status;
  };
  let attached = 0;
  for (let round = 0; round < 8; round++) {
    const [parentId, left, right] = [await add("Whole"), await add("Left"), await add("Right")];
    const times = ["08:00", "10:00", "12:00"];
    const statuses = await Promise.all([
      ...times
        .slice(0, 1 + (round % 3))
        .map((time) => request("POST", `${base()}/events`, draftOf(parentId, at(time)))),
      request("PATCH", `${base()}/fields/${left}`, { parentId }),
      request("PATCH", `${base()}/fields/${right}`, { parentId }),
      ...[left, right].flatMap((half) =>
        times.slice(2 - (round % 3)).map((time) => request("POST", `${base()}/events`, draftOf(half, at(time)))),
      ),
    ]);
    for (const status of statuses) expect([200, 201, 409]).toContain(status);
    attached += statuses.filter((status) => status === 200).length;
    expect(await overlaps()).toBe(0);
  }
  expect(attached).toBeGreaterThan(0);
}, 60_000);

test("a part taken out while its whole is booked: each then keeps to its own ground", async () => {
  for (let round = 0; round < 5; round++) {
    const parentId = await add("Whole");
    const half = await add("Half", { parentId });
    const [detached, booked] = await Promise.all([
      change(half, { parentId: null }),
      manager("POST", `${base()}/events`, draftOf(parentId, at("10:00"))),
    ]);
    expect([detached.status, booked.status]).toEqual([200, 201]);
    const held = await testApp.db
      .selectFrom("occupancies")
      .select("unit_id")
      .where("event_id", "=", booked.body.data.id)
      .execute();
    expect(held.map((row) => row.unit_id)).toEqual(await unitsOf(parentId));
    expect(await statusOf(book(half, "10:00"))).toBe(201);
  }
});
