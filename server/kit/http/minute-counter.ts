/** Counts what one process serves within a minute (rate limit in memory), so that a flood is refused before it costs anything. */
const MINUTE_MS = 60_000;

export interface MinuteCounter {
  /** @returns with this one */
  add(key: string): number;
  read(key: string): number;
}

/** Counts within the current minute, by key. */
export function createMinuteCounter(time: () => number): MinuteCounter {
  let minute = 0;
  let counts = new Map<string, number>();
  const read = (key: string) => {
    const current = Math.floor(time() / MINUTE_MS);
    if (current !== minute) [minute, counts] = [current, new Map()];
    return counts.get(key) ?? 0;
  };
  const add = (key: string) => {
    const count = read(key) + 1;
    counts.set(key, count);
    return count;
  };
  return { add, read };
}
