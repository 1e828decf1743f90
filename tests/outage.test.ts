/** A database outage under load: the server survives, reports it, and recovers with the database. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { accounts } from "#contract/accounts.ts";
import type { ResponseBody, Endpoint } from "#contract/kit.ts";
import type { organizations } from "#contract/organizations.ts";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { type TestNetwork, createTestNetwork } from "./support/test-network.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

let database: TestDatabase;
let network: TestNetwork;
let product: RunningServer;
let token = "";
let organization = "";
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  network = await createTestNetwork(database.url);
  product = await startServer("outage", { DATABASE_URL: network.url, LOG_LEVEL: "fatal" });
  const admin = { email: "admin@demo.test", password: DEMO_PASSWORD };
  const { data } = await request<typeof accounts.login>("POST", "/auth/login", admin);
  if ("access_token" in data) token = data.access_token;
  organization = (await request<typeof organizations.list>("GET", "/organizations")).data[0]?.id ?? "";
}, 60_000);
afterAll(async () => {
  await product.stop();
  await network.close();
  await database.drop();
});

const soon = { timeout: 15_000, interval: 50 };
const headers = () => ({ "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) });

async function call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: headers(),
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}
const request = async <E extends Endpoint>(method: string, path: string, body?: object): Promise<ResponseBody<E>> =>
  JSON.parse((await call(method, path, body)).text) as ResponseBody<E>;
const isReady = async () => (await fetch(`${product.url}/readyz`)).ok;

function load() {
  const statuses: number[] = [];
  const odd: string[] = [];
  let isOn = true;
  let number = 0;
  const reads = ["/auth/user", "/organizations", ...["events", "users", "fields"].map((list) => pathOf(list))];
  const one = () => {
    number += 1;
    if (number % 4 === 0) return call("PATCH", pathOf(), { name: `Club ${number}` });
    if (number % 7 === 0) return call("POST", pathOf("users"), invitationTo(`guest-${number}@demo.test`));
    return call("GET", reads[number % reads.length] ?? "");
  };
  const callers = Array.from({ length: 12 }, async () => {
    while (isOn) {
      const answer = await one().catch((error: unknown) => ({ status: 0, text: String(error) }));
      statuses.push(answer.status);
      const isClear = answer.status === 503 && Object.keys(JSON.parse(answer.text) as object).join() === "message";
      if (answer.status !== 200 && answer.status !== 201 && !isClear) odd.push(`${answer.status} ${answer.text}`);
      if (!product.isRunning()) isOn = false;
    }
  });
  return {
    odd,
    async answers(count: number, status?: number) {
      const from = statuses.length;
      const counted = () => statuses.slice(from).filter((each) => status === undefined || each === status).length;
      await vi.waitFor(() => expect(!product.isRunning() || counted() >= count).toBe(true), soon);
      expect(product.isRunning(), product.output()).toBe(true);
    },
    async end() {
      isOn = false;
      await Promise.all(callers);
    },
  };
}
const pathOf = (list = "") => `/organizations/${organization}${list && `/${list}`}`;
const invitationTo = (email: string) => ({ type: "customer", role: 4, emails: [email] });

function listen() {
  const gone = new AbortController();
  let heard = "";
  const again = async () => {
    const address = `${product.url}/api/v1/organizations/all/live`;
    const answer = await fetch(address, { headers: headers(), signal: gone.signal });
    if (!answer.ok || !answer.body) return;
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) heard += part;
  };
  const listening = (async () => {
    while (!gone.signal.aborted) {
      await again().catch(() => {});
      await new Promise((later) => setTimeout(later, 50));
    }
  })();
  return {
    heard: () => heard.split("event: change").length - 1,
    async end() {
      gone.abort();
      await listening;
    },
  };
}

async function isItself(heard: () => number, email: string) {
  await vi.waitFor(async () => expect(await isReady()).toBe(true), soon);
  const before = heard();
  const mails = async () =>
    (await readdir(join(product.dataDir, "mail")).catch((): string[] => [])).filter((name) => name.endsWith(".eml"))
      .length;
  const sent = await mails();
  await vi.waitFor(async () => expect((await call("PATCH", pathOf(), { name: email })).status).toBe(200), soon);
  await vi.waitFor(() => expect(heard()).toBeGreaterThan(before), soon);
  expect((await call("POST", pathOf("users"), invitationTo(email))).status).toBe(201);
  await vi.waitFor(async () => expect(await mails()).toBeGreaterThan(sent), soon);
}

test(
  "connections that the server ends, again and again and under load, end nothing else",
  { timeout: 60_000 },
  async () => {
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    const [calls, stream] = [load(), listen()];
    try {
      for (let round = 0; round < 60; round += 1) {
        // Alternate between some and all connections: with only some gone, the others still work.
        await killer.query(
          `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() order by random() limit $1) as chosen`,
          [round % 3 === 0 ? 100 : 3],
        );
        await calls.answers(5);
      }
    } finally {
      await Promise.all([calls.end(), killer.end()]);
    }
    expect(calls.odd).toEqual([]);
    await isItself(stream.heard, "after-the-killing@demo.test");
    await stream.end();
  },
);

test(
  "a database out of reach is a clear 503, and nobody has to start anything again",
  { timeout: 60_000 },
  async () => {
    const [calls, stream] = [load(), listen()];
    try {
      await calls.answers(20, 200);
      await network.cut();
      await calls.answers(200, 503);
      expect(await isReady()).toBe(false);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      await network.mend();
      await calls.answers(20, 200);
    } finally {
      await calls.end();
    }
    expect(calls.odd).toEqual([]);
    await isItself(stream.heard, "after-the-outage@demo.test");
    await stream.end();
  },
);
