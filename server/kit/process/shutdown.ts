/** Process shutdown: closes all parts in reverse order, within a time limit. */
import { setTimeout as sleep } from "node:timers/promises";

type CloseAction = () => unknown;

const SHUTDOWN_TIMEOUT_MS = 15_000;
/** One Ctrl-C may arrive twice: from the terminal, and forwarded by npm. */
const DUPLICATE_SIGNAL_MS = 500;

const openParts: { name: string; close: CloseAction }[] = [];
let shutdown: Promise<void> | undefined;
let shutdownSince = 0;

export function closeOnShutdown(name: string, close: CloseAction): void {
  openParts.push({ name, close });
}

async function closeAll(): Promise<void> {
  for (const { name, close } of openParts.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      console.error(`While closing ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Closes everything and exits. The first call decides the exit code. */
export function shutDown(code: number): Promise<void> {
  shutdown ??= (async () => {
    shutdownSince = performance.now();
    const closed = await Promise.race([closeAll().then(() => true), sleep(SHUTDOWN_TIMEOUT_MS, false)]);
    if (!closed)
      console.error(`Not everything closed within ${SHUTDOWN_TIMEOUT_MS / 1000} seconds: ending all the same.`);
    process.exit(code);
  })();
  return shutdown;
}

/** Stops on Ctrl-C and SIGTERM. A second signal exits at once; the database's guard still stops it cleanly. */
export function shutDownOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (shutdown && performance.now() - shutdownSince > DUPLICATE_SIGNAL_MS) process.exit(130);
      void shutDown(0);
    });
  }
}

/** Stops when the parent process is gone, so that a killed npm or starter leaves no process behind. */
export function shutDownWithParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void shutDown(0), 500).unref();
}
