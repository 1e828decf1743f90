import { expect, test, vi } from "vitest";
import { createRevisionCache } from "./revision-cache.ts";

const load = () => vi.fn(async () => ({ loaded: true }));

test("a value is loaded once for each revision of an organization, and key", async () => {
  const cache = createRevisionCache();
  const [first, again, later, other] = [load(), load(), load(), load()];
  const value = await cache.at("club", 1).remember("fields", first);
  expect(await cache.at("club", 1).remember("fields", again)).toBe(value);
  expect(again).not.toHaveBeenCalled();
  expect(await cache.at("club", 1).remember("hours", other)).not.toBe(value);
  expect(await cache.at("gym", 1).remember("fields", load())).not.toBe(value);
  expect(await cache.at("club", 2).remember("fields", later)).not.toBe(value);
  expect(later).toHaveBeenCalledOnce();
});

test("a request that began before a change may use what was loaded after it, and never replaces it", async () => {
  const cache = createRevisionCache();
  let finish = (_value: string) => {};
  const slow = cache.at("club", 1).remember("fields", () => new Promise<string>((resolve) => (finish = resolve)));
  expect(await cache.at("club", 2).remember("fields", async () => "new")).toBe("new");
  finish("old");
  expect(await slow).toBe("old");
  expect(await cache.at("club", 1).remember("fields", async () => "old")).toBe("new");
  expect(await cache.at("club", 2).remember("fields", async () => "other")).toBe("new");
});

test("what could not be loaded is not remembered", async () => {
  const memory = createRevisionCache().at("club", 1);
  await expect(memory.remember("fields", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(await memory.remember("fields", async () => "found")).toBe("found");
});

test("the value that was unused for the longest time is forgotten first", async () => {
  const memory = createRevisionCache(700).at("club", 1);
  await memory.remember("fields", async () => 1);
  await memory.remember("hours", async () => 1);
  await memory.remember("fields", async () => 2);
  await memory.remember("prices", async () => 1);
  expect(await memory.remember("fields", async () => 2)).toBe(1);
  expect(await memory.remember("hours", async () => 2)).toBe(2);
});

test("values take no more memory together than they may, and one that is too large is not kept", async () => {
  const memory = createRevisionCache(3000).at("club", 1);
  const text = "x".repeat(1000);
  for (const day of ["monday", "tuesday", "wednesday"]) await memory.remember(day, async () => text);
  const [monday, wednesday, huge] = [
    vi.fn(async () => text),
    vi.fn(async () => text),
    vi.fn(async () => "x".repeat(4000)),
  ];
  await memory.remember("wednesday", wednesday);
  expect(wednesday).not.toHaveBeenCalled();
  await memory.remember("monday", monday);
  expect(monday).toHaveBeenCalledOnce();
  await memory.remember("year", huge);
  await memory.remember("year", huge);
  expect(huge).toHaveBeenCalledTimes(2);
});
