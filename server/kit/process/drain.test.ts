import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { drain } from "./drain.ts";

test("closing answers what was sent before, and does not wait for connections that would stay open", async () => {
  // Longer than a test may take, so that waiting for it fails.
  const app = fastify({ keepAliveTimeout: 60_000 });
  app.get("/", async () => {
    await sleep(200);
    return { is: "answered" };
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const idle = await fetch(address);
  expect(await idle.json()).toEqual({ is: "answered" });
  let connections = 0;
  app.server.on("connection", () => (connections += 1));
  const asked = Array.from({ length: 100 }, async () => (await fetch(address)).status);
  await expect.poll(() => connections, { interval: 1 }).toBeGreaterThanOrEqual(99);
  const closed = drain(app);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  await closed;
  await expect(fetch(address)).rejects.toThrow();
});
