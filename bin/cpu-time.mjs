/** How long the processor worked for this command: unlike the clock, it hardly changes with what else the machine does. */
import { readdirSync, readFileSync } from "node:fs";

const intervalMs = 1000;
const ticksPerSecond = 100;

function readProcesses() {
  const processes = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of the program is in brackets, and may have blanks.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system, start] = [1, 11, 12, 19].map((index) => Number(fields[index]));
      processes.set(Number(name), { parent, seconds: (user + system) / ticksPerSecond, key: `${name}.${start}` });
    } catch {
      // It ended meanwhile.
    }
  }
  return processes;
}

/**
 * Watches the processes below this one, as browsers' children are waited for by nobody whom one could ask.
 * @returns what stops it and gives the seconds so far; undefined where there is no /proc
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
