import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { recordStatements } from "#tests/support/record-statements.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ sportIds: [1] });
});
afterAll(() => testApp.close());

let hours = 0;
const draft = (more: object = {}) => {
  const startTime = new Date(Date.parse("2026-06-10T06:00:00Z") + ++hours * 3_600_000).toISOString();
  return { fieldId, startTime, duration: 60, name: "Training", type: "training", ...more };
};

async function book(who: ApiCall, more: object = {}, headers: Record<string, string> = {}): Promise<string[]> {
  // The first booking loads what the later ones remember.
  expect((await who("POST", club.path("/events"), draft(more))).status).toBe(201);
  return recordStatements(async () => {
    const { status, body } = await who("POST", club.path("/events"), draft(more), headers);
    expect(status, JSON.stringify(body)).toBe(201);
  });
}

const tablesWritten = (statements: string[]) =>
  statements.map((text) =>
    [...text.matchAll(/(?:insert into|update|delete from) "?([\w.]+)"?/g)].map(([, table]) => table),
  );

test("a time blocked by the team takes seven statements, of which two write", async () => {
  const statements = await book(club.manager, { kind: "block" });
  expect(statements).toHaveLength(7);
  expect(tablesWritten(statements).filter((tables) => tables.length > 0)).toEqual([
    ["events", "overview_stale", "occupancies"],
    ["changes", "activity"],
  ]);
  expect([statements[1], statements.at(-1)]).toEqual(["begin", "commit"]);
});

test("an idempotency key takes one more, the claim: its answer is saved with the activity", async () => {
  const statements = await book(club.manager, { kind: "block" }, { "idempotency-key": "one" });
  expect(statements).toHaveLength(8);
});

test("a member's booking of a free field takes no more, but for its mail", async () => {
  const statements = await book(club.member);
  // The job queue of the tests asks for the transaction.
  const mail = statements.filter((text) => /"emails"|"country_id"|pg_current_xact_id\(\)::text as id/.test(text));
  expect(statements.filter((text) => !mail.includes(text))).toHaveLength(7);
});

test("the desk’s booking for an account reads how its person wants to be reminded with the customer", async () => {
  const customer = { userId: club.memberPerson.id };
  await testApp.db.updateTable("users").set({ reminder_lead: 180 }).where("id", "=", customer.userId).execute();
  const statements = await book(club.manager, { price: 0, customer });
  expect(statements.filter((text) => text.startsWith('select "reminder_lead" from "users"'))).toEqual([]);
  const { remind_at, start_time } = await testApp.db
    .selectFrom("events")
    .select(["remind_at", "start_time"])
    .where("user_id", "=", customer.userId)
    .orderBy("start_time", "desc")
    .executeTakeFirstOrThrow();
  expect(start_time.getTime() - (remind_at?.getTime() ?? 0)).toBe(180 * 60_000);
});

test("what a booking costs takes one more, its charge", async () => {
  const [free, priced] = [await book(club.manager, { price: 0 }), await book(club.manager, { price: 1800 })];
  expect(priced).toHaveLength(free.length + 1);
  expect(tablesWritten(priced).flat()).toContain("charges");
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(testApp.appContext.db);
  return rows[0]?.count ?? 0;
}

test("a booking that waited for a closure reads the hours as they are then, not as they are remembered", async () => {
  const { organizationId, clock } = testApp;
  const { db } = testApp.appContext;
  const startTime = "2026-06-20T08:00:00Z";
  const waiting = { ...draft({ startTime }), name: "Waiting" };
  // The first booking of the day loads its hours.
  const before = await club.member("POST", club.path("/events"), draft({ startTime: "2026-06-20T10:00:00Z" }));
  expect(before.status).toBe(201);
  const booked = await db.transaction().execute(async (closing) => {
    await closing
      .selectFrom("fields")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", fieldId)
      .forUpdate()
      .execute();
    const answer = club.member("POST", club.path("/events"), waiting);
    await expect.poll(() => countWaiting()).toBe(1);
    const [now, day] = [clock.now(), "2026-06-20"];
    const closure = { id: uuidv7(now), organization_id: organizationId, facility_id: club.facilityId, created_at: now };
    await closing
      .insertInto("closures")
      .values({ ...closure, name: "Works", from_date: day, to_date: day, closed: true })
      .execute();
    await insertLiveChange(closing, { organizationId, module: "hours", subjectId: closure.id, at: now });
    return { answer };
  });
  const { status, body } = await booked.answer;
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["startTime"]]);
});
