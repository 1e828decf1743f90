import { expect, test, vi } from "vitest";
import { loadOnce } from "./load-once.ts";

test("is loaded once, however often it is asked for", async () => {
  const load = vi.fn(async () => "it");
  const ask = loadOnce(load);
  expect(await Promise.all([ask(), ask()])).toEqual(["it", "it"]);
  await ask();
  expect(load).toHaveBeenCalledTimes(1);
});

test("what failed is tried again", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce("it");
  const ask = loadOnce(load);
  await expect(ask()).rejects.toThrow("offline");
  expect(await ask()).toBe("it");
});
