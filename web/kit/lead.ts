/** What one tab does for all that are open: the first that is seen, and the next one once it is closed, hidden or gone. */

/** Without locks, as on an origin that is not secure: whoever leads says so again and again, and who is silent leads no longer. */
const lease = { againMs: 400, endsMs: 1300, settlesMs: 80 };

/**
 * Leads whenever this page is seen and no other page leads already.
 * @param name the same in all tabs
 * @param work ends when its signal says so; when it ends by itself, this page does not lead again
 * @returns what stops it
 */
export function lead(name: string, work: (signal: AbortSignal) => Promise<void>): () => void {
  let turn: AbortController | undefined;
  const rest = () => turn?.abort();
  const stop = () => {
    rest();
    document.removeEventListener("visibilitychange", onSight);
    document.removeEventListener("freeze", rest);
    document.removeEventListener("resume", onSight);
  };
  const apply = async () => {
    rest();
    const { signal } = (turn = new AbortController());
    try {
      await hold(name, signal, work);
      if (!signal.aborted) stop();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  // Pages that nobody sees may be frozen at any moment.
  const onSight = () => {
    if (document.visibilityState === "visible") void apply();
    else rest();
  };
  document.addEventListener("visibilitychange", onSight);
  document.addEventListener("freeze", rest);
  document.addEventListener("resume", onSight);
  onSight();
  return stop;
}

type Hold = (name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;

const hold: Hold = (name, signal, work) => {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return holdLease(name, signal, work);
  // A page that is about to be frozen has no time to wait for the end of its work.
  const told = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  return locks.request(name, { signal }, () => Promise.race([work(signal), told]));
};

/** As with a lock, by a word in the storage that all tabs share. */
export const holdLease: Hold = async (name, signal, work) => {
  const own = `${Math.random()}`;
  const end = new AbortController();
  const read = () => {
    const [holder = "", until = ""] = (localStorage.getItem(name) ?? "").split(" ");
    const left = Number(until) - Date.now();
    // A clock that was put back leaves one that would hold for ever.
    return left > 0 && left <= lease.endsMs ? holder : undefined;
  };
  const claim = () => localStorage.setItem(name, `${own} ${Date.now() + lease.endsMs}`);
  while (!signal.aborted) {
    if (read() === undefined) {
      claim();
      await pause(lease.settlesMs, signal);
      // Of several who claimed it at once, the last one has it.
      if (read() === own) break;
    }
    await pause(lease.againMs, signal);
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
    // It was taken over from a page that was asleep.
    if (end.signal.aborted && !signal.aborted) return await holdLease(name, signal, work);
  } finally {
    clearInterval(again);
    if (read() === own) localStorage.removeItem(name);
  }
};

/** Ends sooner when the signal says so. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
