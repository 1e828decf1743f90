import { afterAll, beforeAll, expect, test } from "vitest";
import { openHouse, type Ask, type TestHouse } from "#tests/house.ts";

let house: TestHouse;
let manager: Ask;
let facilityId: string;
beforeAll(async () => {
  house = await openHouse();
  manager = house.as(await house.member(house.here, 2));
  facilityId = await addFacility("Parc");
});
afterAll(() => house.close());

const base = () => `/organizations/${house.here}`;
const addFacility = async (name: string): Promise<string> =>
  (await manager("POST", `${base()}/facilities`, { name })).body.data.id;
const add = async (name: string, draft: object = {}): Promise<string> =>
  (await manager("POST", `${base()}/fields`, { name, bookable: true, facilityId, ...draft })).body.data.id;
const change = (id: string, body: object) => manager("PATCH", `${base()}/fields/${id}`, body);
const list = async (query: string, ask = manager) =>
  (await ask("GET", `${base()}/fields?per_page=100&${query}`)).body.data as {
    id: string;
    name: string;
    depth: number;
    parent: { name: string } | null;
    parts: { name: string }[];
  }[];

test("each field is followed by its parts, on every page, after every change of a name or a whole", async () => {
  const there = await addFacility("Tree");
  const put = (name: string, parentId?: string) => add(name, { facilityId: there, parentId });
  const [b, a] = [await put("B pitch"), await put("Ärena")];
  const [b2, b1] = [await put("Half 2", b), await put("Half 1", b)];
  await put("Quarter", b2);
  const shown = async () =>
    (await list(`facilityId=${there}`)).map(
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
    (await manager("GET", `${base()}/fields/${b}`)).body.data.parts.map((one: { name: string }) => one.name),
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
    (await manager("GET", `${base()}/fields?facilityId=${there}&per_page=2&page=${number}`)).body;
  expect((await page(2)).data.map((one: { name: string }) => one.name)).toEqual(["Ärena", "A pitch"]);
  expect((await page(3)).meta).toEqual({ current_page: 3, last_page: 3, total: 5, per_page: 2 });
});

test("a filter by state, and a search, keep the order and leave the rest out", async () => {
  const there = await addFacility("Filter");
  const whole = await add("Whole", { facilityId: there, status: "closed" });
  await add("Part", { facilityId: there, parentId: whole });
  const names = async (query: string) =>
    (await list(`facilityId=${there}&${query}`)).map(({ name, depth }) => [name, depth]);
  expect(await names("status=open")).toEqual([["Part", 1]]);
  expect(await names("status=closed")).toEqual([["Whole", 0]]);
  expect(await names("q=part")).toEqual([["Part", 1]]);
  expect((await manager("GET", `${base()}/fields?status=broken`)).status).toBe(422);
  const groups = (await manager("GET", `${base()}/fields-by-facility`)).body.data;
  expect(groups.find((group: { id: string }) => group.id === there).fields).toEqual([
    { id: whole, name: "Whole", parentId: null },
    { id: expect.any(String), name: "Part", parentId: whole },
  ]);
});

test("members see of a tree what their roles let them see, and of what stands above it nothing", async () => {
  const there = await addFacility("Secret");
  const whole = await add("Whole", { facilityId: there, confidentiality: "private" });
  const open = await add("Open half", { facilityId: there, parentId: whole });
  await add("Closed half", { facilityId: there, parentId: whole, confidentiality: "private" });
  const quarter = await add("Quarter", { facilityId: there, parentId: open });
  const guest = house.as(await house.member(house.here, ["fields.show", "facilities.show"], { type: "member" }));
  expect((await list(`facilityId=${there}`, guest)).map(({ name, depth, parent }) => [name, depth, parent])).toEqual([
    ["Open half", 0, null],
    ["Quarter", 1, { id: open, name: "Open half" }],
  ]);
  const seen = (await guest("GET", `${base()}/fields/${open}`)).body.data;
  expect(seen).toMatchObject({ parentId: null, parent: null, parts: [{ id: quarter, name: "Quarter" }] });
  const groups = (await guest("GET", `${base()}/fields-by-facility`)).body.data;
  expect(JSON.stringify(groups)).not.toContain(whole);
  const role = await house.db
    .insertInto("role_fields")
    .values({ organization_id: house.here, role_id: 4, field_id: whole })
    .execute();
  expect(role).toBeDefined();
  const member = house.as(await house.member(house.here, 4));
  expect((await list(`facilityId=${there}`, member)).map(({ name, depth }) => [name, depth])).toEqual([
    ["Whole", 0],
    ["Open half", 1],
    ["Quarter", 2],
  ]);
});

test("nothing is part of itself, of its own parts, of another facility's or organization's field, or too deep", async () => {
  const theirs = await house.furnish(house.there);
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
  const there = await addFacility("Hall 10");
  await addFacility("Hall 9");
  const [ten] = [await add("Court 10", { facilityId: there }), await add("Court 2", { facilityId: there })];
  for (const name of ["Court 1", "court 11", "Écran 3"]) await add(name, { facilityId: there });
  for (const name of ["Box 12", "Box 3"]) await add(name, { facilityId: there, parentId: ten });
  const tree = ["Court 1", "Court 2", "Court 10", "Box 3", "Box 12", "court 11", "Écran 3"];
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);
  const ask = async (path: string) => (await manager("GET", `${base()}/${path}`)).body.data;
  expect(namesOf(await list(`facilityId=${there}`))).toEqual(tree);
  const pages = [1, 2, 3].map((page) => ask(`fields?facilityId=${there}&per_page=3&page=${page}`));
  expect((await Promise.all(pages)).flatMap(namesOf)).toEqual(tree);
  expect(namesOf((await ask(`planning?facilityId=${there}&from=2026-06-10`)).fields)).toEqual(tree);
  const ofHalls = (rows: { name: string }[]) => namesOf(rows).filter((name) => name.startsWith("Hall"));
  for (const path of ["facilities", "facilities/search?q=hall", "fields-by-facility"])
    expect(ofHalls(await ask(path)), path).toEqual(["Hall 9", "Hall 10"]);
  const [hall] = ((await ask("fields-by-facility")) as { name: string; fields: { name: string }[] }[]).filter(
    ({ name }) => name === "Hall 10",
  );
  expect(namesOf(hall?.fields ?? [])).toEqual(tree);
  const found = await ask(`fields/search?facilityId=${there}&q=court`);
  expect(namesOf(found)).toEqual(["Court 1", "Court 2", "Court 10", "court 11"]);
});
