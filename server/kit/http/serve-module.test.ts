import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { id, requiredLine, ListQuery, optionalText, page, patch, post, get, defineModule } from "#contract/kit.ts";
import { countDeadlocks } from "#tests/support/count-deadlocks.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { publish, subscribe } from "#server/kit/events/domain-events.ts";
import type { ChangeRecord } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { notFound, HttpError, message } from "./http-error.ts";
import { serveModule } from "./serve-module.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    "boxes.made": { name: string };
  }
}

const Box = z.object({ id, name: z.string(), note: z.nullable(z.string()) });
const path = "/organizations/{organizationId}/boxes";
const boxes = defineModule("boxes", {
  list: get(path, { allow: "facilities.show", summary: "Boxes", query: ListQuery, returns: page(Box) }),
  create: post(path, {
    allow: "facilities.update",
    summary: "Make a box",
    body: z.strictObject({ name: requiredLine(20), note: optionalText(), secret: z.optional(z.string()) }),
    returns: Box,
    successMessage: "facilities.created",
  }),
  rename: patch(`${path}/{facilityId}`, {
    allow: "facilities.update",
    summary: "Rename a box",
    body: z.strictObject({ name: requiredLine(20) }),
    returns: Box,
  }),
  own: post("/boxes", {
    allow: "verified",
    summary: "Make a box of one's own",
    body: z.strictObject({ name: requiredLine(20) }),
    returns: Box,
  }),
  lock: post(`${path}/lock`, {
    allow: "member",
    summary: "Lock two boxes",
    body: z.strictObject({ first: requiredLine(), second: requiredLine() }),
    returns: z.null(),
  }),
  noticed: get("/boxes/noticed", { allow: "everyone", summary: "Who calls", returns: z.null() }),
});

let runs = 0;
let bothLocked: Promise<unknown>;
let oneLocked: () => void;

const insert = (db: TestApp["db"], organizationId: string, boxId: string, name: string) =>
  sql`insert into boxes values (${organizationId}::uuid, ${boxId}::uuid, ${name})`.execute(db);

const boxesServed = serveModule(boxes, {
  async list({ query }) {
    return { data: [], meta: { current_page: query.page, last_page: 1, total: 0, per_page: query.per_page } };
  },
  async create(call) {
    const box = {
      id: uuidv7(call.now),
      name: call.body.name,
      note: call.body.note ?? null,
      owner: "nobody's business",
    };
    await insert(call.db, call.organizationId, box.id, box.name);
    await publish(call, "boxes.made", { name: box.name });
    if (box.name === "late") throw new HttpError(409, message("events.slotTaken"));
    if (box.name === "bug") throw new Error("select secret from passwords");
    const { secret: _secret, ...after } = call.body;
    call.record({ after });
    return box;
  },
  async rename(call) {
    if (call.body.name === "nowhere") throw notFound();
    call.record({ before: { name: "old" } });
    return { id: call.params.facilityId, name: call.body.name, note: null };
  },
  own: async (call) => ({ id: uuidv7(call.now), name: call.body.name, note: null }),
  async lock({ db, body, organizationId }) {
    runs += 1;
    const lock = (name: string) =>
      sql`select 1 from boxes where organization_id = ${organizationId}::uuid and name = ${name} for update`.execute(
        db,
      );
    await lock(body.first);
    oneLocked();
    await bothLocked;
    await lock(body.second);
    return null;
  },
  async noticed({ user }) {
    void user.id;
    return null;
  },
});

