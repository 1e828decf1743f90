/** Heavy work in this process: one after the other, or few at once, so that calls beside it are answered as ever. */
import { Problem, say } from "./problem.ts";

/**
 * @param most works that wait or are done, each with what it holds in memory
 * @param atOnce works that are done at the same time
 * @returns does a work when it is its turn, in the order of asking. It throws Problem 503 when too many wait
 */
export function openTurns(most: number, atOnce = 1): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay + waiting.length >= most) throw new Problem(503, say("kit.unavailable"), { retryAfter: 10 });
    if (underWay < atOnce) underWay++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over, before anybody else can ask for it.
      const begin = waiting.shift();
      if (begin) begin();
      else underWay--;
    }
  };
}
