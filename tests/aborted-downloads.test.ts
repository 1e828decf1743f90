import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { MAX_PAUSE_MS, createExportStream } from "#server/kit/documents/snapshot-stream.ts";
import { type DownloadTestBed, createDownloadTestBed, waitUntil } from "./support/download-test-bed.ts";

let downloads: DownloadTestBed;
let beforeSending = async () => {};
beforeAll(async () => {
  downloads = await createDownloadTestBed(() => beforeSending());
});
afterEach(() => {
  vi.useRealTimers();
  beforeSending = async () => {};
  downloads.destroyClients();
});
afterAll(() => downloads.testApp.close());
const transactions = () => downloads.transactions();
const connections = () => downloads.connections();
function createBarrier() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, letGo: resolve };
}

test("a client that stays connected and reads nothing is disconnected, and sees an incomplete download", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = await downloads.openExport("facilities");
  await new Promise((resolve) => answer.once("data", resolve));
  answer.pause();
  vi.advanceTimersByTime(MAX_PAUSE_MS - 1);
  await sleep(500);
  expect(await transactions()).toBe(1);
  // The server first writes until the socket buffers are full; only then the timeout starts.
  await waitUntil(async () => {
    vi.advanceTimersByTime(MAX_PAUSE_MS);
    return (await transactions()) === 0;
  });
  const read = async () => {
    for await (const _part of answer);
  };
  await expect(read()).rejects.toThrow("aborted");
});

test("a client that disconnects during the first page, or before it, leaves no cursor or connection open", async () => {
  const error = vi.spyOn(downloads.testApp.appContext.log, "error");
  const done: boolean[] = [];
  // The lock blocks the export from reading.
  const locked = createBarrier();
  const holding = downloads.testApp.db.transaction().execute(async (db) => {
    await sql`lock table facilities in access exclusive mode`.execute(db);
    await locked.promise;
  });
  await waitUntil(async () => (await transactions()) === 1);
  const early = downloads.startExport("facilities");
  early.end();
  await waitUntil(async () => (await transactions()) === 2);
  early.destroy();
  await waitUntil(async () => (await connections()) === 0);
  locked.letGo();
  await holding;
  await waitUntil(async () => (await transactions()) === 0);

  const sending = createBarrier();
  beforeSending = async () => {
    done.push(true);
    await sending.promise;
  };
  const late = downloads.startExport("facilities");
  late.end();
  await waitUntil(() => done.length === 1);
  expect(await transactions()).toBe(1);
  late.destroy();
  await waitUntil(async () => (await connections()) === 0);
  await waitUntil(async () => (await transactions()) === 0);
  sending.letGo();
  expect(error).not.toHaveBeenCalled();
});

test("where what should send it fails, nothing is read on", async () => {
  beforeSending = async () => {
    beforeSending = async () => {};
    throw new Error("No");
  };
  const answer = await downloads.openExport("facilities");
  answer.resume();
  expect(answer.statusCode).toBe(500);
  await waitUntil(async () => (await transactions()) === 0);
});

test("whoever leaves while a page is read ends it after that page", async () => {
  const reading = createBarrier();
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
  const stream = createExportStream(value ?? "", all);
  stream.resume();
  await waitUntil(() => pages === 2);
  stream.destroy();
  expect(isOver).toBe(false);
  reading.letGo();
  await waitUntil(() => isOver);
  expect(pages).toBe(2);
});

test("many clients that disconnect at random moments leave no cursor or connection open", async () => {
  const people = await Promise.all(
    [2, 2, 3].map((role) => downloads.testApp.member(downloads.testApp.organizationId, role)),
  );
  const answers = new Set<number | undefined>();
  const visit = async (nth: number) => {
    const client = downloads.startExport("facilities", people[nth % people.length]);
    client.on("response", (answer) => {
      answers.add(answer.statusCode);
      answer.on("error", () => undefined);
      if (nth % 3 === 0) answer.once("data", () => answer.pause());
      if (nth % 3 === 1) answer.resume();
    });
    client.end();
    await sleep((nth * 37) % 400);
    client.destroy();
  };
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 20 }, (_, nth) => visit(round * 20 + nth)));
  await waitUntil(async () => (await transactions()) === 0);
  await waitUntil(async () => (await connections()) === 0);
  expect([...answers].filter((status) => status !== 200 && status !== 429)).toEqual([]);
}, 60_000);
