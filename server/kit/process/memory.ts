import { Session } from "node:inspector/promises";

/**
 * Collects what only the start of the server needed. V8 leaves it in memory until requests have allocated as much again,
 * which a server at rest never does.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}
