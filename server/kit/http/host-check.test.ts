import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, password, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let proxied: TestApp;
let open: TestApp;
let listed: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({
    env: { APP_URL: "https://club.example", SECURITY_CONTACT: "mailto:security@club.example" },
  });
  proxied = await createTestApp({ env: { TRUST_PROXY: "1" } });
  open = await createTestApp({ env: { HOST: "0.0.0.0" } });
  listed = await createTestApp({ env: { TRUST_PROXY: "127.0.0.1, 10.0.0.0/8" } });
});
afterAll(async () => {
  await testApp.close();
  await proxied.close();
  await open.close();
  await listed.close();
});

const statusFor = async ({ app }: TestApp, host: string) =>
  (await app.inject({ url: "/healthz", headers: { host } })).statusCode;

test("a server that listens on this machine alone answers to its names and to no other", async () => {
  for (const host of ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "club.example", "club.localhost"])
    expect([host, await statusFor(testApp, host)]).toEqual([host, 200]);
  for (const host of ["evil.example", "club.example.evil.example", "localhost.evil.example", "192.168.1.5", "[", "a b"])
    expect([host, await statusFor(testApp, host)]).toEqual([host, 421]);
});

test("a server that others reach answers to any name", async () => {
  expect(await statusFor(open, "evil.example")).toBe(200);
});

/** The address that a session has, by the header with which somebody signed in. */
async function addressOfSession(tested: TestApp, forwarded: string): Promise<unknown> {
  const { email } = await tested.person();
  const headers = { "x-forwarded-for": forwarded };
  const url = "/api/v1/auth/login";
  const answer = await tested.app.inject({ method: "POST", url, headers, payload: { email, password } });
  const { body } = await tested.as(answer.json().data.access_token)("GET", "/auth/sessions");
  return body.data.find(({ current }: { current: boolean }) => !current)?.address ?? body.data[0].address;
}

test("one proxy is believed for what it adds, not for what the client claims", async () => {
  expect(await addressOfSession(proxied, "203.0.113.7")).toBe("203.0.113.7");
  expect(await addressOfSession(proxied, "6.6.6.6, 203.0.113.7")).toBe("203.0.113.7");
  expect(await addressOfSession(proxied, "not-an-ip<script>")).toBe("127.0.0.1");
});

test("of listed proxies, what they add is believed up to the first address that is none of them", async () => {
  expect(await addressOfSession(listed, "6.6.6.6, 203.0.113.7, 10.1.2.3")).toBe("203.0.113.7");
  expect(await addressOfSession(listed, "203.0.113.7")).toBe("203.0.113.7");
  expect(await addressOfSession(listed, "<script>, 10.1.2.3")).toBe("127.0.0.1");
});

test("without TRUST_PROXY a forwarded address is ignored, and the log says so once", async () => {
  const lines: string[] = [];
  testApp.appContext.log.warn = ((line: string) => void lines.push(line)) as never;
  expect(await addressOfSession(testApp, "203.0.113.7")).toBe("127.0.0.1");
  expect(await addressOfSession(testApp, "203.0.113.8")).toBe("127.0.0.1");
  expect(lines.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
});

test("HEAD changes nothing: a session is not ended by it", async () => {
  const { token } = await testApp.person();
  const headers = { authorization: `Bearer ${token}` };
  const head = await testApp.app.inject({ method: "HEAD", url: "/api/v1/auth/logout", headers });
  expect(head.statusCode).toBe(404);
  expect((await testApp.as(token)("GET", "/auth/user")).status).toBe(200);
});

test("security.txt names the contact, for half a year", async () => {
  const { body, headers } = await testApp.app.inject({ url: "/.well-known/security.txt" });
  expect(headers["content-type"]).toContain("text/plain");
  expect(body).toContain("Contact: mailto:security@club.example\n");
  const expires = new Date(/^Expires: (.+)$/m.exec(body)?.[1] ?? "").getTime();
  expect(expires - testApp.clock.now().getTime()).toBe(180 * 86_400_000);
  expect((await proxied.app.inject({ url: "/.well-known/security.txt" })).statusCode).toBe(404);
});
