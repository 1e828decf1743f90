/** Limits concurrency: few tasks run, some wait, more are refused. */
import pLimit from "p-limit";
import { HttpError, message } from "#server/kit/http/http-error.ts";

/**
 * @param maxPending running and waiting tasks together; each holds memory
 * @returns runs a task in its turn, first in first out; throws HttpError 503 with Retry-After if `maxPending` is
 * reached
 */
export function createLimiter(maxPending: number, concurrency = 1): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxPending)
      throw new HttpError(503, message("kit.unavailable"), { retryAfter: 10 });
    return limit(work);
  };
}
