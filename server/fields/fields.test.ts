import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let manager: ApiCall;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  facilityId = (
    await manager("POST", `/organizations/${testApp.organizationId}/facilities`, {
      name: "Parc",
      timezone: "America/New_York",
    })
  ).body.data.id;
});
afterAll(() => testApp.close());

const create = (body: object) =>
  manager("POST", `/organizations/${testApp.organizationId}/fields`, { facilityId, ...body });
const add = async (name: string, draft: object = {}): Promise<string> =>
  (await create({ name, bookable: true, ...draft })).body.data.id;
const remove = (id: string) => {
  testApp.clock.advance(1);
  return manager("DELETE", `/organizations/${testApp.organizationId}/fields/${id}`);
};
const book = (fieldId: string, time: string) => {
  const draft = { fieldId, startTime: `2026-06-02T${time}:00+02:00`, duration: 60, name: "Game", type: "game" };
  return manager("POST", `/organizations/${testApp.organizationId}/events`, draft);
};
const unitsOf = async (fieldId: string) =>
  (await testApp.db.selectFrom("field_units").select("unit_id").where("field_id", "=", fieldId).execute()).map(
    (row) => row.unit_id,
  );

test("a field is created with the specification's defaults, and its facility's zone", async () => {
  const { status, body } = await create({ name: "Court 1", sportIds: [2, 1, 2], heating: false, seatsStands: 120 });
  expect([status, body.message]).toEqual([201, "Field created"]);
  expect(body.data).toMatchObject({
    status: "open",
    confidentiality: "public",
    bookable: false,
    minPeopleByEvent: 1,
    maxPeopleByEvent: 99,
    startStep: 30,
    turnaround: 0,
    approval: "automatic",
    heating: false,
    lights: null,
    seatsStands: 120,
    timezone: "America/New_York",
    facility: { id: facilityId, name: "Parc" },
    sports: [
      { id: 2, name: "Padel" },
      { id: 1, name: "Tennis" },
    ],
  });
  expect((await manager("GET", `/organizations/${testApp.organizationId}/fields/${body.data.id}`)).body.data).toEqual(
    body.data,
  );
});

test("what a field names must be the organization's; foreign and missing are told alike", async () => {
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  const answers = [];
  for (const id of [theirs.facilityId, nowhere])
    answers.push(await create({ name: "X", facilityId: id, sportIds: [1, 999] }));
  for (const { status, body } of answers) {
    expect([status, body.errors]).toEqual([
      422,
      { facilityId: ["This facility does not exist"], sportIds: ["This sport does not exist"] },
    ]);
  }
  for (const parentId of [theirs.fieldId, nowhere]) {
    expect((await create({ name: "X", parentId })).body.errors).toEqual({
      parentId: ["Choose a field of the same facility"],
    });
  }
  expect((await create({ name: "X", minPeopleByEvent: 9, maxPeopleByEvent: 3 })).body.errors).toEqual({
    maxPeopleByEvent: ["The most must not be below the least"],
  });
});

test("a part has a unit of its own, which all its wholes share", async () => {
  const parentId = (await create({ name: "Pitch" })).body.data.id;
  const half = (await create({ name: "Half", parentId })).body.data.id;
  const quarter = (await create({ name: "Quarter", parentId: half })).body.data;
  const [units, halves, quarters] = [await unitsOf(parentId), await unitsOf(half), await unitsOf(quarter.id)];
  expect([units.length, halves.length, quarters.length]).toEqual([3, 2, 1]);
  expect(units).toEqual(expect.arrayContaining(halves));
  expect(halves).toEqual(expect.arrayContaining(quarters));
  expect(quarter.parentId).toBe(half);
  const elsewhere = (
    await manager("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Elsewhere" })
  ).body.data.id;
  expect((await create({ name: "X", facilityId: elsewhere, parentId })).body.errors).toEqual({
    parentId: ["Choose a field of the same facility"],
  });
});

