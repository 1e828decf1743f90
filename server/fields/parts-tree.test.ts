import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  facilityId = await addFacility("Parc");
});
afterAll(() => testApp.close());

const base = () => `/organizations/${testApp.organizationId}`;
const addFacility = async (name: string): Promise<string> =>
  (await manager("POST", `${base()}/facilities`, { name })).body.data.id;
const add = async (name: string, draft: object = {}): Promise<string> =>
  (await manager("POST", `${base()}/fields`, { name, bookable: true, facilityId, ...draft })).body.data.id;
const change = (id: string, body: object) => manager("PATCH", `${base()}/fields/${id}`, body);
const list = async (query: string, api = manager) =>
  (await api("GET", `${base()}/fields?per_page=100&${query}`)).body.data as {
    id: string;
    name: string;
    depth: number;
    parent: { name: string } | null;
    parts: { name: string }[];
  }[];

test("each field is followed by its parts, on every page, after every change of a name or a whole", async () => {
  const hallId = await addFacility("Tree");
  const put = (name: string, parentId?: string) => add(name, { facilityId: hallId, parentId });
  const [b, a] = [await put("B pitch"), await put("Ärena")];
  const [b2, b1] = [await put("Half 2", b), await put("Half 1", b)];
  await put("Quarter", b2);
  const shown = async () =>
    (await list(`facilityId=${hallId}`)).map(
      ({ name, depth, parent }) => `${"-".repeat(depth)}${name} < ${parent?.name}`,
    );
  expect(await shown()).toEqual([
    "Ärena < undefined",
    "B pitch < undefined",
    "-Half 1 < B pitch",
    "-Half 2 < B pitch",
    "--Quarter < Half 2",
  ]);
  expect(
    (await manager("GET", `${base()}/fields/${b}`)).body.data.parts.map((part: { name: string }) => part.name),
  ).toEqual(["Half 1", "Half 2"]);
  await change(b2, { name: "A half" });
  await change(b, { name: "A pitch" });
  await change(b1, { parentId: a });
  expect(await shown()).toEqual([
    "A pitch < undefined",
    "-A half < A pitch",
    "--Quarter < A half",
    "Ärena < undefined",
    "-Half 1 < Ärena",
  ]);
  await change(b, { parentId: a });
  expect(await shown()).toEqual([
    "Ärena < undefined",
    "-A pitch < Ärena",
    "--A half < A pitch",
    "---Quarter < A half",
    "-Half 1 < Ärena",
  ]);
  await change(b2, { parentId: null });
  expect((await shown()).slice(0, 2)).toEqual(["A half < undefined", "-Quarter < A half"]);
  const page = async (number: number) =>
    (await manager("GET", `${base()}/fields?facilityId=${hallId}&per_page=2&page=${number}`)).body;
  expect((await page(2)).data.map((one: { name: string }) => one.name)).toEqual(["Ärena", "A pitch"]);
  expect((await page(3)).meta).toEqual({ current_page: 3, last_page: 3, total: 5, per_page: 2 });
});

test("a filter by state, and a search, keep the order and leave the rest out", async () => {
  const hallId = await addFacility("Filter");
  const parentId = await add("Whole", { facilityId: hallId, status: "closed" });
  await add("Part", { facilityId: hallId, parentId });
  const names = async (query: string) =>
    (await list(`facilityId=${hallId}&${query}`)).map(({ name, depth }) => [name, depth]);
  expect(await names("status=open")).toEqual([["Part", 1]]);
  expect(await names("status=closed")).toEqual([["Whole", 0]]);
  expect(await names("q=part")).toEqual([["Part", 1]]);
  expect((await manager("GET", `${base()}/fields?status=broken`)).status).toBe(422);
  const groups = (await manager("GET", `${base()}/fields-by-facility`)).body.data;
  expect(groups.find((group: { id: string }) => group.id === hallId).fields).toEqual([
    { id: parentId, name: "Whole", parentId: null },
    { id: expect.any(String), name: "Part", parentId },
  ]);
});

