import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Photo } from "#contract/files.ts";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";
import { createUploadForm, createJpeg } from "#tests/fixtures/photos.ts";
import type { SeedIds } from "#tests/fixtures/seed-one-of-each.ts";

let testApp: TestApp;
let owner: Person;
let team: ApiCall;
let customer: ApiCall;
let file: Buffer;
let at: string;
beforeAll(async () => {
  testApp = await createTestApp();
  at = `/organizations/${testApp.organizationId}/files`;
  owner = await testApp.member(testApp.organizationId, 2);
  team = testApp.as(owner);
  customer = testApp.as(await testApp.member(testApp.organizationId, 4));
  file = await createJpeg(9, 9);
});
afterAll(() => testApp.close());

let seed: SeedIds;
beforeEach(async () => {
  seed = await testApp.seedOneOfEach(testApp.organizationId);
});

async function add(parts: Record<string, string>): Promise<Photo> {
  const { body, headers } = await createUploadForm({ ...parts, file });
  return (await team("POST", at, body, headers)).body.data as Photo;
}
async function addSome(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) ids.push((await add({ type: "field", fieldId: seed.fieldId })).id);
  return ids;
}
const list = async (query = `fieldId=${seed.fieldId}`, api = team, path = at) =>
  (await api("GET", `${path}?${query}`)).body.data as Photo[];
const order = async () => (await list()).map(({ id }) => id);
const move = (id: string, position: number) => team("PATCH", `${at}/${id}`, { position });

describe("listed", () => {
  test("photos are in their order, of a field or of a facility", async () => {
    const ids = await addSome(3);
    expect(await order()).toEqual(ids);
    expect((await list()).map((photo) => [photo.position, photo.default])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ]);
    expect((await list(`facilityId=${seed.facilityId}`)).map(({ id }) => id)).toEqual([seed.fileId]);
    expect((await list(`type=facility&fieldId=${seed.fieldId}`)).length).toBe(0);
    const all = (await list("type=field")).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining(ids));
    expect(all).not.toContain(seed.fileId);
  });

  test("those of another organization are not there, by whatever way one asks", async () => {
    const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
    for (const query of [`facilityId=${theirs.facilityId}`, `fieldId=${theirs.fieldId}`])
      expect((await team("GET", `${at}?${query}`)).status).toBe(404);
    expect((await list("")).map(({ id }) => id)).not.toContain(theirs.fileId);
    for (const [method, path, body] of [
      ["PATCH", theirs.fileId, { position: 1 }],
      ["POST", `${theirs.fileId}/default`, undefined],
      ["DELETE", theirs.fileId, undefined],
    ] as const)
      expect((await team(method, `${at}/${path}`, body)).status).toBe(404);
    const admin = testApp.as(await testApp.person({ platformAdmin: true }));
    const everywhere = "/organizations/all/files";
    expect((await list(`facilityId=${theirs.facilityId}`, admin, everywhere)).map(({ id }) => id)).toEqual([
      theirs.fileId,
    ]);
    const all = (await list("", admin, everywhere)).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([theirs.fileId, seed.fileId]));
  });

  test("those of a private field are not there for members who may not see it", async () => {
    const [id] = await addSome(1);
    await testApp.db.updateTable("fields").set({ confidentiality: "private" }).where("id", "=", seed.fieldId).execute();
    expect((await customer("GET", `${at}?fieldId=${seed.fieldId}`)).status).toBe(404);
    const seen = (await list("", customer)).map((photo) => photo.id);
    expect(seen).not.toContain(id);
    expect(seen).toContain(seed.fileId);
    expect((await list()).map((photo) => photo.id)).toEqual([id]);
    const link = { organization_id: testApp.organizationId, role_id: 4, field_id: seed.fieldId };
    await testApp.db.insertInto("role_fields").values(link).execute();
    expect((await list(undefined, customer)).map((photo) => photo.id)).toEqual([id]);
  });

  test("those of what is archived are gone, and so are all in an organization that is not open to members", async () => {
    const [id = ""] = await addSome(1);
    const { facilityId, fieldId } = seed;
    const gone = { archived_at: testApp.clock.now() };
    await testApp.db.updateTable("facilities").set(gone).where("id", "=", facilityId).execute();
    expect((await team("GET", `${at}?fieldId=${fieldId}`)).status).toBe(404);
    expect((await team("DELETE", `${at}/${id}`)).status).toBe(404);
    const closed = await testApp.organization("Closed");
    const member = testApp.as(await testApp.member(closed, 4));
    const theirs = await testApp.seedOneOfEach(closed);
    expect(await list("", member, `/organizations/${closed}/files`)).toHaveLength(1);
    await testApp.db.updateTable("organizations").set({ enabled: false }).where("id", "=", closed).execute();
    expect(await list("", member, `/organizations/${closed}/files`)).toEqual([]);
    expect((await member("GET", `/organizations/${closed}/files?facilityId=${theirs.facilityId}`)).status).toBe(404);
  });
});

