/** Several web servers on one port: they share the load, and what one of them does holds for the others. */
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLiveStream } from "./support/live-stream-client.ts";
import { findFreePort, type RunningServer, startServer } from "./support/start-server.ts";
import { createTestApp, type Person, type TestApp } from "./support/test-app.ts";

let testApp: TestApp;
let server: RunningServer;
let owner: Person;
let metricsUrl: string;

beforeAll(async () => {
  testApp = await createTestApp();
  // The server processes use the system clock.
  testApp.clock.set(Temporal.Now.instant().toString());
  owner = await testApp.member(testApp.organizationId, 1);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testApp.db);
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.pathname = rows[0]?.name ?? "";
  const metricsPort = String(await findFreePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const env = { DATABASE_URL: url.href, DEMO: "0", WORKER: "off", WEB_PROCESSES: "2", METRICS_PORT: metricsPort };
  server = await startServer("web-processes", env);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await testApp.close();
});

/** Each call has a connection of its own, so that the processes take turns. */
const send = (method: string, path: string, { token = "", body }: { token?: string; body?: object } = {}) =>
  new Promise<number>((resolve, reject) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const call = httpRequest(`${server.url}/api/v1${path}`, { method, headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    call.once("error", reject).end(body && JSON.stringify(body));
  });
const sendOften = async (count: number, ...call: Parameters<typeof send>) => {
  const statuses = [];
  for (let round = 0; round < count; round += 1) statuses.push(await send(...call));
  return statuses;
};

const webProcessIds = () =>
  readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
const inOrganization = (rest: string) => `/organizations/${testApp.organizationId}${rest}`;

test("two processes answer on one port, and the metrics add their requests up", async () => {
  expect(webProcessIds()).toHaveLength(2);
  const path = inOrganization("/facilities");
  expect(new Set(await sendOften(20, "GET", path, { token: owner.token }))).toEqual(new Set([200]));
  const metrics = await (await fetch(metricsUrl)).text();
  const [, count] = /http_request_duration_seconds_count\{[^}]*facilities"[^}]*\} (\d+)/.exec(metrics) ?? [];
  expect(Number(count)).toBe(20);
});

test("a role that is taken away and a session that is closed work with none of them", async () => {
  const person = await testApp.member(testApp.organizationId, ["events.show"]);
  const calls = [6, "GET", inOrganization("/events"), { token: person.token }] as const;
  expect(await sendOften(...calls)).toEqual(Array(6).fill(200));
  expect(await send("DELETE", inOrganization(`/users/${person.id}`), { token: owner.token })).toBe(200);
  expect(await sendOften(...calls)).toEqual(Array(6).fill(404));
  expect(await send("DELETE", `/auth/sessions/${person.sessionId}`, { token: person.token })).toBe(200);
  expect(await sendOften(...calls)).toEqual(Array(6).fill(401));
});

test("tries of a password count together", async () => {
  const { email } = await testApp.person();
  const statuses = await sendOften(14, "POST", "/auth/login", { body: { email, password: "wrong-password-1" } });
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
});

test("a live stream tells what any of them changes", async () => {
  const streams = await Promise.all(
    [1, 2, 3, 4].map(() => openLiveStream(`${server.url}/api/v1`, { ...testApp, token: owner.token })),
  );
  const draft = { token: owner.token, body: { name: "Hall" } };
  expect(await sendOften(4, "POST", inOrganization("/facilities"), draft)).toEqual(Array(4).fill(201));
  await Promise.all(streams.map((stream) => stream.until(4)));
  await Promise.all(streams.map((stream) => stream.close()));
});

test("a process that is killed is replaced, and the others go on", async () => {
  const [first, second] = webProcessIds();
  process.kill(Number(first), "SIGKILL");
  await expect.poll(webProcessIds, { timeout: 5000 }).not.toContain(first);
  expect(await send("GET", inOrganization("/facilities"), { token: owner.token })).toBe(200);
  await expect.poll(() => webProcessIds().length, { timeout: 10_000 }).toBe(2);
  expect(webProcessIds()).toContain(second);
  await expect
    .poll(async () => new Set(await sendOften(4, "GET", inOrganization("/facilities"), { token: owner.token })), {
      timeout: 10_000,
    })
    .toEqual(new Set([200]));
});

test("all of them end with the first one", async () => {
  const ids = webProcessIds();
  await server.stop();
  const isRunning = (id: string) => {
    try {
      return process.kill(Number(id), 0);
    } catch {
      return false;
    }
  };
  expect(ids.filter(isRunning)).toEqual([]);
  expect(server.output().match(/"level":"(warn|error|fatal)"[^}]*/g)).toEqual([expect.stringContaining("is replaced")]);
});
