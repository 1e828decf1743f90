/** The server's memory stays flat under load. `bench/soak.ts` does the same for half an hour. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openHeapUsage } from "./support/heap-usage.ts";
import { openMixedLoad } from "./support/mixed-load.ts";
import { findFreePort, type RunningServer, startServer } from "./support/start-server.ts";

const CALLS = 400;
/** 2.5 kB of each call would be seen. */
const MAX_GROWTH_MB = 1;

let server: RunningServer;
let inspectorPort: number;
beforeAll(async () => {
  inspectorPort = await findFreePort();
  server = await startServer("soak", { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`, LOG_LEVEL: "error" });
}, 120_000);
afterAll(() => server.stop());

test("the heap of the server does not grow with the calls that it answers", async () => {
  const load = await openMixedLoad(server.url);
  const heap = await openHeapUsage(inspectorPort);
  // Statements are prepared, modules loaded and code compiled once.
  await load.send(CALLS);
  await load.send(CALLS);
  const measureGrowth = async () => {
    const before = await heap.readMb();
    await load.send(CALLS);
    return (await heap.readMb()) - before;
  };
  const growth = await measureGrowth();
  // A module that a job has loaded meanwhile is loaded once; a leak grows with every call.
  const growthAgain = growth < MAX_GROWTH_MB ? growth : await measureGrowth();
  heap.close();
  expect(growthAgain).toBeLessThan(MAX_GROWTH_MB);
}, 120_000);