let testApp: TestApp;
let ask: ApiCall;
let at: string;
let owner: { id: string };
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: boxes, binding: boxesServed }] });
  await sql`create table boxes (organization_id uuid, id uuid, name text)`.execute(testApp.db);
  const person = await testApp.member(testApp.organizationId, 1);
  owner = person;
  ask = testApp.as(person);
  at = `/organizations/${testApp.organizationId}/boxes`;
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await sql`delete from boxes`.execute(testApp.db);
  await testApp.db.deleteFrom("activity").execute();
  await testApp.db.deleteFrom("changes").execute();
});
const count = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from boxes`.execute(testApp.db)).rows[0]?.count;
const entries = () => testApp.db.selectFrom("activity").selectAll().execute();

test("a created row is answered with 201, its envelope and a message; a column that is not declared stays inside", async () => {
  const { status, body } = await ask("POST", at, { name: "Red" });
  expect(status).toBe(201);
  expect(body).toEqual({ data: { id: expect.any(String), name: "Red", note: null }, message: "Facility created" });
});

test("the message is in the reader's language", async () => {
  const { body } = await ask("POST", at, { name: "Red" }, { "accept-language": "fr-FR" });
  expect(body.message).toMatch(/créé/);
});

test("a change is written down: who, what, where from, before and after, without what the module leaves out", async () => {
  const { body } = await ask("POST", at, { name: "Red", secret: "swordfish" });
  const [entry] = await entries();
  expect(entry).toMatchObject({
    organization_id: testApp.organizationId,
    actor_id: owner.id,
    act: "boxes.create",
    subject_id: body.data.id,
    before: null,
    after: { name: "Red" },
    address: "127.0.0.1",
    at: testApp.clock.now(),
  });
  expect(JSON.stringify(await entries())).not.toContain("swordfish");
});

test("the subject of a change to one thing is the thing in the path", async () => {
  const boxId = uuidv7(testApp.clock.now());
  await ask("PATCH", `${at}/${boxId}`, { name: "New" });
  expect(await entries()).toMatchObject([
    { act: "boxes.rename", subject_id: boxId, before: { name: "old" }, after: { name: "New" } },
  ]);
});

test("what belongs to no organization is not its activity", async () => {
  expect((await ask("POST", "/boxes", { name: "Mine" })).status).toBe(201);
  expect(await entries()).toEqual([]);
});

test.each(["late", "bug"])("a refusal or a fault (%s) undoes all: row, activity and live change", async (name) => {
  const { status } = await ask("POST", at, { name });
  expect(status).toBe(name === "late" ? 409 : 500);
  expect(await count()).toBe(0);
  expect(await entries()).toEqual([]);
  expect(await testApp.db.selectFrom("changes").selectAll().execute()).toEqual([]);
});

test("a change is told live, once it is committed", async () => {
  const heard: ChangeRecord[] = [];
  const stop = await testApp.appContext.live.subscribe(({ changes }) => heard.push(...(changes ?? [])));
  await ask("POST", at, { name: "late" });
  const { body } = await ask("POST", at, { name: "Red" });
  await expect.poll(() => heard).toHaveLength(1);
  stop();
  expect(heard[0]).toMatchObject({ organizationId: testApp.organizationId, module: "boxes", subjectId: body.data.id });
});

test("reading leaves no trace", async () => {
  expect((await ask("GET", at)).status).toBe(200);
  expect(await entries()).toEqual([]);
});

test("later modules hear of it in the order they listen, and any of them may veto", async () => {
  const heard: string[] = [];
  subscribe({ "boxes.made": async (_place, { name }) => void heard.push(`first ${name}`) });
  subscribe({
    "boxes.made": async ({ db }, { name }) => {
      heard.push(`second ${name}`);
      await insert(db, testApp.organizationId, uuidv7(testApp.clock.now()), "shadow");
      if (name === "Veto") throw new HttpError(409, message("events.slotTaken"));
    },
  });
  expect((await ask("POST", at, { name: "Yes" })).status).toBe(201);
  expect(await count()).toBe(2);
  expect((await ask("POST", at, { name: "Veto" })).status).toBe(409);
  expect(await count()).toBe(2);
  expect(heard).toEqual(["first Yes", "second Yes", "first Veto", "second Veto"]);
});

test("two calls in a deadlock both succeed: one of them is tried again, twice where the first time was too early", async () => {
  for (const name of ["a", "b"]) await insert(testApp.db, testApp.organizationId, uuidv7(testApp.clock.now()), name);
  const before = await countDeadlocks(testApp.db);
  let waiting = 2;
  runs = 0;
  bothLocked = new Promise<void>((resolve) => (oneLocked = () => --waiting === 0 && resolve()));
  const answers = await Promise.all([
    ask("POST", `${at}/lock`, { first: "a", second: "b" }),
    ask("POST", `${at}/lock`, { first: "b", second: "a" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  // Each deadlock that the database has counted is a run more.
  expect(runs).toBeGreaterThan(2);
  await expect.poll(async () => (await countDeadlocks(testApp.db)) - before, { timeout: 10_000 }).toBe(runs - 2);
  expect(await entries()).toHaveLength(2);
});

test("a public endpoint that reads the caller fails with 500, without details", async () => {
  expect((await ask("GET", "/boxes/noticed")).status).toBe(500);
});

test("calls at once are told apart: each sees its own person and organization", async () => {
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await sleep(index % 3);
      const [who, organizationId] = index % 2 ? [ask, testApp.organizationId] : [other, testApp.otherOrganizationId];
      expect((await who("POST", `/organizations/${organizationId}/boxes`, { name: `n${index}` })).status).toBe(201);
    }),
  );
  const rows = await sql<{
    name: string;
    organization_id: string;
  }>`select name, organization_id from boxes where name like 'n%'`.execute(testApp.db);
  for (const { name, organization_id } of rows.rows)
    expect(organization_id).toBe(Number(name.slice(1)) % 2 ? testApp.organizationId : testApp.otherOrganizationId);
  expect(rows.rows).toHaveLength(20);
});