test("fields are listed by name, of one facility where asked, and grouped for choosing", async () => {
  const other = (await manager("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Annexe" })).body
    .data.id;
  await create({ name: "Éclairé", facilityId: other });
  const list = (query: string) => manager("GET", `/organizations/${testApp.organizationId}/fields?${query}`);
  expect((await list(`facilityId=${other}`)).body.data.map((one: { name: string }) => one.name)).toEqual(["Éclairé"]);
  expect((await list("q=eclaire")).body.meta.total).toBe(1);
  expect((await list("per_page=2")).body.data.map((one: { name: string }) => one.name)).toEqual(["Court 1", "Éclairé"]);
  expect((await list("facilityId=nonsense")).status).toBe(422);
  const search = async (q: string) =>
    (await manager("GET", `/organizations/${testApp.organizationId}/fields/search?q=${q}`)).body.data;
  expect((await search("half")).map((one: { name: string }) => one.name)).toEqual(["Half"]);
  // Searches also match the facility's name, because many facilities name their courts alike.
  expect(await search("annexe")).toEqual([
    { id: expect.any(String), name: "Éclairé", facility: { id: other, name: "Annexe" } },
  ]);
  const groups = (await manager("GET", `/organizations/${testApp.organizationId}/fields-by-facility`)).body.data;
  expect(groups.map((group: { name: string; fields: unknown[] }) => [group.name, group.fields.length])).toEqual([
    ["Annexe", 1],
    ["Elsewhere", 0],
    ["Parc", 4],
  ]);
});

test("members see public fields, and private ones that a role of theirs is linked to", async () => {
  const own = await testApp.organization("Own");
  const owner = testApp.as(await testApp.member(own, 1));
  const [member, guest] = [
    testApp.as(await testApp.member(own, 4)),
    testApp.as(await testApp.member(own, ["fields.show"], { type: "member" })),
  ];
  const facility = (await owner("POST", `/organizations/${own}/facilities`, { name: "Hall" })).body.data.id;
  const add = async (name: string, confidentiality: string) =>
    (await owner("POST", `/organizations/${own}/fields`, { name, confidentiality, facilityId: facility })).body.data
      .id as string;
  const [open, secret] = [await add("Open", "public"), await add("Secret", "private")];
  await testApp.db.insertInto("role_fields").values({ organization_id: own, role_id: 4, field_id: secret }).execute();

  const names = async (api: ApiCall, path: string) =>
    JSON.stringify((await api("GET", `/organizations/${own}/${path}`)).body.data);
  for (const path of ["fields", "fields/search", "fields/search?q=secret"]) {
    expect(await names(guest, path)).not.toContain(secret);
    expect(await names(member, path)).toContain(secret);
  }
  expect(await names(guest, "fields")).toContain(open);
  expect((await guest("GET", `/organizations/${own}/fields/${secret}`)).status).toBe(404);
  expect((await member("GET", `/organizations/${own}/fields/${secret}`)).status).toBe(200);
  const grouped = await testApp.as(await testApp.member(own, ["fields.show", "facilities.show"], { type: "member" }))(
    "GET",
    `/organizations/${own}/fields-by-facility`,
  );
  expect(grouped.body.data[0].fields).toEqual([{ id: open, name: "Open", parentId: null }]);

  await testApp.db.updateTable("organizations").set({ enabled: false }).where("id", "=", own).execute();
  expect(await names(member, "fields")).toBe("[]");
  expect(await names(owner, "fields")).toContain(secret);
});

test("a field is deleted while nothing is to come on it and it has no parts; its history stays", async () => {
  const parentId = await add("Pitch");
  const half = await add("Half", { parentId });
  expect((await remove(parentId)).body.message).toBe(
    "This field has parts: delete them first, or make them fields of their own.",
  );
  const event = (await book(half, "10:00")).body.data.id;
  const refused = await remove(half);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "1 event is still to come on this field: cancel it first.",
  ]);
  await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", event).execute();
  expect((await remove(half)).body).toEqual({ data: null, message: "Field deleted" });
  expect((await manager("GET", `/organizations/${testApp.organizationId}/fields/${half}`)).status).toBe(404);
  expect((await manager("GET", `/organizations/${testApp.organizationId}/fields/${parentId}`)).body.data.parts).toEqual(
    [],
  );
  expect((await manager("GET", `/organizations/${testApp.organizationId}/activity`)).body.data[0]).toMatchObject({
    act: "fields.delete",
    subjectName: "Half",
    before: { name: "Half" },
  });
  expect((await manager("GET", `/organizations/${testApp.organizationId}/events/${event}`)).body.data.field.name).toBe(
    "Half",
  );
  expect((await book(half, "12:00")).status).toBe(422);
  expect((await remove(parentId)).status).toBe(200);
});

