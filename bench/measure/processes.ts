/** Processor time and memory of processes, from Linux's `/proc`. */
import { readFileSync, readdirSync } from "node:fs";

/** Linux counts in hundredths of a second on all of its platforms. */
const MS_PER_TICK = 10;

function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
const sumFields = (stat: readonly string[], fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * MS_PER_TICK;

export const parentOf = (pid: number): number => Number(readStat(pid)[1]);

export const readCpuMs = (pid: number): number => sumFields(readStat(pid), [11, 12]);

/** With children that run and children that ended: PostgreSQL has a process for each connection. */
export function readTreeCpuMs(pid: number): number {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.reduce((sum, child) => sum + readCpuMs(Number(child)), sumFields(readStat(pid), [11, 12, 13, 14]));
}

export function readMemoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1000;
}
