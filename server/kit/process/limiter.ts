/** Bounded queues for heavy work in this process: photos, imports, calls of the payment provider. */
import pLimit from "p-limit";
import { HttpError, message } from "#server/kit/http/http-error.ts";

/**
 * @param maxPending works that run or wait, each with what it holds in memory
 * @param concurrency works that run at the same time
 * @returns runs a work when its turn comes, first in first out.
 * @throws HttpError 503 with Retry-After, by the returned function, when `maxPending` is reached
 */
export function createLimiter(maxPending: number, concurrency = 1): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxPending)
      throw new HttpError(503, message("kit.unavailable"), { retryAfter: 10 });
    return limit(work);
  };
}
