/** Embedded PostgreSQL, for installations without a database server: starts, watches and stops it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresAccount, findPostgresAccount, findDatabaseFolder, findBinaries } from "./embedded-binaries.ts";
import { acquireLock, isProcessAlive, isLocked, StartupError } from "./embedded-lock.ts";
import { APPLICATION_ROLE, ensureApplicationRole, SUPERUSER } from "./embedded-role.ts";

export interface EmbeddedDatabaseOptions {
  /** One database per folder, and one process per database. */
  dataDir: string;
  settings?: string[];
  /** For tests: no fsync, and deleted on stop. */
  isTemporary?: boolean;
  /** For tests and benchmarks: the application may create databases and skip triggers. */
  isForTests?: boolean;
  onLost?: () => void;
}

export interface EmbeddedDatabase {
  url: string;
  /** Stops the database and releases the folder; safe to call twice. */
  stop(): Promise<void>;
}

const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", HOME: "/" };

/**
 * The shell reads from a pipe that we hold. When the pipe closes, because we stop or crash, it sends SIGINT
 * (PostgreSQL's fast shutdown). When PostgreSQL exits, the shell exits too.
 */
const guardScript = 'exec 3<&0; "$@" </dev/null 3<&- & p=$!; (read _ <&3; kill -INT $p) 2>/dev/null & wait $p';

/** Starts the database of `dataDir`, and creates it if there is none. @throws StartupError */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const databaseFolder = findDatabaseFolder(options.dataDir);
  const cluster = join(databaseFolder, "postgres");
  const releaseLock = await acquireLock(join(databaseFolder, "postgres.owner"), options.dataDir);
  try {
    const account = findPostgresAccount(cluster);
    const native = findBinaries(account);
    const isNew = !existsSync(cluster);
    const password = readPassword(join(databaseFolder, "postgres.password"), isNew);
    if (isNew) initializeCluster(native, cluster, account, password, options.isTemporary);
    await waitForOrphan(cluster);
    const log = join(databaseFolder, "postgres.log");
    const { child, port } = await launchPostgres(
      join(native, "bin/postgres"),
      cluster,
      account,
      log,
      postgresFlags(options),
    );
    const stop = watchProcess(child, cluster, releaseLock, options.onLost);
    const url = connectionUrl(APPLICATION_ROLE, password, port);
    const superuserUrl = connectionUrl(SUPERUSER, password, port);
    const { isForTests = false } = options;
    try {
      await ensureApplicationRole({ url, superuserUrl, password, isForTests }, isNew);
    } catch (error) {
      await stop();
      throw error;
    }
    return {
      url,
      async stop() {
        await stop();
        if (options.isTemporary)
          for (const folder of [databaseFolder, options.dataDir]) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}

export function findRunningDatabase(dataDir: string): string | undefined {
  const databaseFolder = findDatabaseFolder(dataDir);
  if (!isLocked(join(databaseFolder, "postgres.owner"))) return undefined;
  const postmaster = readPostmaster(join(databaseFolder, "postgres"));
  if (postmaster?.status !== "ready") return undefined;
  const password = readFileSync(join(databaseFolder, "postgres.password"), "utf8").trim();
  return connectionUrl(APPLICATION_ROLE, password, postmaster.port);
}

const connectionUrl = (role: string, password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;

function readPassword(file: string, fresh: boolean): string {
  if (!fresh && !existsSync(file))
    throw new StartupError(`${file} is missing: it holds the password of the database beside it`);
  if (fresh) {
    rmSync(file, { force: true });
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  }
  return readFileSync(file, "utf8").trim();
}

/** Creates the database in a temporary folder and renames it, so that an aborted one is never used. */
function initializeCluster(
  native: string,
  cluster: string,
  account: PostgresAccount,
  password: string,
  isTemporary = false,
): void {
  const [half, secret] = [`${cluster}.half`, `${cluster}.half.password`];
  rmSync(half, { recursive: true, force: true });
  rmSync(secret, { force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600, flag: "wx" });
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [half, secret]) chownSync(path, account.uid, account.gid);
  const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["-U", SUPERUSER, "--auth=scram-sha-256", `--pwfile=${secret}`];
  const args = ["-D", half, ...locale, ...access, ...(isTemporary ? ["--no-sync"] : [])];
  const initdb = spawnSync(join(native, "bin/initdb"), args, { ...account, env, cwd: "/", encoding: "utf8" });
  rmSync(secret, { force: true });
  if (initdb.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new StartupError(
      `The database could not be made in ${cluster}: ${(initdb.stderr || String(initdb.error)).trim().replaceAll("\n", " ")}`,
    );
  }
  renameSync(half, cluster);
}

function readPostmaster(cluster: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}

function isPostgresProcess(cluster: string, pid: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.includes("postgres") && command.includes(cluster);
  } catch {
    return false;
  }
}

/** After a `kill -9` the guard shell stops the old database: wait for it, and send it SIGINT after a second. */
async function waitForOrphan(cluster: string): Promise<void> {
  const since = performance.now();
  for (let asked = false; ; await sleep(10)) {
    const left = readPostmaster(cluster);
    if (!left || !isProcessAlive(left.pid)) return;
    if (!isPostgresProcess(cluster, left.pid)) {
      // Another process has the pid now, and PostgreSQL would take it for a running server.
      rmSync(join(cluster, "postmaster.pid"), { force: true });
      return;
    }
    const waited = performance.now() - since;
    if (!asked && waited > 1000) {
      asked = true;
      process.kill(left.pid, "SIGINT");
    }
    if (waited > 30_000)
      throw new StartupError(`Another PostgreSQL (process ${left.pid}) runs on ${cluster}: stop it first`);
  }
}

function postgresFlags({ settings = [], isTemporary = false }: EmbeddedDatabaseOptions): string[] {
  const ours = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",
  ];
  // Details and statements of errors contain personal data: keep them out of the log.
  const logSettings = ["log_error_verbosity=terse", "log_min_error_statement=panic"];
  const durabilitySettings = isTemporary ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : [];
  return [...ours, ...logSettings, ...durabilitySettings, ...settings].flatMap((setting) => ["-c", setting]);
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });

