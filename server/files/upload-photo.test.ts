import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Photo } from "#contract/files.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";
import { createUploadForm, createJpeg } from "#tests/fixtures/photos.ts";
import { createTestBucket } from "#tests/support/test-bucket.ts";

let testApp: TestApp;
let team: ApiCall;
let small: Buffer;
beforeAll(async () => {
  testApp = await createTestApp();
  team = testApp.as(await testApp.member(testApp.organizationId, 2));
  small = await createJpeg(9, 9);
});
afterAll(() => testApp.close());

const day = 86_400_000;
const unknownId = "0190a0b0-0000-7000-8000-000000000000";
const newFacility = async () =>
  (await team("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Hall" })).body.data.id as string;
async function send(parts: Record<string, string | Uint8Array>, more: Record<string, string> = {}, api = team) {
  const { body, headers } = await createUploadForm(parts);
  return api("POST", `/organizations/${testApp.organizationId}/files`, body, { ...headers, ...more });
}
async function listStored({ store } = testApp.appContext): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list("photos")) names.push(name);
  return names.toSorted();
}
const namesOf = (photo: Photo) =>
  photo.sizes.flatMap(({ webp, avif }) => [webp, avif].map((url) => `photos/${url.split("/").at(-1)}`));

test("a photo is added behind the others, and the first is the default one", async () => {
  const facilityId = await newFacility();
  const first = await send({ type: "facility", facilityId, file: await createJpeg(600, 300) });
  expect([first.status, first.body.message]).toEqual([201, "Photo added"]);
  const address = expect.stringMatching(/^\/api\/v1\/files\/[0-9a-f]{40}-600\.webp$/);
  expect(first.body.data).toMatchObject({ type: "facility", facilityId, fieldId: null, default: true, position: 0 });
  expect(first.body.data).toMatchObject({
    url: address,
    width: 600,
    height: 300,
    sizes: [{ width: 480 }, { width: 600 }],
  });
  const second = await send({ type: "facility", facilityId, file: small });
  expect(second.body.data).toMatchObject({ default: false, position: 1, width: 9 });
});

test("the same file is another photo each time: one may go, and the other stays", async () => {
  const [one, other] = [await newFacility(), await newFacility()];
  const urls = await Promise.all(
    [one, other].map(
      async (facilityId) => (await send({ type: "facility", facilityId, file: small })).body.data.url as string,
    ),
  );
  expect(urls[0]).not.toBe(urls[1]);
});

describe("the form", () => {
  test("may have its parts in any order", async () => {
    const facilityId = await newFacility();
    expect((await send({ file: small, type: "facility", facilityId })).status).toBe(201);
    expect((await send({ facilityId, file: small, type: "facility" })).status).toBe(201);
    expect((await send({ type: "facility", facilityId, fieldId: "", file: small })).body.data.position).toBe(2);
  });

  test.each([
    [{}, ["file", "type"]],
    [{ type: "facility" }, ["facilityId", "file"]],
    [{ type: "field", facilityId: unknownId }, ["fieldId", "file"]],
    [{ type: "organization", file: "no file" }, ["file", "type"]],
    [{ type: "facility", facilityId: "1" }, ["facilityId", "file"]],
    [{ type: "facility", facilityId: unknownId, name: "x" }, ["file", "name"]],
  ])("%j lacks something, or has too much: everything is told at once", async (parts, wrong) => {
    const { status, body } = await send(parts as Record<string, string>);
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, wrong]);
  });

  test("has one file", async () => {
    const parts = { type: "facility", facilityId: await newFacility(), file: small, other: small };
    expect((await send(parts)).status).toBe(413);
  });

  test("names a facility or a field that the organization has", async () => {
    const [theirs, ours] = [
      await testApp.seedOneOfEach(testApp.otherOrganizationId),
      await testApp.seedOneOfEach(testApp.organizationId),
    ];
    const refused = async (parts: Record<string, string>) => (await send({ ...parts, file: small })).body.errors;
    const facility = { facilityId: ["This facility does not exist"] };
    const field = { fieldId: ["This field does not exist"] };
    expect(await refused({ type: "facility", facilityId: theirs.facilityId })).toEqual(facility);
    expect(await refused({ type: "facility", facilityId: ours.fieldId })).toEqual(facility);
    expect(await refused({ type: "field", fieldId: theirs.fieldId })).toEqual(field);
    const both = { facilityId: ours.facilityId, fieldId: theirs.fieldId };
    const oneOnly = ["A photo belongs to a facility or to a field, not to both"];
    expect(await refused({ type: "facility", ...both })).toEqual({ fieldId: oneOnly });
    expect(await refused({ type: "field", ...both })).toEqual({ facilityId: oneOnly });
    const gone = { archived_at: testApp.clock.now() };
    await testApp.db.updateTable("facilities").set(gone).where("id", "=", ours.facilityId).execute();
    expect(await refused({ type: "facility", facilityId: ours.facilityId })).toEqual(facility);
    expect(await refused({ type: "field", fieldId: ours.fieldId })).toEqual(field);
  });

  test("is read of members who may change facilities alone", async () => {
    const customer = testApp.as(await testApp.member(testApp.organizationId, 4));
    expect((await send({ type: "facility", facilityId: unknownId, file: small }, {}, customer)).status).toBe(403);
  });
});

