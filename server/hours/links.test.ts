import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let url: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  url = club.path("/opening-hour-patterns");
});
afterAll(() => testApp.close());

const slot = (weekday: number, start: string, end: string) => ({ weekday, start, end });
const create = (draft: object = {}) =>
  club.manager("POST", url, { name: "Week", hours: [slot(1, "08:00", "12:00")], ...draft });

test("fields of others, gone ones and invented ones are all unknown", async () => {
  const { fieldId } = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  const gone = await club.addField();
  await testApp.db.updateTable("fields").set({ archived_at: testApp.clock.now() }).where("id", "=", gone).execute();
  for (const id of [fieldId, gone, "00000000-0000-4000-8000-000000000000"]) {
    const { status, body } = await create({ fieldIds: [await club.addField(), id] });
    expect([status, body.errors]).toEqual([422, { fieldIds: ["This field does not exist"] }]);
  }
});

test("a field has one hours pattern: linking it to another unlinks it from the first, and its form and page show that", async () => {
  const [one, other] = [await club.addField({ name: "One" }), await club.addField({ name: "Other" })];
  const summer = (await create({ name: "Summer", fieldIds: [one, one, other] })).body.data;
  const facility = { id: club.facilityId, name: "Parc" };
  expect(summer.fields).toEqual([
    { id: one, name: "One", facility },
    { id: other, name: "Other", facility },
  ]);
  const fieldOf = async (id: string) => (await club.member("GET", club.path(`/fields/${id}`))).body.data;
  expect((await fieldOf(one)).openingHourPattern).toEqual({ id: summer.id, name: "Summer" });

  const winter = (await create({ name: "Winter", fieldIds: [other] })).body.data;
  expect((await club.manager("GET", `${url}/${summer.id}`)).body.data.fields).toEqual([
    { id: one, name: "One", facility },
  ]);
  expect((await fieldOf(other)).openingHourPattern).toEqual({ id: winter.id, name: "Winter" });

  const freed = await club.manager("PATCH", `${url}/${summer.id}`, { fieldIds: [] });
  expect([freed.status, freed.body.data.fields]).toEqual([200, []]);
  expect((await fieldOf(one)).openingHourPattern).toBeNull();
  const list = (await club.member("GET", club.path("/fields?per_page=100"))).body.data as {
    id: string;
    openingHourPattern: object;
    pricePatterns: object[];
  }[];
  expect(list.find(({ id }) => id === other)).toMatchObject({
    openingHourPattern: { id: winter.id, name: "Winter" },
    pricePatterns: [],
  });
});

test("two hours patterns linked to one field at once: the last one is kept, without an error", async () => {
  const field = await club.addField({ openingHourPatternId: null });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => create({ name: `Race ${index}`, fieldIds: [field] })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const links = await testApp.db.selectFrom("field_opening_hours").selectAll().where("field_id", "=", field).execute();
  expect(links).toHaveLength(1);
});

test("a field's own form refuses unknown hours beside its member, and nothing of it is kept", async () => {
  const theirs = testApp.as(await testApp.member(testApp.otherOrganizationId, 2));
  const hours = [slot(1, "08:00", "12:00")];
  const foreign = (
    await theirs("POST", `/organizations/${testApp.otherOrganizationId}/opening-hour-patterns`, {
      name: "Foreign",
      hours,
    })
  ).body.data.id;
  const deleted = (await create()).body.data.id;
  await club.manager("DELETE", `${url}/${deleted}`);
  for (const openingHourPatternId of [foreign, deleted, "00000000-0000-4000-8000-000000000000"]) {
    const draft = { name: "Never made", facilityId: club.facilityId, openingHourPatternId };
    const { status, body } = await club.manager("POST", club.path("/fields"), draft);
    expect([status, body.errors]).toEqual([422, { openingHourPatternId: ["These opening hours do not exist"] }]);
  }
  const found = await club.manager("GET", club.path("/fields?q=never made"));
  expect(found.body.meta.total).toBe(0);
});
