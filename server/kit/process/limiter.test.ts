import { expect, test } from "vitest";
import { HttpError } from "#server/kit/http/http-error.ts";
import { createLimiter } from "./limiter.ts";

test("works run one after the other, also after one that fails, and those beyond the limit are refused", async () => {
  const limit = createLimiter(3);
  const done: string[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      done.push(`${name} begins`);
      setTimeout(() => {
        done.push(`${name} ends`);
        if (name === "second") reject(new Error("no"));
        else resolve(name);
      }, 5);
    });
  const all = await Promise.allSettled(["first", "second", "third", "fourth"].map((name) => limit(work(name))));
  expect(all.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message))).toEqual([
    "first",
    "no",
    "third",
    "kit.unavailable",
  ]);
  expect(all[3]).toMatchObject({ reason: { status: 503, retryAfter: 10 } });
  expect((all[3] as PromiseRejectedResult).reason).toBeInstanceOf(HttpError);
  expect(done).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(await limit(work("fifth"))).toBe("fifth");
});

test("with concurrency, the next work begins as soon as any ends", async () => {
  const limit = createLimiter(9, 2);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((done) => {
      started.push(name);
      ends.set(name, done);
    });
  const [, second, third, fourth] = ["first", "second", "third", "fourth"].map((name) => limit(work(name)));
  await expect.poll(() => started).toEqual(["first", "second"]);
  ends.get("second")?.();
  await second;
  await expect.poll(() => started).toEqual(["first", "second", "third"]);
  ends.get("third")?.();
  await third;
  await expect.poll(() => started).toEqual(["first", "second", "third", "fourth"]);
  ends.get("fourth")?.();
  await fourth;
  const fifth = limit(work("fifth"));
  await expect.poll(() => started.at(-1)).toBe("fifth");
  ends.get("fifth")?.();
  await fifth;
});
