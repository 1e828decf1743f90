/** How the web server closes: what was sent before is still read and answered, and nobody's open connection holds it up. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** A request on its way in counts as none: closing at once would cut it off. */
const lastCallMs = 100;
const showOutEveryMs = 25;
const patienceMs = 8000;

/** Answers what is under way, 8 seconds at most, and lets no connection wait for more. */
export async function drain(app: FastifyInstance): Promise<void> {
  const { server } = app;
  server.prependListener("request", (_request, response) => (response.shouldKeepAlive = false));
  await sleep(lastCallMs);
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
