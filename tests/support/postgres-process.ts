/** PostgreSQL servers of the embedded binaries that a test may kill, restart, and stream to a standby. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries, findPostgresAccount } from "#server/kit/db/embedded-binaries.ts";
import { findFreePort } from "./start-server.ts";

export interface PostgresProcess {
  url: string;
  /** @param settings such as `wal_level=replica`, for this start only */
  start(settings?: readonly string[]): Promise<void>;
  /** Ends all its processes by SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  answers(): Promise<boolean>;
  /** @returns a standby that is not yet started; this server must be stopped meanwhile, and starts again after */
  createStandby(folder: string): Promise<PostgresProcess>;
  log(): string;
}

const ROLE = "baseline";
const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", HOME: "/" };
const START_TIMEOUT_MS = 60_000;

function initialize(folder: string): void {
  const account = findPostgresAccount(folder);
  // The account of PostgreSQL must reach it.
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = ["-D", folder, ...locale, "-U", ROLE, "--auth=trust", "--no-sync"];
  const made = spawnSync(join(findBinaries(account), "bin/initdb"), args, {
    ...account,
    env,
    cwd: "/",
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed in ${folder}: ${made.stderr}`);
}

/** @param folder new and empty, reachable for the account of the embedded PostgreSQL; the caller deletes it */
export async function createPostgres(folder: string): Promise<PostgresProcess> {
  initialize(folder);
  return openPostgres(folder, await findFreePort());
}

function listChildren(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

function openPostgres(folder: string, port: number): PostgresProcess {
  const url = `postgres://${ROLE}@127.0.0.1:${port}/postgres`;
  const logFile = `${folder}.log`;
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();

  async function start(settings: readonly string[] = []): Promise<void> {
    const account = findPostgresAccount(folder);
    const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200", ...settings];
    const args = ["-D", folder, "-p", String(port), ...flags.flatMap((flag) => ["-c", flag])];
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadline) {
      const output = openSync(logFile, "a", 0o600);
      const started = spawn(join(findBinaries(account), "bin/postgres"), args, {
        ...account,
        env,
        cwd: "/",
        stdio: ["ignore", output, output],
      });
      closeSync(output);
      child = started;
      ended = new Promise((resolve) => started.once("close", () => resolve()));
      while (started.exitCode === null && started.signalCode === null && performance.now() < deadline) {
        if (await answers(url)) return;
        await sleep(50);
      }
      // The processes of a killed server may not have ended yet.
      await sleep(100);
    }
    throw new Error(`PostgreSQL did not start in ${folder}: ${readFileSync(logFile, "utf8").slice(-2000)}`);
  }

  async function stop(): Promise<void> {
    child?.kill("SIGINT");
    await ended;
  }

  return {
    url,
    start,
    stop,
    answers: () => answers(url),
    async kill() {
      const pid = child?.pid;
      if (pid === undefined || child?.exitCode !== null || child.signalCode !== null) return;
      for (const each of [pid, ...listChildren(pid)]) {
        try {
          process.kill(each, "SIGKILL");
        } catch {
          // It has ended by itself.
        }
      }
      await ended;
    },
    async createStandby(standbyFolder) {
      cpSync(folder, standbyFolder, { recursive: true });
      rmSync(join(standbyFolder, "postmaster.pid"), { force: true });
      const { uid, gid } = findPostgresAccount(folder);
      writeFileSync(join(standbyFolder, "standby.signal"), "");
      const connection = `host=127.0.0.1 port=${port} user=${ROLE} application_name=standby`;
      appendFileSync(join(standbyFolder, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
      if (uid !== undefined && gid !== undefined) spawnSync("chown", ["-R", `${uid}:${gid}`, standbyFolder]);
      return openPostgres(standbyFolder, await findFreePort());
    },
    log: () => readFileSync(logFile, "utf8"),
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
