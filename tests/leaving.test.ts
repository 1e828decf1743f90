import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { longestPauseMs, streamOf } from "#server/exports/download.ts";
import { type Downloads, openDownloads, until } from "./downloads.ts";

let downloads: Downloads;
let beforeSending = async () => {};
beforeAll(async () => {
  downloads = await openDownloads(() => beforeSending());
});
afterEach(() => {
  vi.useRealTimers();
  beforeSending = async () => {};
  downloads.endAll();
});
afterAll(() => downloads.house.close());
const transactions = () => downloads.transactions();
const connections = () => downloads.connections();
/** A moment that lasts until it is let go. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, letGo: resolve };
}

test("whoever stays and reads nothing is let go, and knows that it was not the whole", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = await downloads.open("facilities");
  await new Promise((resolve) => answer.once("data", resolve));
  answer.pause();
  vi.advanceTimersByTime(longestPauseMs - 1);
  await sleep(500);
  expect(await transactions()).toBe(1);
  // However long the server writes until the sockets hold no more: then it waits so long and no longer.
  await until(async () => {
    vi.advanceTimersByTime(longestPauseMs);
    return (await transactions()) === 0;
  });
  const read = async () => {
    for await (const _part of answer);
  };
  await expect(read()).rejects.toThrow("aborted");
});

test("whoever leaves while the first page is read, or before it goes out, leaves nothing behind", async () => {
  const error = vi.spyOn(downloads.house.house.log, "error");
  const done: boolean[] = [];
  // Nothing is read from the list while it is locked.
  const locked = hold();
  const holding = downloads.house.db.transaction().execute(async (db) => {
    await sql`lock table facilities in access exclusive mode`.execute(db);
    await locked.promise;
  });
  await until(async () => (await transactions()) === 1);
  const early = downloads.begin("facilities");
  early.end();
  await until(async () => (await transactions()) === 2);
  early.destroy();
  await until(async () => (await connections()) === 0);
  locked.letGo();
  await holding;
  await until(async () => (await transactions()) === 0);

  const sending = hold();
  beforeSending = async () => {
    done.push(true);
    await sending.promise;
  };
  const late = downloads.begin("facilities");
  late.end();
  await until(() => done.length === 1);
  expect(await transactions()).toBe(1);
  late.destroy();
  await until(async () => (await connections()) === 0);
  await until(async () => (await transactions()) === 0);
  sending.letGo();
  expect(error).not.toHaveBeenCalled();
});

test("where what should send it fails, nothing is read on", async () => {
  beforeSending = async () => {
    beforeSending = async () => {};
    throw new Error("No");
  };
  const answer = await downloads.open("facilities");
  answer.resume();
  expect(answer.statusCode).toBe(500);
  await until(async () => (await transactions()) === 0);
});

test("whoever leaves while a page is read ends it after that page", async () => {
  const reading = hold();
  let [pages, isOver] = [0, false];
  async function* texts() {
    try {
      for (;;) {
        pages++;
        if (pages > 1) await reading.promise;
        yield "x".repeat(100_000);
      }
    } finally {
      isOver = true;
    }
  }
  const all = texts();
  const { value } = await all.next();
  const stream = streamOf(value ?? "", all);
  stream.resume();
  await until(() => pages === 2);
  stream.destroy();
  expect(isOver).toBe(false);
  reading.letGo();
  await until(() => isOver);
  expect(pages).toBe(2);
});

test("a crowd that leaves at any moment leaves nothing behind", async () => {
  const people = await Promise.all([2, 2, 3].map((role) => downloads.house.member(downloads.house.here, role)));
  const answers = new Set<number | undefined>();
  const visit = async (nth: number) => {
    const client = downloads.begin("facilities", people[nth % people.length]);
    client.on("response", (answer) => {
      answers.add(answer.statusCode);
      answer.on("error", () => undefined);
      if (nth % 3 === 0) answer.once("data", () => answer.pause());
      if (nth % 3 === 1) answer.resume();
    });
    client.end();
    // From before the request is there until megabytes have been read.
    await sleep((nth * 37) % 400);
    client.destroy();
  };
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 20 }, (_, nth) => visit(round * 20 + nth)));
  await until(async () => (await transactions()) === 0);
  await until(async () => (await connections()) === 0);
  expect([...answers].filter((status) => status !== 200 && status !== 429)).toEqual([]);
}, 60_000);
