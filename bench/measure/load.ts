/** Sends calls for some time on a number of connections, each as soon as the one before was answered. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  count: number;
}

export async function measureLoad(connections: number, seconds: number, send: () => Promise<unknown>): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  const work = async () => {
    while (performance.now() < end) {
      const since = performance.now();
      await send();
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const took = performance.now() - began;
  times.sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity;
  return { perSecond: (times.length * 1000) / took, p50: percentile(0.5), p99: percentile(0.99), count: times.length };
}
