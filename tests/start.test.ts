import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#server/accounts/demo-accounts.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { isProcessAlive } from "#server/kit/db/embedded-lock.ts";
import { compileCache } from "./support/compile-cache.ts";

const main = join(import.meta.dirname, "../server/main.ts");
// Shared by all tests, so that only the first start has to create a database.
const dataDir = temporaryFolder("start");
const demoDir = temporaryFolder("demo");
afterAll(() => {
  for (const folder of [dataDir, demoDir]) rmSync(folder, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  said(): string;
  ready: Promise<string>;
  ended: Promise<number | null>;
}
const running: Run[] = [];
afterEach(async () => {
  for (const run of running.splice(0)) {
    run.child.kill("SIGKILL");
    await run.ended;
  }
});

function run(env: Record<string, string> = {}, command = [process.execPath, main]): Run {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    env: { ...compileCache, PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: "0", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer) => {
      text += String(data);
      const address = /ready at (\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void ended.then(() => reject(new Error(`ended before it was ready: ${text}`)));
  });
  ready.catch(() => {});
  const it = { child, said: () => text, ready, ended };
  running.push(it);
  return it;
}

/** The error of a failed start: exactly one line, and exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const attempt = run(env);
  expect(await attempt.ended).toBe(1);
  expect(attempt.said().trim().split("\n")).toHaveLength(1);
  return attempt.said().trim();
}

const postgres = () => {
  const list = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" });
  return list.split("\n").filter((line) => line.includes(`${dataDir}/postgres`) && !line.includes("ps -eo"));
};
const nothingRuns = () => expect.poll(postgres, { timeout: 5000, interval: 20 }).toEqual([]);
const status = async (address: string, path: string) => (await fetch(address + path)).status;

async function listen(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0 };
}

test("it starts, is ready, and SIGTERM ends it in order, the database included", async () => {
  const { ready, said, child, ended } = run();
  const address = await ready;
  expect(said()).toContain(`DATA_DIR=${dataDir} npm run admin -- create you@example.com`);
  expect(said()).toMatch(
    new RegExp(`${address}/auth/first-administrator\n.*within 24 hours: (?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\n`),
  );
  expect(await status(address, "/auth/first-administrator")).toBe(200);
  expect(await status(address, "/healthz")).toBe(200);
  expect(await status(address, "/readyz")).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(postgres()).toEqual([]);
  expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toMatch(/database system is shut down\n$/);
});

test("in production the start says which settings of the operator are missing, and the page says so too", async () => {
  const production = { NODE_ENV: "production", APP_URL: "https://club.example" };
  const service = run({ ...production, OPERATOR_NAME: "Club SAS", OPERATOR_EMAIL: "hello@club.example" });
  await service.ready;
  expect(service.said()).toContain(
    "the legal pages do not name the operator and its host: set OPERATOR_ADDRESS, OPERATOR_PHONE, OPERATOR_REGISTRATION",
  );
  expect(service.said()).not.toContain("set OPERATOR_NAME");
});

test("one Ctrl-C that arrives twice, from the terminal and from npm, still ends it in order", async () => {
  const { ready, child, ended } = run();
  await ready;
  child.kill("SIGINT");
  setTimeout(() => child.kill("SIGINT"), 5);
  expect(await ended).toBe(0);
  expect(postgres()).toEqual([]);
});

test("killed without a word it leaves no database behind, and the next start recovers by itself", async () => {
  const first = run();
  await first.ready;
  first.child.kill("SIGKILL");
  await first.ended;
  const next = run();
  expect(await status(await next.ready, "/readyz")).toBe(200);
  next.child.kill("SIGKILL");
  await nothingRuns();
});

test("a second start in the same folder says so, and the first goes on", async () => {
  const first = run();
  const address = await first.ready;
  expect(await refusal({})).toBe(
    `Baseline already runs on ${dataDir} (process ${first.child.pid}): stop it, or set another DATA_DIR`,
  );
  expect(await status(address, "/readyz")).toBe(200);
});

test("a taken port is told in one line, and nothing keeps running", async () => {
  const { server, port } = await listen();
  try {
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} is taken by another program: stop it, or set another PORT (or METRICS_PORT)`,
    );
    await nothingRuns();
  } finally {
    server.close();
  }
});

test("a database that cannot be reached is told in one line, without its password", async () => {
  const { server, port } = await listen();
  server.close();
  expect(await refusal({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/club` })).toBe(
    `DATABASE_URL cannot be reached (127.0.0.1:${port}/club): nothing listens there`,
  );
});

test("a database that does not let us in is told in one line", async () => {
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.password = "guess";
  expect(await refusal({ DATABASE_URL: url.href })).toBe(
    `DATABASE_URL cannot be reached (${url.host}/postgres): wrong user or password`,
  );
});

test("a database that does not let us work is told in one line", async () => {
  const url = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  url.search = "options=-c default_transaction_read_only=on";
  expect(await refusal({ DATABASE_URL: url.href })).toBe(
    `DATABASE_URL cannot be used (${url.host}/postgres): cannot execute CREATE TABLE in a read-only transaction`,
  );
});

test("a folder or a host that cannot be is told in one line", async () => {
  expect(await refusal({ DATA_DIR: main })).toBe(`DATA_DIR cannot be ${main} (EEXIST): set another folder`);
  expect(await refusal({ HOST: "nowhere.invalid" })).toMatch(/^Cannot listen on nowhere\.invalid:0 \(E\w+\)/);
});

test("a bad setting is told in one line", async () => {
  expect(await refusal({ PORT: "eighty" })).toBe('PORT is "eighty": expected a number from 0 (any free one) to 65535');
});

test("when the database goes by itself, so does the server: whoever watches it starts both again", async () => {
  const { ready, ended, said } = run();
  await ready;
  process.kill(Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
  expect(await ended).toBe(1);
  expect(said()).toContain(`The database stopped by itself: its log is ${dataDir}/postgres.log`);
  expect(said()).not.toMatch(/Unhandled|Not everything closed/);
});

test("started by another program, it does not outlive that one", async () => {
  const parent = `require("node:child_process").spawn(process.execPath, [${JSON.stringify(main)}], { stdio: "inherit" })`;
  const { ready, child } = run({ BASELINE_FOLLOWS: "1" }, [process.execPath, "-e", parent]);
  await ready;
  const owner = JSON.parse(readFileSync(join(dataDir, "postgres.owner"), "utf8")) as { pid: number };
  expect(owner.pid).not.toBe(child.pid);
  child.kill("SIGKILL");
  await expect.poll(() => isProcessAlive(owner.pid), { timeout: 5000, interval: 20 }).toBe(false);
  await nothingRuns();
});

test("figures for Prometheus are on a port of their own, by route and not by address", async () => {
  const { server, port } = await listen();
  server.close();
  const { ready } = run({ METRICS_PORT: String(port) });
  const address = await ready;
  await status(address, "/healthz");
  await status(address, "/nowhere/in-particular");
  expect(await (await fetch(`${address}/metrics`)).text()).not.toContain("http_request");
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1');
  expect(text).toContain("database_connections ");
  expect(text).toContain("process_resident_memory_bytes ");
  expect(text).not.toContain("in-particular");
});

async function post(address: string, path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (await fetch(`${address}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
}
const signInAsDemo = (address: string) =>
  post(address, "/auth/login", { email: "admin@demo.test", password: DEMO_PASSWORD });

test.each<Record<string, string>>([
  { NODE_ENV: "production" },
  { APP_URL: "https://club.example" },
  { HOST: "0.0.0.0" },
])("where others may reach it, it is no demo by silence, and shows nobody's mails: %o", async (env) => {
  const { ready, said } = run({ DEMO: "", ...env });
  const address = await ready;
  expect(await signInAsDemo(address)).toBe(422);
  expect(await status(address, "/dev/mail")).toBe(404);
  expect(said()).not.toContain(DEMO_PASSWORD);
});

test("a demo that others may reach warns", async () => {
  const demo = run({ DATA_DIR: demoDir, DEMO: "1", NODE_ENV: "production" });
  expect(await signInAsDemo(await demo.ready)).toBe(200);
  demo.child.kill("SIGTERM");
  expect(await demo.ended).toBe(0);
  const reachable = run({ DATA_DIR: demoDir, DEMO: "1", HOST: "0.0.0.0" });
  expect(await status(await reachable.ready, "/dev/mail")).toBe(404);
  await expect.poll(reachable.said).toContain("WARNING: whoever reaches");
  reachable.child.kill("SIGTERM");
  expect(await reachable.ended).toBe(0);
}, 60_000);

test("the database of a demo never becomes a service while its accounts are open", async () => {
  const services: Record<string, string>[] = [{ DEMO: "0" }, { DEMO: "", NODE_ENV: "production" }];
  for (const env of services)
    expect(await refusal({ DATA_DIR: demoDir, ...env })).toMatch(
      /^This database holds the demo, whose password is published/,
    );

  const closing = run({ DATA_DIR: demoDir }, [
    process.execPath,
    join(import.meta.dirname, "../server/admin.ts"),
    "close-demo",
  ]);
  expect(await closing.ended).toBe(0);
  expect(closing.said()).toMatch(/^\d+ accounts of the demo are closed\.$/m);
  const service = run({ DATA_DIR: demoDir, DEMO: "0" });
  expect(await signInAsDemo(await service.ready)).toBe(422);
  // A database that runs would still write into the folder that is removed.
  service.child.kill("SIGTERM");
  expect(await service.ended).toBe(0);
}, 60_000);

// The last one: its account stays in the database that the tests share.
test("whoever registers with an address of the demo does not keep a service from starting again", async () => {
  const first = run();
  const [password, names] = [DEMO_PASSWORD, { firstName: "Ada", lastName: "King" }];
  const draft = { email: "ada@demo.test", password, confirmPassword: password, ...names };
  expect(await post(await first.ready, "/auth/register", draft)).toBe(201);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const second = run();
  expect(await status(await second.ready, "/readyz")).toBe(200);
  // A database that runs would still write into the folder that is removed.
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});
