/** Limits open live streams, because each holds a connection and receives every change. */
import { HttpError, message } from "#server/kit/http/http-error.ts";

const MAX_STREAMS_PER_SESSION = 20;
const MAX_STREAMS_PER_PERSON = 50;
const RETRY_AFTER_SECONDS = 30;

/** Counts for this server only. */
const openStreams = new Map<string, number>();

function count(key: string, by: 1 | -1): void {
  const now = (openStreams.get(key) ?? 0) + by;
  if (now > 0) openStreams.set(key, now);
  else openStreams.delete(key);
}

/** @returns a function to call when the stream has ended @throws HttpError 429 */
export function countStream({ id, sessionId }: { id: string; sessionId: string }): () => void {
  const limits = { [`session ${sessionId}`]: MAX_STREAMS_PER_SESSION, [`person ${id}`]: MAX_STREAMS_PER_PERSON };
  for (const [key, max] of Object.entries(limits))
    if ((openStreams.get(key) ?? 0) >= max)
      throw new HttpError(429, message("activity.tooManyStreams"), { retryAfter: RETRY_AFTER_SECONDS });
  for (const key of Object.keys(limits)) count(key, 1);
  return () => {
    for (const key of Object.keys(limits)) count(key, -1);
  };
}