test("a deletion of a field and a booking at once: either the event is there, or the field is deleted", async () => {
  for (let round = 0; round < 6; round++) {
    const id = await add("Court");
    const [deleted, ...booked] = await Promise.all([
      remove(id),
      book(id, "10:00"),
      book(id, "12:00"),
      create({ name: "Half", parentId: id }),
    ]);
    const made = booked.filter(({ status }) => status === 201).length;
    expect(deleted.status).toBe(made > 0 ? 409 : 200);
    for (const { status } of booked) expect([201, 422]).toContain(status);
  }
});

test("copies of a field are numbered on, and have its sports, rules, part and patterns", async () => {
  const organization = `/organizations/${testApp.organizationId}`;
  const hours = [{ weekday: 1, start: "08:00", end: "22:00" }];
  const { body: week } = await manager("POST", `${organization}/opening-hour-patterns`, { name: "Copied week", hours });
  const whole = await add("Copied hall", { openingHourPatternId: week.data.id });
  const third = { parentId: whole, openingHourPatternId: week.data.id, sportIds: [2, 1], startStep: 15, lights: true };
  const first = await add("Third 1", { ...third, cancellationDeadline: 7 });
  await add("Third 3");
  const copied = await manager("POST", `${organization}/fields/${first}/duplicate`, { count: 2 });
  expect([copied.status, copied.body.data.map((copy: { name: string }) => copy.name)]).toEqual([
    201,
    ["Third 2", "Third 4"],
  ]);
  const read = async (id: string) => (await manager("GET", `${organization}/fields/${id}`)).body.data;
  const copy = { name: "Third 4", slug: "third-4", id: copied.body.data[1].id };
  const dates = { created_at: expect.any(String), updated_at: expect.any(String) };
  expect(await read(copy.id)).toMatchObject({ ...(await read(first)), ...copy, ...dates });
  expect(await unitsOf(whole)).toHaveLength(4);
  expect((await manager("POST", `${organization}/fields/${first}/duplicate`, { count: 31 })).status).toBe(422);
  const long = await add("x".repeat(119));
  const refused = await manager("POST", `${organization}/fields/${long}/duplicate`, { count: 1 });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { count: ["With a number, the name is too long. Shorten the name of the field first."] },
  ]);
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  expect((await manager("POST", `${organization}/fields/${theirs.fieldId}/duplicate`, { count: 1 })).status).toBe(404);
});

test("planning and availability say why a field cannot be booked", async () => {
  const organization = `/organizations/${testApp.organizationId}`;
  const id = await add("Unready", { bookable: false });
  const obstacles = async () => {
    const [planning, day] = [
      await manager("GET", `${organization}/planning?fieldId=${id}&from=2026-06-02`),
      await manager("GET", `${organization}/availability?fieldId=${id}&date=2026-06-02`),
    ];
    return [planning.body.data.fields[0].obstacles, day.body.data.fields[0].obstacles];
  };
  expect(await obstacles()).toEqual([
    ["noHours", "notBookable"],
    ["noHours", "notBookable"],
  ]);
  const { body: week } = await manager("POST", `${organization}/opening-hour-patterns`, {
    name: "Mondays only",
    hours: [{ weekday: 1, start: "08:00", end: "22:00" }],
  });
  const { body: grid } = await manager("POST", `${organization}/price-patterns`, {
    name: "Nothing sold",
    timeslots: [{ name: "Day", start: "08:00", end: "22:00" }],
    plans: [{ name: "One hour", duration: 60 }],
    details: [{ timeslot: "Day", plan: "One hour", price: null }],
  });
  const ready = { bookable: true, openingHourPatternId: week.data.id, pricePatternIds: [grid.data.id] };
  await manager("PATCH", `${organization}/fields/${id}`, ready);
  // A Tuesday.
  expect(await obstacles()).toEqual([
    ["noPrice", "closedDay"],
    ["noPrice", "closedDay"],
  ]);
  await manager("PATCH", `${organization}/fields/${id}`, { pricePatternIds: [], status: "closed" });
  expect(await obstacles()).toEqual([["closed"], ["closed"]]);
});
