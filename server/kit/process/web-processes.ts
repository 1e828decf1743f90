/** Several web servers (cluster, workers) on one port: the first process forks them, does the jobs and keeps their number. */
import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";

const STOP_TIMEOUT_MS = 10_000;
/** A process that ends at once would be started again without end. */
const MIN_LIFETIME_MS = 2000;
const RESTART_DELAY_MS = 1000;

export const isWebProcess = cluster.isWorker;

export interface WebProcesses {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts `count` processes with the script and the options of this one, and replaces those that end.
 * @param env settings of theirs that differ from those of this process
 * @returns when all of them listen
 * @throws Error if one ends before it listens
 */
export async function startWebProcesses(
  count: number,
  env: Record<string, string>,
  log: Logger,
): Promise<WebProcesses> {
  let isClosing = false;
  const start = (): Promise<number> => {
    const worker = cluster.fork(env);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      let isListening = false;
      worker.once("listening", ({ port }) => {
        isListening = true;
        resolve(port);
      });
      worker.once("exit", (code, signal) => {
        if (isClosing) return;
        if (!isListening) return reject(new Error(`A web process ended before it listened (${signal ?? code}).`));
        log.error({ code, signal }, "a web process ended by itself, and is replaced");
        const delay = performance.now() - startedAt < MIN_LIFETIME_MS ? RESTART_DELAY_MS : 0;
        setTimeout(replace, delay);
      });
    });
  };
  const replace = () => {
    if (isClosing) return;
    start().catch((err: unknown) => {
      log.error({ err }, "a web process could not be replaced, and is tried again");
      setTimeout(replace, RESTART_DELAY_MS);
    });
  };
  const ports = await Promise.all(Array.from({ length: count }, start));
  return {
    port: ports[0] ?? 0,
    async close() {
      isClosing = true;
      await Promise.all(Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [stop(worker)] : [])));
    },
  };
}

const stop = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    const cutOff = setTimeout(() => worker.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
    worker.once("exit", () => {
      clearTimeout(cutOff);
      resolve();
    });
    worker.process.kill("SIGTERM");
  });
