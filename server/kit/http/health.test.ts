import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { serveHealth } from "./health.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { createLogger } from "#server/kit/process/log.ts";

let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [migrated, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ migrated: false })]);
});
afterAll(() => Promise.all([migrated.drop(), empty.drop()]));

function serve({ db }: Pick<AppContext, "db">): FastifyInstance {
  const app = fastify() as unknown as FastifyInstance;
  serveHealth(app, { db, log: createLogger("silent") } as AppContext);
  return app;
}

test("a migrated database is ready", async () => {
  const answer = await serve(migrated).inject("/readyz");
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ status: "ready" });
});

test("with migrations to do it is alive, but not ready", async () => {
  const app = serve(empty);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  const answer = await app.inject("/readyz");
  expect(answer.statusCode).toBe(503);
  expect(answer.json().reason).toContain("0001-accounts.sql");
});

test("without its database the server is live, not ready, and does not reveal the database's address", async () => {
  const gone = await createTestDatabase({ migrated: false });
  const app = serve(gone);
  await gone.drop();
  expect((await app.inject("/healthz")).json()).toEqual({ status: "alive" });
  const answer = await app.inject("/readyz");
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: "unavailable", reason: "the database does not answer" });
});
