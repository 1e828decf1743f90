/** Lock file of a database folder: one process at a time. The lock of a dead process is ignored. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A failed start, with one line that tells the operator what to do. */
export class StartupError extends Error {}

interface LockOwner {
  pid: number;
  /** Start time of the process, because pids are reused. */
  start: string;
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start time of a process as the system reports it; empty for an exited process or a zombie. */
function processStart(pid: number): string {
  if (process.platform !== "linux")
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before ")" may contain spaces; the state follows it, the start time 19 fields later.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function readLockOwner(file: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, "utf8")) as Partial<LockOwner>;
    return typeof owner.pid === "number" && typeof owner.start === "string"
      ? { pid: owner.pid, start: owner.start }
      : undefined;
  } catch {
    return undefined;
  }
}

const isOwnerAlive = (owner: LockOwner) => isProcessAlive(owner.pid) && processStart(owner.pid) === owner.start;

export function isLocked(file: string): boolean {
  const owner = readLockOwner(file);
  return owner !== undefined && isOwnerAlive(owner);
}

const MAX_ATTEMPTS = 20;

/**
 * @returns releases the lock
 * @throws StartupError naming `folder` and the process that holds it
 */
export async function acquireLock(file: string, folder: string): Promise<() => void> {
  const mine: LockOwner = { pid: process.pid, start: processStart(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      return () => {
        const owner = readLockOwner(file);
        if (owner?.pid === mine.pid && owner.start === mine.start) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = readLockOwner(file);
    const isHeld = owner !== undefined && isOwnerAlive(owner);
    // A killed process takes a moment to exit, and an empty file is just being written.
    if (isHeld && attempt >= MAX_ATTEMPTS)
      throw new StartupError(
        `Baseline already runs on ${folder} (process ${owner.pid}): stop it, or set another DATA_DIR`,
      );
    if (!isHeld && (owner || attempt >= MAX_ATTEMPTS)) rmSync(file, { force: true });
    await sleep(10);
  }
}
