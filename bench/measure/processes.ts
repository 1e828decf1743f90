/** Processor time and memory of processes, from Linux's `/proc`. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import pg from "pg";

/** Linux counts in hundredths of a second on all of its platforms. */
const MS_PER_TICK = 10;

function readProcessFile(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
const readStat = (pid: number): string[] => {
  const stat = readProcessFile(pid, "stat");
  // The name in brackets may hold spaces.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};
const sumFields = (stat: readonly string[], fields: readonly number[]): number =>
  fields.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) * MS_PER_TICK;

const parentOf = (pid: number): number => Number(readStat(pid)[1]);
const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((child) => parentOf(child) === pid);

/** Sums the threads that run; the file has nanoseconds. */
export function readCpuMs(pid: number): number {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return threads.reduce((sum, thread) => {
    const [spent = 0] = readProcessFile(pid, `task/${thread}/schedstat`).split(" ").map(Number);
    return sum + spent / 1e6;
  }, 0);
}

/** With children that run and children that ended: PostgreSQL has a process for each connection. */
export const readTreeCpuMs = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + readCpuMs(each), sumFields(readStat(pid), [13, 14]));

const readMb = (pid: number, file: string, key: RegExp) =>
  Number(key.exec(readProcessFile(pid, file))?.[1] ?? 0) / 1000;
export const readMemoryMb = (pid: number): number => readMb(pid, "status", /VmRSS:\s+(\d+)/);

/** With children; memory that several share counts once. */
export const readTreeMemoryMb = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + readMb(each, "smaps_rollup", /Pss:\s+(\d+)/), 0);

/** @returns the process of the server of PostgreSQL, on this machine */
export async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await client.end();
  }
}
