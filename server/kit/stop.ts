/** The way out: what was opened is closed in the opposite order, within a bounded time, whoever asks for it. */
import { setTimeout as sleep } from "node:timers/promises";

type Close = () => unknown;

const patienceMs = 15_000;
/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const sameSignalMs = 500;

const opened: { what: string; close: Close }[] = [];
let stopping: Promise<void> | undefined;
let since = 0;

/** Notes what has to be closed at the end. */
export function closeAtEnd(what: string, close: Close): void {
  opened.push({ what, close });
}

/** Closes everything; a part that fails or hangs does not keep the others open. */
async function closeAll(): Promise<void> {
  for (const { what, close } of opened.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      console.error(`While closing ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Closes everything and ends the process. The first call decides the exit code. */
export function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    since = performance.now();
    const closed = await Promise.race([closeAll().then(() => true), sleep(patienceMs, false)]);
    if (!closed) console.error(`Not everything closed within ${patienceMs / 1000} seconds: ending all the same.`);
    process.exit(code);
  })();
  return stopping;
}

/** Stops on Ctrl-C and SIGTERM; a second one, later, ends the process at once (the database's guard still stops it in order). */
export function stopOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping && performance.now() - since > sameSignalMs) process.exit(130);
      void stop(0);
    });
  }
}

/** Stops when the process that started us is gone without a word: npm and our own starter, killed, leave nobody behind. */
export function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop(0), 500).unref();
}
