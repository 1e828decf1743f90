import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let secure: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  secure = await createTestApp({ env: { APP_URL: "https://club.example" } });
});
afterAll(async () => {
  await testApp.close();
  await secure.close();
});

test("signing out, with a session or without, lets the browser drop what it has stored of pages", async () => {
  const headers = { authorization: `Bearer ${(await testApp.person()).token}` };
  for (const [sent, status] of [
    [headers, 200],
    [headers, 401],
  ] as const) {
    const answer = await testApp.app.inject({ url: "/api/v1/auth/logout", headers: sent });
    expect([answer.statusCode, answer.headers["clear-site-data"]]).toEqual([status, '"cache"']);
  }
  const other = await testApp.app.inject({ url: "/api/v1/auth/user" });
  expect(other.headers).not.toHaveProperty("clear-site-data");
});

const policy =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;connect-src 'self';font-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

describe.each([
  ["an answer", "/api/v1/general/config", 200],
  ["a refusal", "/api/v1/auth/user", 401],
  ["an unknown address", "/api/v1/nowhere", 404],
  ["the API reference", "/api/docs", 200],
])("%s", (_what, url, status) => {
  test("carries the policy, and all that keeps it from being framed, guessed or told on", async () => {
    const answer = await testApp.app.inject({ url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      "content-security-policy": policy,
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=(), "),
    });
    expect(answer.headers).not.toHaveProperty("x-powered-by");
    expect(answer.headers).not.toHaveProperty("server");
  });

  test("has an id of its own, whatever the caller claims", async () => {
    const [one, two] = await Promise.all([
      testApp.app.inject({ url, headers: { "x-request-id": "mine" } }),
      testApp.app.inject({ url }),
    ]);
    expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
  });
});

test("what the API answers is kept nowhere", async () => {
  expect((await testApp.app.inject({ url: "/api/v1/general/config" })).headers["cache-control"]).toBe("no-store");
});

test.each(["/b/secret", "/d/secret", "/j/ABCDEFGH", "/p/secret", "/unsubscribe/secret", "/w/secret"])(
  "%s tells its secret to no other site, and no search engine keeps it",
  async (url) => {
    const { headers } = await testApp.app.inject(url);
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
  },
);

test("only a site on HTTPS demands HTTPS", async () => {
  const [open, safe] = [await testApp.app.inject("/healthz"), await secure.app.inject("/healthz")];
  expect(open.headers).not.toHaveProperty("strict-transport-security");
  expect(safe.headers["strict-transport-security"]).toBe("max-age=31536000");
  expect(safe.headers["content-security-policy"]).toBe(`${policy};upgrade-insecure-requests`);
});

test("health is told at the root of the site", async () => {
  expect((await testApp.app.inject("/healthz")).json()).toEqual({ status: "alive" });
  expect((await testApp.app.inject("/readyz")).json()).toEqual({ status: "ready" });
});
