/** Graceful shutdown of the web server: answers requests already sent, without waiting for idle connections. */
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Requests in transit are not counted yet: closing at once would cut them off. */
const REQUEST_GRACE_MS = 100;
/** Turns of the event loop: one accepts a connection, the next reads its request, and one for what was in between. */
const EVENT_LOOP_TURNS = 3;
const IDLE_CHECK_INTERVAL_MS = 25;
const DRAIN_TIMEOUT_MS = 8000;

export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  server.prependListener("request", (_request, response) => (response.shouldKeepAlive = false));
  await sleep(REQUEST_GRACE_MS);
  // After a blocked event loop, timers run before waiting input is read.
  for (let turns = 0; turns < EVENT_LOOP_TURNS; turns += 1) await turn();
  // Closing the server checks for idle connections only once: close those that become idle later.
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(cutOff);
  }
}
