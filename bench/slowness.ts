/**
 * A processor that is so many times as slow, by what it does and not by name.
 *
 * Chromium slows a page by a signal every 200 µs, in which the main thread is kept waiting for `rate - 1` times as long as
 * has gone by on the clock since the last one (`thread_cpu_throttler.cc`): whenever another thread had the processor
 * meanwhile, that is paid for too. On two cores, with a server and two browsers' processes beside it, a rate of 4 had
 * arithmetic take 4.3 times as long, and the first paint of the planning 6 to 7 times. So the rate is found in each run, by
 * the page's own work at normal speed.
 */

const median = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Infinity;

export interface Slowness {
  /** For `Emulation.setCPUThrottlingRate`. */
  rate: number;
  /** What the work takes at normal speed: each of the times it was measured. */
  normal: number[];
  /** @param costs of the same work at that rate. @returns how many times as much that is; too little to count as slowed throws */
  timesOf: (costs: readonly number[]) => number;
}

/** Tried beside 1; between them and a little beyond, cost is nearly straight. */
const triedRate = 3;
const rounds = 3;
/** By how much the work may be slowed too little: two runs differ by so much. */
const least = 0.9;

/**
 * @param wanted how many times as slow
 * @param cost of the work at a rate, in any unit; each time from the beginning
 */
export async function slownessOf(wanted: number, cost: (rate: number) => Promise<number>): Promise<Slowness> {
  const [normal, tried]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    normal.push(await cost(1));
    tried.push(await cost(triedRate));
  }
  const times = median(tried) / median(normal);
  if (times < 1.5) throw new Error(`At a rate of ${triedRate} the page is slowed ${times.toFixed(1)} times only`);
  return {
    rate: 1 + ((triedRate - 1) * (wanted - 1)) / (times - 1),
    normal,
    timesOf(costs) {
      const found = median(costs) / median(normal);
      if (found < wanted * least) throw new Error(`The page was slowed ${found.toFixed(1)} times, and not ${wanted}`);
      return found;
    },
  };
}