async function launchPostgres(
  postgres: string,
  cluster: string,
  account: PostgresAccount,
  log: string,
  args: string[],
) {
  if (existsSync(log) && statSync(log).size > 5_000_000) renameSync(log, `${log}.old`);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const output = openSync(log, "a", 0o600);
    const child = spawn("/bin/sh", ["-c", guardScript, "sh", postgres, "-D", cluster, "-p", String(port), ...args], {
      ...account,
      env,
      cwd: "/",
      detached: true,
      stdio: ["pipe", output, output],
    });
    closeSync(output);
    // The pipe breaks if the shell exits first; the exit event reports that.
    child.stdin?.on("error", () => {});
    if (await waitUntilReady(child, cluster, port)) return { child, port };
    // Another process may have taken the free port meanwhile.
    if (attempt === 3) throw new StartupError(`PostgreSQL did not start: ${lastLine(log)} (more in ${log})`);
  }
}

async function waitUntilReady(child: ChildProcess, cluster: string, port: number): Promise<boolean> {
  let failed = false;
  child.once("error", () => (failed = true)).once("exit", () => (failed = true));
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.status === "ready" && postmaster.port === port) return true;
    if (failed) return false;
    await sleep(5);
  }
}

function lastLine(file: string): string {
  const telling = readFileSync(file, "utf8").trim().split("\n");
  return telling.findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? telling.at(-1) ?? "";
}

function watchProcess(
  child: ChildProcess,
  cluster: string,
  releaseLock: () => void,
  onLost?: () => void,
): () => Promise<void> {
  let stopping = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      releaseLock();
      if (!stopping) onLost?.();
      resolve();
    });
  });
  return async () => {
    stopping = true;
    const postmaster = readPostmaster(cluster);
    child.stdin?.end();
    // SIGQUIT ends at once but the next start has to recover: only for a shutdown that hangs.
    const impatient = setTimeout(
      () => postmaster && isProcessAlive(postmaster.pid) && process.kill(postmaster.pid, "SIGQUIT"),
      8000,
    );
    await gone;
    clearTimeout(impatient);
  };
}
