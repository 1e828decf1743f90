/** A short attack on the started product; `npm run attack` is the long one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type RunningServer } from "#tests/support/start-server.ts";
import { attack } from "./attack.ts";
import { openDemoTarget } from "./demo-target.ts";

let product: RunningServer;
beforeAll(async () => {
  product = await startServer("attack", { LOG_LEVEL: "error" });
}, 120_000);
afterAll(() => product.stop());

test("random requests of all roles end without a fault", async () => {
  const lines: string[] = [];
  const { target, readVictim } = await openDemoTarget(product.url);
  const { output: readLog, isRunning } = product;
  const failures = await attack(target, {
    seed: 17,
    requests: 1000,
    hasMatrix: false,
    print: (line) => lines.push(line),
    readVictim,
    readLog,
    isRunning,
  });
  expect(failures, lines.join("\n")).toBe(0);
  expect(target.operations.length).toBeGreaterThan(100);
}, 120_000);
