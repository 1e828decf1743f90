import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestBucket, type TestBucket } from "#tests/support/test-bucket.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { openFileStore, type FileStore } from "./file-store.ts";

let dataDir: string;
let bucket: TestBucket;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "baseline-store-"));
  bucket = await createTestBucket();
});
afterAll(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true, force: true });
});

const kinds: [string, () => FileStore][] = [
  ["a folder", () => openFileStore(readConfig({ DATA_DIR: dataDir }))],
  ["a bucket", () => openFileStore(readConfig({ DATA_DIR: dataDir, ...bucket.env }))],
];
const type = "image/webp";
const read = async (store: FileStore, name: string) => {
  const found = await store.get(name);
  return found && { bytes: found.bytes, content: await buffer(found.body) };
};
async function listed(store: FileStore, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(folder)) names.push(name);
  return names.toSorted();
}

describe.each(kinds)("%s", (_kind, open) => {
  test("gives back what was put, byte by byte, and the newer where there are two", async () => {
    const store = open();
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    await store.put("photos/court-1.webp", content, type);
    expect(await read(store, "photos/court-1.webp")).toEqual({ bytes: 300_000, content });
    await store.put("photos/court-1.webp", Buffer.from("new"), type);
    expect(await read(store, "photos/court-1.webp")).toEqual({ bytes: 3, content: Buffer.from("new") });
  });

  test("keeps an empty file", async () => {
    const store = open();
    await store.put("photos/empty.webp", Buffer.alloc(0), type);
    expect(await read(store, "photos/empty.webp")).toEqual({ bytes: 0, content: Buffer.alloc(0) });
  });

  test("has nothing that was not put, and nothing any more that was deleted", async () => {
    const store = open();
    await store.put("photos/gone.webp", Buffer.from("x"), type);
    await store.delete("photos/gone.webp");
    await store.delete("photos/gone.webp");
    expect(await store.get("photos/gone.webp")).toBeUndefined();
    expect(await store.get("photos/never.webp")).toBeUndefined();
    expect(await store.get("nowhere/never.webp")).toBeUndefined();
  });

  test("lists one folder, with the instant of each", async () => {
    const store = open();
    const names = Array.from({ length: 12 }, (_, index) => `lists/${index}.webp`);
    for (const name of names) await store.put(name, Buffer.from(name), type);
    await store.put("listsmore/0.webp", Buffer.from("x"), type);
    expect(await listed(store, "lists")).toEqual(names.toSorted());
    expect(await listed(store, "nowhere")).toEqual([]);
    for await (const { at } of store.list("lists")) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
  });

  test.each([
    "../secret.txt",
    "photos/../../secret.txt",
    "/etc/passwd",
    "photos",
    "photos/",
    "a/b/c.webp",
    "photos\\a.b",
    "photos/.x",
    "",
  ])("has no name %j", async (name) => {
    const store = open();
    await writeFile(join(dataDir, "secret.txt"), "secret");
    await mkdir(join(dataDir, "files"), { recursive: true });
    await expect(store.put(name, Buffer.from("x"), type)).rejects.toThrow("no name");
    expect(await store.get(name)).toBeUndefined();
    await store.delete(name);
    expect(await readdir(dataDir)).toContain("secret.txt");
  });
});

test("a folder is written by many at once: what is read is whole, and nothing is left over", async () => {
  const store = openFileStore(readConfig({ DATA_DIR: dataDir }));
  const put = (letter: string) => store.put("photos/busy.webp", Buffer.alloc(200_000, letter), type);
  await put("a");
  const writing = Promise.all([..."bcdefgh"].map(put));
  for (let turn = 0; turn < 5; turn++) {
    const whole = await read(store, "photos/busy.webp");
    expect([whole?.content.length, new Set(whole?.content).size]).toEqual([200_000, 1]);
  }
  await writing;
  expect((await listed(store, "photos")).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("two servers share a bucket", async () => {
  await openFileStore(readConfig(bucket.env)).put("photos/shared.webp", Buffer.from("x"), type);
  expect((await read(openFileStore(readConfig(bucket.env)), "photos/shared.webp"))?.content.toString()).toBe("x");
});

test("a bucket opens to its key alone; one that refuses or does not answer is a failure, not an absence", async () => {
  const strict = await createTestBucket({ lists: false });
  const owner = openFileStore(readConfig(strict.env));
  await owner.put("photos/a.webp", Buffer.from("x"), type);
  expect((await read(owner, "photos/a.webp"))?.bytes).toBe(1);
  const stranger = openFileStore(readConfig({ ...strict.env, S3_SECRET_ACCESS_KEY: "wrong" }));
  await expect(stranger.get("photos/a.webp")).rejects.toThrow("signature");
  await expect(stranger.put("photos/b.webp", Buffer.from("x"), type)).rejects.toThrow("signature");
  await expect(stranger.delete("photos/a.webp")).rejects.toThrow("signature");
  await owner.delete("photos/a.webp");
  expect(await owner.get("photos/a.webp")).toBeUndefined();
  await strict.close();
  await expect(owner.get("photos/a.webp")).rejects.toThrow();
});

test("a bucket that fails by itself is asked once more, and is unavailable then", async () => {
  let asked = 0;
  const failing = createServer((_request, response) => {
    asked += 1;
    response.writeHead(500).end();
  });
  await new Promise<void>((ready) => failing.listen(0, "127.0.0.1", ready));
  const { port } = failing.address() as AddressInfo;
  const store = openFileStore(readConfig({ ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${port}` }));
  await expect(store.put("photos/a.webp", Buffer.from("x"), type)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(asked).toBe(2);
  failing.close();
});

test("nobody else on the machine reads the folder, which an earlier version left open", async () => {
  const modeOf = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777;
  const open = () => openFileStore(readConfig({ DATA_DIR: dataDir }));
  await rm(join(dataDir, "files"), { recursive: true, force: true });
  await open().put("photos/a.webp", Buffer.from("x"), type);
  expect([await modeOf("files"), await modeOf("files/photos")]).toEqual([0o700, 0o700]);
  await chmod(join(dataDir, "files"), 0o755);
  open();
  expect(await modeOf("files")).toBe(0o700);
});