test("what is no photo is refused beside the file, in the reader's language, and leaves nothing", async () => {
  const [facilityId, before] = [await newFacility(), await listStored()];
  const french = await send({ type: "facility", facilityId, file: Buffer.from("GIF89a") }, { "accept-language": "fr" });
  expect([french.status, french.body.errors]).toEqual([422, { file: ["Choisissez une photo au format JPEG"] }]);
  const empty = await send({ type: "facility", facilityId, file: Buffer.alloc(0) });
  expect([empty.status, empty.body.errors]).toEqual([422, { file: ["Choose a photo in JPEG format"] }]);
  expect(await listStored()).toEqual(before);
});

test("eleven megabytes are too large, and said to be, also to a browser that is still sending them", async () => {
  const file = Buffer.concat([small, Buffer.alloc(11 * 1024 * 1024)]);
  const parts = { type: "facility", facilityId: await newFacility(), file };
  const message = "A photo may weigh 10 MB at most";
  const { status, body } = await send(parts);
  expect([status, body]).toEqual([413, { message, errors: { file: [message] } }]);
  const other = await createTestApp();
  const origin = await other.app.listen({ port: 0 });
  const { token } = await other.member(other.organizationId, 2);
  const { headers, body: content } = await createUploadForm(parts);
  const answer = await fetch(`${origin}/api/v1/organizations/${other.organizationId}/files`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(content),
  });
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([413, message]);
  await other.close();
});

describe("six photos at most", () => {
  const full = "There may be 6 photos at most: delete one to make room";

  test("of one facility or field; the seventh is refused, and leaves no pictures", async () => {
    const facilityId = await newFacility();
    for (let count = 0; count < 6; count++)
      expect((await send({ type: "facility", facilityId, file: small })).status).toBe(201);
    const before = await listStored();
    const { status, body } = await send({ type: "facility", facilityId, file: small });
    expect([status, body]).toEqual([409, { message: full }]);
    expect(await listStored()).toEqual(before);
  });

  test("also when many come at once", async () => {
    const { facilityId, fieldId } = await testApp.seedOneOfEach(testApp.organizationId);
    await send({ type: "field", fieldId, file: small });
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        send(count % 2 === 0 ? { type: "field", fieldId, file: small } : { type: "facility", facilityId, file: small }),
      ),
    );
    // The seeded facility already had one photo.
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(5 + 5);
    expect(sent.filter(({ status }) => status === 409)).toHaveLength(2);
    for (const query of [`fieldId=${fieldId}`, `facilityId=${facilityId}`]) {
      const { body } = await team("GET", `/organizations/${testApp.organizationId}/files?${query}`);
      expect(body.data.map(({ position }: Photo) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });
});

describe("what goes wrong", () => {
  test("while the pictures are kept leaves neither a photo nor pictures", async () => {
    const [facilityId, before] = [await newFacility(), await listStored()];
    const { store } = testApp.appContext;
    const put = store.put.bind(store);
    let puts = 0;
    const failing = vi.spyOn(store, "put").mockImplementation(async (...given) => {
      if (++puts === 4) throw new Error("The disk is full");
      return put(...given);
    });
    expect((await send({ type: "facility", facilityId, file: await createJpeg(600, 300) })).status).toBe(500);
    failing.mockRestore();
    expect(puts).toBe(4);
    expect(await listStored()).toEqual(before);
    expect(
      (await team("GET", `/organizations/${testApp.organizationId}/files?facilityId=${facilityId}`)).body.data,
    ).toEqual([]);
  });

  test("in between is deleted a day later: what no photo names goes, what one names stays", async () => {
    const { data } = (await send({ type: "facility", facilityId: await newFacility(), file: small })).body;
    const orphan = `photos/${"0".repeat(40)}-480.webp`;
    const part = `photos/${"1".repeat(40)}-480.webp.3f2c.part`;
    for (const name of [orphan, part]) await testApp.appContext.store.put(name, small, "image/webp");
    // File times are real, unlike the test's clock.
    testApp.clock.set(new Date(Date.now() + day / 2));
    await testApp.jobs.runScheduled("files.sweep");
    expect(await listStored()).toEqual(expect.arrayContaining([orphan, part]));
    testApp.clock.advance(day);
    await testApp.jobs.runScheduled("files.sweep");
    const left = await listStored();
    expect(left).toEqual(expect.arrayContaining(namesOf(data as Photo)));
    expect(left.filter((name) => name === orphan || name === part)).toEqual([]);
  });
});

test("with a bucket the pictures are there, given from there, and deleted there", async () => {
  const bucket = await createTestBucket();
  const other = await createTestApp({ env: bucket.env });
  const asTeam = other.as(await other.member(other.organizationId, 2));
  const { facilityId } = await other.seedOneOfEach(other.organizationId);
  const { body, headers } = await createUploadForm({ type: "facility", facilityId, file: await createJpeg(600, 300) });
  const photo = (await asTeam("POST", `/organizations/${other.organizationId}/files`, body, headers)).body
    .data as Photo;
  expect(await listStored(other.appContext)).toEqual(expect.arrayContaining(namesOf(photo)));
  const answer = await other.app.inject({ method: "GET", url: photo.url });
  const kept = await other.appContext.store.get(namesOf(photo).at(-2) ?? "");
  expect(answer.rawPayload).toEqual(kept && (await buffer(kept.body)));
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/webp"]);
  await asTeam("DELETE", `/organizations/${other.organizationId}/files/${photo.id}`);
  await other.jobs.runAll();
  expect((await other.app.inject({ method: "GET", url: photo.url })).statusCode).toBe(404);
  expect(await listStored(other.appContext)).toHaveLength(1);
  await bucket.close();
  expect((await other.app.inject({ method: "GET", url: photo.url })).statusCode).toBe(503);
  await other.close();
});
