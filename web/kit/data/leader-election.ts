/** Elects one visible tab to work for all open tabs; another takes over when it is closed, hidden or frozen. */
import type { StorageKey } from "#contract/personal-data.ts";

/** Web Locks are missing on insecure origins, so the leader renews a lease in local storage instead. */
const lease = { againMs: 400, endsMs: 1300, settlesMs: 80 };

/**
 * @param name identical in all tabs
 * @param work ends when its signal aborts; if it ends by itself, this page does not lead again
 * @returns a function that stops it
 */
export function runAsLeader(name: StorageKey, work: (signal: AbortSignal) => Promise<void>): () => void {
  let leadership: AbortController | undefined;
  const stopLeading = () => leadership?.abort();
  const stop = () => {
    stopLeading();
    document.removeEventListener("visibilitychange", onVisibilityChange);
    document.removeEventListener("freeze", stopLeading);
    document.removeEventListener("resume", onVisibilityChange);
  };
  const apply = async () => {
    stopLeading();
    const { signal } = (leadership = new AbortController());
    try {
      await holdLeadership(name, signal, work);
      if (!signal.aborted) stop();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === "visible") void apply();
    else stopLeading();
  };
  document.addEventListener("visibilitychange", onVisibilityChange);
  document.addEventListener("freeze", stopLeading);
  document.addEventListener("resume", onVisibilityChange);
  onVisibilityChange();
  return stop;
}

type HoldLeadership = (
  name: StorageKey,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
) => Promise<void>;

const holdLeadership: HoldLeadership = (name, signal, work) => {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return holdLeadershipByStorage(name, signal, work);
  // A page that the browser freezes cannot wait for its work to end.
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  return locks.request(name, { signal }, () => Promise.race([work(signal), aborted]));
};

export const holdLeadershipByStorage: HoldLeadership = async (name, signal, work) => {
  const own = `${Math.random()}`;
  const end = new AbortController();
  const read = () => {
    const [holder = "", until = ""] = (localStorage.getItem(name) ?? "").split(" ");
    const left = Number(until) - Date.now();
    // If the clock was set back, the lease would otherwise never expire.
    return left > 0 && left <= lease.endsMs ? holder : undefined;
  };
  const claim = () => localStorage.setItem(name, `${own} ${Date.now() + lease.endsMs}`);
  while (!signal.aborted) {
    if (read() === undefined) {
      claim();
      await abortableDelay(lease.settlesMs, signal);
      // When several tabs claim at once, the last write wins.
      if (read() === own) break;
    }
    await abortableDelay(lease.againMs, signal);
  }
  signal.addEventListener("abort", () => end.abort());
  const again = setInterval(() => {
    const holder = read();
    if (holder === undefined || holder === own) claim();
    else end.abort();
  }, lease.againMs);
  try {
    if (signal.aborted) return;
    await work(end.signal);
    if (end.signal.aborted && !signal.aborted) return await holdLeadershipByStorage(name, signal, work);
  } finally {
    clearInterval(again);
    if (read() === own) localStorage.removeItem(name);
  }
};

export function abortableDelay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
