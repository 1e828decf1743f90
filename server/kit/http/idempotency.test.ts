import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { requiredLine, post, defineModule } from "#contract/kit.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { HttpError, message } from "./http-error.ts";
import { serveModule } from "./serve-module.ts";

const body = z.strictObject({ name: requiredLine() });
const returns = z.object({ run: z.int(), name: z.string() });
const tickets = defineModule("tickets", {
  draw: post("/organizations/{organizationId}/tickets", {
    allow: "member",
    summary: "Draw",
    body,
    returns,
    idempotent: true,
  }),
  swap: post("/organizations/{organizationId}/tickets/swap", {
    allow: "member",
    summary: "Swap",
    body,
    returns,
    idempotent: true,
  }),
  stamp: post("/organizations/{organizationId}/tickets/{ticketId}/stamp", {
    allow: "member",
    summary: "Stamp",
    body,
    returns,
    idempotent: true,
  }),
  own: post("/tickets", { allow: "verified", summary: "Draw one's own", body, returns, idempotent: true }),
});

let runs = 0;
let isClosed = false;
async function draw({ body: { name } }: { body: { name: string } }) {
  const run = ++runs;
  await sleep(50);
  if (isClosed) throw new HttpError(409, message("events.slotTaken"));
  return { run, name };
}

let testApp: TestApp;
let ask: ApiCall;
let path: string;
beforeAll(async () => {
  testApp = await createTestApp({
    extraModules: [{ contract: tickets, binding: serveModule(tickets, { draw, swap: draw, stamp: draw, own: draw }) }],
  });
  ask = testApp.as(await testApp.member(testApp.organizationId, 4));
  path = `/organizations/${testApp.organizationId}/tickets`;
});
afterAll(() => testApp.close());
beforeEach(() => {
  runs = 0;
  isClosed = false;
});

const key = (value: string) => ({ "idempotency-key": value });

test("without a key every call counts", async () => {
  await ask("POST", path, { name: "a" });
  await ask("POST", path, { name: "a" });
  expect(runs).toBe(2);
});

test("with the same key the first answer is given again, word for word", async () => {
  const first = await ask("POST", path, { name: "a" }, key("again"));
  const second = await ask("POST", path, { name: "a" }, key("again"));
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(runs).toBe(1);
  expect(
    await testApp.db.selectFrom("activity").select("act").where("act", "=", "tickets.draw").execute(),
  ).toHaveLength(3);
});

test("of many at once with one key, one runs and all get its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask("POST", path, { name: "a" }, key("at once"))));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body])))).toEqual(
    new Set(['[201,{"data":{"run":1,"name":"a"}}]']),
  );
  expect(runs).toBe(1);
});

test("a key serves one request: another body, path or call is refused", async () => {
  await ask("POST", path, { name: "a" }, key("mine"));
  expect((await ask("POST", path, { name: "b" }, key("mine"))).status).toBe(422);
  expect((await ask("POST", `${path}/swap`, { name: "a" }, key("mine"))).status).toBe(422);
  expect(runs).toBe(1);
  const [one, other] = [`${path}/${testApp.organizationId}/stamp`, `${path}/${testApp.otherOrganizationId}/stamp`];
  await ask("POST", one, { name: "a" }, key("stamp"));
  expect((await ask("POST", other, { name: "a" }, key("stamp"))).status).toBe(422);
});

test("a key is its person's and its organization's: others may use the same", async () => {
  const other = testApp.as(
    await testApp.join(await testApp.member(testApp.organizationId, 4), testApp.otherOrganizationId, 4),
  );
  await ask("POST", path, { name: "a" }, key("shared"));
  await other("POST", path, { name: "a" }, key("shared"));
  await other("POST", `/organizations/${testApp.otherOrganizationId}/tickets`, { name: "a" }, key("shared"));
  expect(runs).toBe(3);
});

test("what was refused is not kept: the same key may try again", async () => {
  isClosed = true;
  expect((await ask("POST", path, { name: "a" }, key("later"))).status).toBe(409);
  isClosed = false;
  expect((await ask("POST", path, { name: "a" }, key("later"))).status).toBe(201);
});

test("after a day the key is forgotten", async () => {
  await ask("POST", path, { name: "a" }, key("old"));
  testApp.clock.advance(23 * 3_600_000);
  expect((await ask("POST", path, { name: "a" }, key("old"))).body.data.run).toBe(1);
  testApp.clock.advance(2 * 3_600_000);
  expect((await ask("POST", path, { name: "b" }, key("old"))).body.data.run).toBe(2);
});

test("a key works where there is no organization", async () => {
  const first = await ask("POST", "/tickets", { name: "a" }, key("own"));
  expect(first.status).toBe(201);
  expect((await ask("POST", "/tickets", { name: "a" }, key("own"))).body).toEqual(first.body);
});

test("a key has 200 characters at most", async () => {
  expect((await ask("POST", path, { name: "a" }, key("x".repeat(200)))).status).toBe(201);
  expect((await ask("POST", path, { name: "a" }, key("x".repeat(201)))).status).toBe(400);
});
