/** Measures the CPU time of this command: unlike wall time, it hardly depends on other load. */
import { readdirSync, readFileSync } from "node:fs";

const intervalMs = 1000;
const ticksPerSecond = 100;

function readProcesses() {
  const processes = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The program name is in parentheses and may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system, start] = [1, 11, 12, 19].map((index) => Number(fields[index]));
      processes.set(Number(name), { parent, seconds: (user + system) / ticksPerSecond, key: `${name}.${start}` });
    } catch {
      // The process has ended.
    }
  }
  return processes;
}

/**
 * Polls /proc for descendant processes, because nobody waits for the children of browsers.
 * @returns stops the measurement and returns seconds; undefined without /proc
 */
export function measureCpuTime() {
  if (process.platform !== "linux") return () => undefined;
  const secondsByProcess = new Map();
  const descendants = new Set([process.pid]);
  const look = () => {
    const processes = readProcesses();
    for (let before = -1; before !== descendants.size;) {
      before = descendants.size;
      for (const [pid, { parent }] of processes) if (descendants.has(parent)) descendants.add(pid);
    }
    for (const pid of descendants) {
      const found = processes.get(pid);
      if (found) secondsByProcess.set(found.key, found.seconds);
      else descendants.delete(pid);
    }
  };
  const timer = setInterval(look, intervalMs).unref();
  return () => {
    clearInterval(timer);
    look();
    return [...secondsByProcess.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}
