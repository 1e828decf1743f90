/** How the web server closes: what was sent before is still read and answered, and nobody's open connection holds it up. */
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** A request on its way in counts as none: closing at once would cut it off. */
const lastCallMs = 100;
/** Of the event loop: one takes in a connection, the next one its request, and one more whatever was in between. */
const lastTurns = 3;
const showOutEveryMs = 25;
const patienceMs = 8000;

/** Answers what is under way, 8 seconds at most, and lets no connection wait for more. */
export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  server.prependListener("request", (_request, response) => (response.shouldKeepAlive = false));
  await sleep(lastCallMs);
  // A process that was held up hears of the time first, and only then of what has been waiting for it.
  for (let turns = 0; turns < lastTurns; turns += 1) await turn();
  // Connections that were busy a moment ago: closing the server looks for idle ones only once.
  const showOut = setInterval(() => server.closeIdleConnections(), showOutEveryMs);
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
  try {
    await app.close();
  } finally {
    clearInterval(showOut);
    clearTimeout(cutOff);
  }
}
