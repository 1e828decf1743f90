import { expect, test } from "vitest";
import { Problem } from "./problem.ts";
import { openTurns } from "./turns.ts";

test("works are done one after the other, also after one that fails, and those beyond the most are told to come back", async () => {
  const inTurn = openTurns(3);
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
  const all = await Promise.allSettled(["first", "second", "third", "fourth"].map((name) => inTurn(work(name))));
  expect(all.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message))).toEqual([
    "first",
    "no",
    "third",
    "kit.unavailable",
  ]);
  expect(all[3]).toMatchObject({ reason: { status: 503, retryAfter: 10 } });
  expect((all[3] as PromiseRejectedResult).reason).toBeInstanceOf(Problem);
  expect(done).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(await inTurn(work("fifth"))).toBe("fifth");
});

test("of works that may be done at once, the next begins as soon as any is done", async () => {
  const inTurn = openTurns(9, 2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((done) => {
      begun.push(name);
      ends.set(name, done);
    });
  const [, second, third, fourth] = ["first", "second", "third", "fourth"].map((name) => inTurn(work(name)));
  expect(begun).toEqual(["first", "second"]);
  ends.get("second")?.();
  await second;
  await expect.poll(() => begun).toEqual(["first", "second", "third"]);
  ends.get("third")?.();
  await third;
  await expect.poll(() => begun).toEqual(["first", "second", "third", "fourth"]);
  ends.get("fourth")?.();
  await fourth;
  const fifth = inTurn(work("fifth"));
  expect(begun.at(-1)).toBe("fifth");
  ends.get("fifth")?.();
  await fifth;
});
