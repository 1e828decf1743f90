import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#server/kit/db/database.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { createAdministrator } from "./administrators.ts";
import { redirectToFirstAdministrator } from "./first-administrator-redirect.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.db.updateTable("users").set({ platform_admin: false }).execute();
});
afterAll(() => testApp.close());

function serve(db: Database = testApp.db) {
  const app = fastify();
  redirectToFirstAdministrator(app, { db });
  for (const path of ["/", "/auth/login", "/auth/register"]) app.get(path, () => "the page");
  return async (url: string, method: "GET" | "HEAD" | "POST" = "GET") => {
    const { statusCode, headers } = await app.inject({ url, method });
    return [statusCode, headers.location];
  };
}

test("without an administrator the server's address and the login lead to the page that makes one", async () => {
  const ask = serve();
  for (const url of ["/", "/auth/login"])
    for (const method of ["GET", "HEAD"] as const)
      expect([url, method, await ask(url, method)]).toEqual([url, method, [302, "/auth/first-administrator"]]);
  expect(await ask("/auth/register")).toEqual([200, undefined]);
  expect(await ask("/auth/login?redirect=%2Fmy-bookings")).toEqual([200, undefined]);
});

test("the product itself leads there, and says so to no cache", async () => {
  const { statusCode, headers } = await testApp.app.inject({ url: "/auth/login" });
  expect([statusCode, headers.location, headers["cache-control"]]).toEqual([
    302,
    "/auth/first-administrator",
    "no-store",
  ]);
});

test("with an administrator nothing leads there any more", async () => {
  const ask = serve();
  expect(await ask("/")).toEqual([302, "/auth/first-administrator"]);
  const draft = { email: "ada@example.org", password: "a quiet green court" };
  await createAdministrator(testApp.db, draft, testApp.clock.now());
  for (const url of ["/", "/auth/login"]) expect(await ask(url)).toEqual([200, undefined]);
});

test("without a database the pages are served as ever", async () => {
  const broken = {
    selectFrom: () => {
      throw new Error("no connection");
    },
  } as unknown as Database;
  expect(await serve(broken)("/")).toEqual([200, undefined]);
});