test("members see of a tree what their roles let them see, and of what stands above it nothing", async () => {
  const hallId = await addFacility("Secret");
  const parentId = await add("Whole", { facilityId: hallId, confidentiality: "private" });
  const open = await add("Open half", { facilityId: hallId, parentId });
  await add("Closed half", { facilityId: hallId, parentId, confidentiality: "private" });
  const quarter = await add("Quarter", { facilityId: hallId, parentId: open });
  const guest = testApp.as(
    await testApp.member(testApp.organizationId, ["fields.show", "facilities.show"], { type: "member" }),
  );
  expect((await list(`facilityId=${hallId}`, guest)).map(({ name, depth, parent }) => [name, depth, parent])).toEqual([
    ["Open half", 0, null],
    ["Quarter", 1, { id: open, name: "Open half" }],
  ]);
  const seen = (await guest("GET", `${base()}/fields/${open}`)).body.data;
  expect(seen).toMatchObject({ parentId: null, parent: null, parts: [{ id: quarter, name: "Quarter" }] });
  const groups = (await guest("GET", `${base()}/fields-by-facility`)).body.data;
  expect(JSON.stringify(groups)).not.toContain(parentId);
  const role = await testApp.db
    .insertInto("role_fields")
    .values({ organization_id: testApp.organizationId, role_id: 4, field_id: parentId })
    .execute();
  expect(role).toBeDefined();
  const member = testApp.as(await testApp.member(testApp.organizationId, 4));
  expect((await list(`facilityId=${hallId}`, member)).map(({ name, depth }) => [name, depth])).toEqual([
    ["Whole", 0],
    ["Open half", 1],
    ["Quarter", 2],
  ]);
});

test("nothing is part of itself, of its own parts, of another facility's or organization's field, or too deep", async () => {
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const elsewhere = await add("Elsewhere", { facilityId: await addFacility("Elsewhere") });
  const [one, alone] = [await add("One"), await add("Alone")];
  const two = await add("Two", { parentId: one });
  const three = await add("Three", { parentId: two });
  const four = await add("Four", { parentId: three });
  for (const parentId of [one, two, four]) {
    const refused = await change(one, { parentId: parentId.toUpperCase() });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { parentId: ["A field cannot be part of itself, nor of one of its own parts"] },
    ]);
  }
  for (const parentId of [elsewhere, theirs.fieldId, "00000000-0000-4000-8000-000000000000"]) {
    expect((await change(one, { parentId })).body.errors).toEqual({
      parentId: ["Choose a field of the same facility"],
    });
  }
  const deep = { parentId: ["A field can be divided 3 times over, not more"] };
  expect((await change(one, { parentId: alone })).body.errors).toEqual(deep);
  expect((await change(alone, { parentId: four })).body.errors).toEqual(deep);
  expect((await manager("POST", `${base()}/fields`, { name: "Five", facilityId, parentId: four })).body.errors).toEqual(
    deep,
  );
  expect((await change(three, { parentId: two })).status).toBe(200);
});

test("two fields that become part of each other at once: one does", async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await add("One"), await add("Other")];
    const answers = await Promise.all([change(one, { parentId: other }), change(other, { parentId: one })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  }
});

test("names stand in the order that people count in, wherever there are lists and choices", async () => {
  const hallId = await addFacility("Hall 10");
  await addFacility("Hall 9");
  const [ten] = [await add("Court 10", { facilityId: hallId }), await add("Court 2", { facilityId: hallId })];
  for (const name of ["Court 1", "court 11", "Écran 3"]) await add(name, { facilityId: hallId });
  for (const name of ["Box 12", "Box 3"]) await add(name, { facilityId: hallId, parentId: ten });
  const tree = ["Court 1", "Court 2", "Court 10", "Box 3", "Box 12", "court 11", "Écran 3"];
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
  const read = async (path: string) => (await manager("GET", `${base()}/${path}`)).body.data;
  expect(namesOf(await list(`facilityId=${hallId}`))).toEqual(tree);
  const pages = [1, 2, 3].map((page) => read(`fields?facilityId=${hallId}&per_page=3&page=${page}`));
  expect((await Promise.all(pages)).flatMap(namesOf)).toEqual(tree);
  expect(namesOf((await read(`planning?facilityId=${hallId}&from=2026-06-10`)).fields)).toEqual(tree);
  const ofHalls = (rows: { name: string }[]) => namesOf(rows).filter((name) => name.startsWith("Hall"));
  for (const path of ["facilities", "facilities/search?q=hall", "fields-by-facility"])
    expect(ofHalls(await read(path)), path).toEqual(["Hall 9", "Hall 10"]);
  const [hall] = ((await read("fields-by-facility")) as { name: string; fields: { name: string }[] }[]).filter(
    ({ name }) => name === "Hall 10",
  );
  expect(namesOf(hall?.fields ?? [])).toEqual(tree);
  const found = await read(`fields/search?facilityId=${hallId}&q=court`);
  expect(namesOf(found)).toEqual(["Court 1", "Court 2", "Court 10", "court 11"]);
});
