/** Whose database folder is it? One process at a time; one that died without a word counts no longer. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A start that cannot go on, in one line that says what to do. */
export class StartError extends Error {}

interface Owner {
  pid: number;
  /** When that process started: a recycled pid has another start. */
  start: string;
}

/** True when a process with this pid exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The start of a process as the machine tells it; empty when it is gone, or only waits to be reaped. */
function startOf(pid: number): string {
  if (process.platform !== "linux")
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before ")" may hold spaces; the state comes after it, the start 19 fields later.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, "utf8")) as Partial<Owner>;
    return typeof owner.pid === "number" && typeof owner.start === "string"
      ? { pid: owner.pid, start: owner.start }
      : undefined;
  } catch {
    return undefined;
  }
}

const lives = (owner: Owner) => isAlive(owner.pid) && startOf(owner.pid) === owner.start;

/** Whether a living process holds `file`. */
export function isClaimed(file: string): boolean {
  const owner = readOwner(file);
  return owner !== undefined && lives(owner);
}

/**
 * Takes `file` for this process, or throws a StartError that names `folder` and the process that holds it.
 * @returns gives it back
 */
export async function claim(file: string, folder: string): Promise<() => void> {
  const mine: Owner = { pid: process.pid, start: startOf(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      return () => {
        const owner = readOwner(file);
        if (owner?.pid === mine.pid && owner.start === mine.start) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = readOwner(file);
    if (owner && lives(owner))
      throw new StartError(
        `Baseline already runs on ${folder} (process ${owner.pid}): stop it, or set another DATA_DIR`,
      );
    // An empty file is one that somebody is writing this very moment: it gets a little time before it counts as left behind.
    if (owner || attempt >= 20) rmSync(file, { force: true });
    await sleep(10);
  }
}
