import { afterEach, expect, test } from "vitest";
import { cacheNames, MAX_KEPT_HOURS } from "#contract/personal-data.ts";
import { clearSession, forgetAnswers, token } from "#web/kit/data/session.ts";
import { keepAnswer, readKept } from "./offline-answers.ts";

const day = { organization: "Club", dates: ["2026-11-26", "2026-11-27"] as const, fields: [], events: [] };

afterEach(async () => {
  await forgetAnswers();
  token.clear();
});

test("an answer is kept with its time, and another one without any deletes it", async () => {
  token.set("one");
  await keepAnswer("day", day, "one");
  expect((await readKept("day"))?.answer).toEqual(day);
  expect(await readKept("bookings")).toBeUndefined();
  await keepAnswer("day", undefined, "one");
  expect(await readKept("day")).toBeUndefined();
});

test("what is too old is not read, and is deleted", async () => {
  const cache = await caches.open(cacheNames.answers);
  const keptAt = (hours: number) =>
    cache.put("/kept/day", Response.json({ at: new Date(Date.now() - hours * 3_600_000).toISOString(), answer: day }));
  await keptAt(MAX_KEPT_HOURS - 1);
  expect(await readKept("day")).toBeDefined();
  await keptAt(MAX_KEPT_HOURS + 1);
  expect(await readKept("day")).toBeUndefined();
  expect(await cache.keys()).toEqual([]);
});

test("nothing is kept of a session that has ended, not even by an answer that arrives afterwards", async () => {
  token.set("one");
  await keepAnswer("day", day, "one");
  clearSession();
  await expect.poll(() => readKept("day")).toBeUndefined();
  await keepAnswer("day", day, "one");
  token.set("two");
  await keepAnswer("day", day, "one");
  expect(await readKept("day")).toBeUndefined();
});

test("a session that ends while an answer is written leaves nothing", async () => {
  token.set("one");
  const writing = keepAnswer("day", day, "one");
  clearSession();
  await writing;
  await expect.poll(() => readKept("day")).toBeUndefined();
});
