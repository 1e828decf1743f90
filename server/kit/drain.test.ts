import { setTimeout as sleep } from "node:timers/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { drain } from "./drain.ts";

test("closing answers what was sent before, at once, though connections would stay open", async () => {
  const app = fastify({ keepAliveTimeout: 60_000 });
  app.get("/", async () => {
    await sleep(200);
    return { is: "answered" };
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const idle = await fetch(address);
  expect(await idle.json()).toEqual({ is: "answered" });
  const asked = Array.from({ length: 100 }, async () => (await fetch(address)).status);
  await sleep(20);
  const began = performance.now();
  const closed = drain(app);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  await closed;
  expect(performance.now() - began).toBeLessThan(3000);
  await expect(fetch(address)).rejects.toThrow();
});