describe("in order", () => {
  test("a photo moves, and the others make room", async () => {
    const [a = "", b = "", c = "", d = ""] = await addSome(4);
    const moved = await move(d, 1);
    expect([moved.status, moved.body.data]).toMatchObject([200, { id: d, position: 1, default: false }]);
    expect(await order()).toEqual([a, d, b, c]);
    await move(a, 2);
    expect(await order()).toEqual([d, b, a, c]);
    expect((await move(d, 5)).body.data.position).toBe(3);
    expect(await order()).toEqual([b, a, c, d]);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    for (const body of [{ position: 6 }, { position: -1 }, { position: 1.5 }, {}, { position: "1" }])
      expect((await team("PATCH", `${at}/${a}`, body)).status).toBe(422);
  });

  test("the default photo is the first, and becomes another by a click", async () => {
    const [a, b, c] = await addSome(3);
    const { status, body } = await team("POST", `${at}/${c}/default`);
    expect([status, body.message, body.data.default]).toEqual([200, "Default photo set", true]);
    expect(await order()).toEqual([c, a, b]);
  });

  test("where the default photo is deleted the next one is, without a gap, and its pictures go after the commit", async () => {
    const [a, b, c] = await addSome(3);
    const [first] = await list();
    const get = () => testApp.app.inject({ method: "GET", url: first?.url ?? "" });
    expect((await team("DELETE", `${at}/${a}`)).body).toEqual({ data: null, message: "Photo deleted" });
    expect((await list()).map((photo) => [photo.id, photo.position, photo.default])).toEqual([
      [b, 0, true],
      [c, 1, false],
    ]);
    expect((await get()).statusCode).toBe(200);
    await testApp.jobs.runAll();
    expect((await get()).statusCode).toBe(404);
    expect((await team("DELETE", `${at}/${a}`)).status).toBe(404);
  });

  test("many who move and delete at once leave it dense", async () => {
    const ids = await addSome(6);
    const turns = ids.flatMap((id, index) => [
      move(id, 5 - index),
      index < 3 ? team("DELETE", `${at}/${id}`) : move(id, 0),
    ]);
    for (const { status } of await Promise.all(turns)) expect([200, 404]).toContain(status);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2]);
  });
});

test("facilities and fields show their default photo, each its own, in lists and alone", async () => {
  const [, second = ""] = await addSome(2);
  const read = async (entities: string, id: string) => {
    const path = `/organizations/${testApp.organizationId}/${entities}`;
    const { data } = (await team("GET", `${path}?per_page=100`)).body as { data: { id: string; image: unknown }[] };
    const one = (await team("GET", `${path}/${id}`)).body.data as { image: unknown };
    expect(data.find((each) => each.id === id)?.image).toEqual(one.image);
    return one.image;
  };
  const imageOf = ({ url, width, height, sizes }: Photo) => ({ url, width, height, sizes });
  const [photo] = await list();
  expect(await read("fields", seed.fieldId)).toEqual(photo && imageOf(photo));
  await team("POST", `${at}/${second}/default`);
  const [now] = await list();
  expect(now?.id).toBe(second);
  expect(await read("fields", seed.fieldId)).toEqual(now && imageOf(now));
  expect(await read("facilities", seed.facilityId)).toMatchObject({ width: 480, height: 360 });
  await team("DELETE", `${at}/${seed.fileId}`);
  expect(await read("facilities", seed.facilityId)).toBeNull();
});

