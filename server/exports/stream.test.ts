import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type DownloadTestBed,
  FACILITY_COUNT as many,
  createDownloadTestBed,
  waitUntil,
} from "#tests/support/download-test-bed.ts";
import type { ApiCall, Person, TestApp } from "#tests/support/test-app.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** Bytes after garbage collection: the amount of garbage depends on the load of the machine. */
function inUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

let downloads: DownloadTestBed;
let testApp: TestApp;
let owner: ApiCall;
beforeAll(async () => {
  downloads = await createDownloadTestBed();
  testApp = downloads.testApp;
  owner = testApp.as(downloads.owner);
});
afterEach(() => downloads.destroyClients());
afterAll(() => testApp.close());
const open = (list: string, person?: Person) => downloads.openExport(list, person);
const transactions = () => downloads.transactions();

test("a hundred thousand rows come whole, once each and in order, and the memory stays as it is", async () => {
  const before = inUse();
  let [rows, bytes, most, last] = [0, 0, 0, ""];
  let rest = "";
  for await (const part of await open("facilities")) {
    bytes += (part as Buffer).length;
    const lines = (rest + (part as Buffer).toString()).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((each) => each.startsWith("Facility "))) {
      rows++;
      if (line <= last) throw new Error(`${line} comes after ${last}`);
      last = line;
      if (rows % 10_000 === 0) most = Math.max(most, inUse());
    }
  }
  expect([rows, rest]).toEqual([many, ""]);
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(most - before).toBeLessThan(10_000_000);
  await waitUntil(async () => (await transactions()) === 0);
}, 60_000);

test("a slow reader pauses the export, and an aborted download ends its query", async () => {
  downloads.sockets.clear();
  const answer = await open("facilities");
  await new Promise((resolve) => answer.once("data", resolve));
  answer.pause();
  await waitUntil(async () => (await transactions()) === 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // A few megabytes wait in the sockets of both sides; the rest is not read.
  const sent = [...downloads.sockets].map((socket) => socket.bytesWritten + socket.writableLength);
  expect(Math.max(...sent)).toBeLessThan(12_000_000);
  answer.destroy();
  await waitUntil(async () => (await transactions()) === 0);
});

test("a HEAD is told the name of the file, and reads nothing", async () => {
  const { status, headers } = await fetch(
    `${downloads.base}/organizations/${testApp.organizationId}/export/facilities.csv`,
    {
      method: "HEAD",
      headers: { authorization: `Bearer ${downloads.owner.token}` },
    },
  );
  expect([status, headers.get("content-disposition")]).toEqual([200, expect.stringContaining("Facilities-2026-06-01")]);
  expect(await transactions()).toBe(0);
});

test("exports that run at once are limited in total and for each person; more are refused with 503 or 429", async () => {
  const [other, third] = [
    await testApp.member(testApp.organizationId, 2),
    await testApp.member(testApp.organizationId, 3),
  ];
  const ask = (person: Person) =>
    testApp.as(person)("GET", `/organizations/${testApp.organizationId}/export/fields.csv`);
  const first = await open("facilities");
  const [mine, theirs] = [await ask(downloads.owner), await ask(other)];
  const second = await open("facilities", other);
  const last = await ask(third);
  for (const answer of [first, second]) answer.destroy();
  await waitUntil(async () => (await transactions()) === 0);
  expect([mine.status, theirs.status, last.status, (await ask(downloads.owner)).status]).toEqual([429, 200, 429, 200]);
  expect([last.headers["retry-after"], last.body.message]).toEqual([
    "10",
    "Too many exports are running. Try again in a moment.",
  ]);
}, 20_000);

test("a list tells of one moment, in the order of its pages", async () => {
  const { facilityId, fieldId } = await testApp.seedOneOfEach(testApp.organizationId);
  const at = (hours: number) => new Date(testApp.clock.now().getTime() + hours * 3_600_000);
  const event = (n: number) => ({
    organization_id: testApp.organizationId,
    id: `00000000-0000-7000-8000-${String(n + 5000).padStart(12, "0")}`,
    facility_id: facilityId,
    field_id: fieldId,
    name: `Event ${n}`,
    ...{
      status: "approved",
      confidentiality: "public",
      type: "game",
      price: 0,
      currency: "EUR",
      payment_status: "none",
    },
    start_time: at(n),
    end_time: at(n + 1),
    created_at: testApp.clock.now(),
    updated_at: testApp.clock.now(),
  });
  for (const half of [-1, 1]) {
    const some = Array.from({ length: 1500 }, (_, n) => event(half * (n + 2)));
    await testApp.db.insertInto("events").values(some).execute();
  }
  const pages = [];
  for (let page = 1; page <= 31; page++) {
    const { body } = await owner("GET", `/organizations/${testApp.organizationId}/events?per_page=100&page=${page}`);
    pages.push(...body.data.map((one: { name: string }) => one.name));
  }
  const answer = await open("events");
  answer.pause();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await testApp.db
    .deleteFrom("events")
    .where("organization_id", "=", testApp.organizationId)
    .where("name", "like", "Event%")
    .execute();
  let text = "";
  for await (const part of answer) text += (part as Buffer).toString();
  const names = text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0]);
  expect(names).toHaveLength(3001);
  expect(names).toEqual(pages);
}, 30_000);

test("an export breaks off when the database goes down, so that no part is taken for the whole file", async () => {
  await waitUntil(async () => (await transactions()) === 0);
  const answer = await open("facilities");
  await new Promise((resolve) => answer.once("data", resolve));
  answer.pause();
  await waitUntil(async () => (await transactions()) === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(testApp.db);
  const read = async () => {
    for await (const _part of answer);
  };
  await expect(read()).rejects.toThrow("aborted");
}, 20_000);