test("every change is in the activity, under the name of what was photographed; what changes nothing is not", async () => {
  testApp.clock.advance(1000);
  const [a] = await addSome(1);
  testApp.clock.advance(1000);
  const [b = ""] = await addSome(1);
  await move(b, 1);
  testApp.clock.advance(1000);
  await team("POST", `${at}/${b}/default`);
  testApp.clock.advance(1000);
  await team("DELETE", `${at}/${a}`);
  const { data } = (await team("GET", `/organizations/${testApp.organizationId}/activity?subject=files&per_page=4`))
    .body;
  const { fieldId } = seed;
  expect(data).toMatchObject([
    { act: "files.delete", subjectId: fieldId, subjectName: "Court 1", before: { fileId: a, fieldId }, after: {} },
    { act: "files.makeDefault", subjectId: fieldId, before: { position: 1 }, after: { position: 0, fieldId } },
    { act: "files.upload", subjectId: fieldId, subjectName: "Court 1", before: null, after: { fileId: b, fieldId } },
    { act: "files.upload", subjectId: fieldId, actor: { id: owner.id }, after: { fileId: a, fieldId } },
  ]);
  const liveChanges = await testApp.db
    .selectFrom("changes")
    .select(["module", "subject_id"])
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(new Set(liveChanges.map(({ module, subject_id }) => `${module} ${subject_id}`))).toEqual(
    new Set([`files ${fieldId}`, `fields ${fieldId}`]),
  );
});

describe("a picture", () => {
  const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    testApp.app.inject({ method, url, headers });

  test("is given to whoever knows its name, for ever, as what it is", async () => {
    const photo = await add({ type: "facility", facilityId: seed.facilityId });
    for (const [url, type] of photo.sizes.flatMap(
      ({ webp, avif }) =>
        [
          [webp, "image/webp"],
          [avif, "image/avif"],
        ] as const,
    )) {
      const { statusCode, headers, rawPayload } = await get(url);
      expect([statusCode, headers["content-type"]]).toEqual([200, type]);
      expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
      expect(Number(headers["content-length"])).toBe(rawPayload.length);
      const head = await get(url, {}, "HEAD");
      expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([
        200,
        headers["content-length"],
        0,
      ]);
      const etag = String(headers["etag"]);
      for (const known of [etag, `"x", W/${etag}`]) {
        const again = await get(url, { "if-none-match": known });
        expect([again.statusCode, again.rawPayload.length, again.headers["etag"]]).toEqual([304, 0, etag]);
      }
      expect((await get(url, { "if-none-match": '"x"' })).statusCode).toBe(200);
    }
  });

  test.each([
    "",
    "/",
    "/..%2F..%2Fpackage.json",
    "/..%2fphotos%2f" + "a".repeat(40) + "-480.webp",
    "/photos",
    "/.",
    "/%00",
    "/" + "a".repeat(40) + "-480.webp",
    "/" + "a".repeat(40) + "-480.jpg",
    "/" + "a".repeat(40) + ".webp",
    "/" + "A".repeat(40) + "-480.webp",
  ])("is not there under /files%s, and nothing is listed", async (rest) => {
    const { statusCode, headers } = await get(`/api/v1/files${rest}`);
    expect([400, 404]).toContain(statusCode);
    expect(headers["cache-control"]).toBe("no-store");
  });
});
