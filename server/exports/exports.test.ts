import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import { exportableLists } from "#contract/exports.ts";
import { permissions, type Permission } from "#contract/permissions.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let owner: ApiCall;
let admin: ApiCall;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  admin = testApp.as(await testApp.person({ platformAdmin: true, firstName: "Ada", lastName: "Admin" }));
});
afterAll(() => testApp.close());

const get = (list: string, { ask = owner, query = "", language = "en", id = testApp.organizationId } = {}) =>
  ask("GET", `/organizations/${id}/export/${list}.csv${query}`, undefined, { "accept-language": language });
async function read(list: string, options: Parameters<typeof get>[1] = {}) {
  const { status, body } = await get(list, options);
  expect(status).toBe(200);
  const [heads = [], ...rows] = parse(body as string, {
    bom: true,
    delimiter: options.language === "fr" ? ";" : ",",
    record_delimiter: "\r\n",
  });
  return rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
}

test("a list is a file that a spreadsheet opens: named, marked as UTF-8, in the reader's language", async () => {
  const id = await testApp.organization("Club");
  const ask = testApp.as(await testApp.member(id, 1));
  const facility = (
    await ask("POST", `/organizations/${id}/facilities`, {
      name: "Écully; « Élan », 本",
      description: 'Two\nlines, and a "quote"',
      placeId: "local:lyon-fr:69007:353 avenue Jean Jaurès",
      shower: true,
      restroom: false,
      parkingPlace: 1200,
    })
  ).body.data;
  const english = await get("facilities", { ask, id });
  expect(english.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition":
      "attachment; filename=\"Facilities-2026-06-01.csv\"; filename*=UTF-8''Facilities%202026-06-01.csv",
    "cache-control": "no-store",
  });
  expect(english.body).toMatch(/^\uFEFFName,Sports,Address,/);
  expect(english.body.endsWith("\r\n")).toBe(true);
  expect(await read("facilities", { ask, id })).toMatchObject([
    {
      Name: "Écully; « Élan », 本",
      Sports: "",
      Address: "353 avenue Jean Jaurès, 69007 Lyon",
      City: "Lyon",
      Country: "France",
      "Time zone": "Europe/Paris",
      Description: 'Two\nlines, and a "quote"',
      "Parking places": "1200",
      "Bicycle parking places": "",
      "Changing room": "",
      Restroom: "No",
      Shower: "Yes",
      Restaurant: "",
      Shop: "",
      "Created (Europe/Paris)": "2026-06-01 10:00",
      "Updated (Europe/Paris)": "2026-06-01 10:00",
      ID: facility.id,
    },
  ]);
  const french = await get("facilities", { ask, id, language: "fr-FR,fr;q=0.9" });
  expect(french.body).toMatch(/^\uFEFFNom;Sports;Adresse;/);
  expect(french.body).toContain(";Non;Oui;");
  const events = await get("events", { ask, id, language: "fr" });
  expect(events.headers["content-disposition"]).toMatch(
    /filename="Evenements-2026-06-01\.csv"; filename\*=UTF-8''%C3%89v%C3%A9nements%202026-06-01\.csv/,
  );
});

test("events are told in words, by their facility's clock, with amounts that compute", async () => {
  const id = await testApp.organization("Club");
  const ask = testApp.as(await testApp.member(id, 1));
  const facilityId = (
    await ask("POST", `/organizations/${id}/facilities`, { name: "Saint-Denis", timezone: "Indian/Reunion" })
  ).body.data.id;
  const fieldId = (await ask("POST", `/organizations/${id}/fields`, { name: "Court", facilityId, sportIds: [1] })).body
    .data.id;
  const draft = { fieldId, startTime: "2026-06-03T18:00:00+04:00", duration: 90, type: "free_play" };
  const customer = { name: "Walk-in", phone: "+33612345678" };
  const booked = await ask("POST", `/organizations/${id}/events`, {
    ...draft,
    name: "Partie libre",
    price: 1250,
    customer,
    internalNotes: "Regular",
    confidentiality: "public",
  });
  expect(booked.status).toBe(201);
  expect(await read("events", { ask, id, language: "fr" })).toMatchObject([
    {
      Nom: "Partie libre",
      Début: "2026-06-03 18:00",
      Fin: "2026-06-03 19:30",
      "Fuseau horaire": "Indian/Reunion",
      Prix: "12,50",
      Devise: "EUR",
      Statut: "Approuvé",
      "Notes internes": "Regular",
    },
  ]);
  const member = testApp.as(await testApp.member(id, 4));
  const [seen] = await read("events", { ask: member, id });
  expect(seen).toMatchObject({ Name: "Tennis · Free play", Price: "", Customer: "", "Customer’s phone": "" });
  expect(seen).not.toHaveProperty("Internal notes");
});

test.each([
  ["=1+1", "'=1+1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ["+1+1", "'+1+1"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["a;=1+1", "a;=1+1"],
  ["a,=1+1", "a,=1+1"],
  ['"=1+1', '"=1+1'],
  ["O'Neill", "O'Neill"],
])("the name %s becomes no formula", async (name, cell) => {
  const id = await testApp.organization("Club");
  const ask = testApp.as(await testApp.member(id, 1));
  await ask("POST", `/organizations/${id}/facilities`, { name });
  const { body } = await get("facilities", { ask, id });
  expect((await read("facilities", { ask, id }))[0]?.["Name"]).toBe(cell);
  // No cell starts with a formula sign, whichever separator a spreadsheet uses.
  expect(/[;,]/.test(name) && !String(body).includes(`"${name}"`)).toBe(false);
});

test("a list is exported as it is filtered, whatever page is shown, and by its own rules", async () => {
  const id = await testApp.organization("Club");
  const ask = testApp.as(await testApp.member(id, 1));
  for (const name of ["Élan", "Elan 2", "Other"]) await ask("POST", `/organizations/${id}/facilities`, { name });
  const names = async (query: string) => (await read("facilities", { ask, id, query })).map((row) => row["Name"]);
  expect(await names("?q=elan&page=7&per_page=1")).toEqual(["Élan", "Elan 2"]);
  expect(await names("?page=nonsense&unknown=1")).toHaveLength(3);
  expect(await names("?q=nothing")).toEqual([]);
  const wrong = await get("events", { ask, id, query: "?fieldId=1" });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["fieldId"]]);
  for (const list of ["money", "export", "users2", "..%2Fusers"])
    expect((await get(list, { ask, id })).status).toBe(404);
});

test("the team and the customers are two lists, whatever type is asked for", async () => {
  const id = await testApp.organization("Club");
  const ask = testApp.as(await testApp.join(await testApp.person({ firstName: "Olive", lastName: "Owner" }), id, 1));
  const camille = await testApp.person({ firstName: "Camille", lastName: "Martin" });
  await testApp.join(camille, id, 4);
  await testApp.db.updateTable("users").set({ phone: "+33 6 12 34 56 78" }).where("id", "=", camille.id).execute();
  expect(await read("team-users", { ask, id, query: "?type=customer" })).toMatchObject([
    { Name: "Olive Owner", Roles: "Owner", Active: "Yes" },
  ]);
  expect(await read("users", { ask, id, query: "?type=team", language: "fr" })).toMatchObject([
    { Nom: "Camille Martin", Téléphone: "+33 6 12 34 56 78", Rôles: "Membre", Actif: "Oui" },
  ]);
  expect((await read("roles", { ask, id, language: "fr" })).map((row) => row["Nom"])).toEqual([
    "Propriétaire",
    "Gestionnaire",
    "Personnel",
    "Membre",
  ]);
  await ask("POST", `/organizations/${id}/users`, { type: "team", role: 3, emails: ["new@club.example"] });
  expect(await read("invitations", { ask, id })).toMatchObject([{ Email: "new@club.example", Expired: "No" }]);
  expect((await read("activity", { ask, id, query: "?subject=members" }))[0]).toMatchObject({
    Person: "Olive Owner",
    "What happened": "Olive Owner invited new@club.example as Staff",
    "Name of the subject": "new@club.example",
  });
});

const permissionOf: Record<string, Permission> = {
  facilities: "facilities.show",
  fields: "fields.show",
  events: "events.show",
  payments: "payments.show",
  invoices: "invoices.show",
  "team-users": "members.show",
  users: "members.show",
  invitations: "members.manage",
  roles: "members.show",
  activity: "activity.show",
};

test.each(Object.entries(permissionOf))("%s are exported with the permission of their list", async (list, needed) => {
  const without = permissions.filter((permission) => permission !== needed);
  const refused = await get(list, { ask: testApp.as(await testApp.member(testApp.organizationId, without)) });
  expect([refused.status, refused.body.message]).toEqual([403, `You don't have the permission of "${needed}"`]);
  expect((await get(list, { ask: testApp.as(await testApp.member(testApp.organizationId, [needed])) })).status).toBe(
    200,
  );
});

test.each(exportableLists)("%s of another organization, or of all of them, are not there", async (list) => {
  expect((await get(list, { id: testApp.otherOrganizationId })).status).toBe(404);
  expect((await get(list, { id: "all" })).status).toBe(404);
  expect((await get(list, { ask: testApp.as(null) })).status).toBe(401);
});

test("platform administrators export everybody's, with whose it is; the users are all accounts", async () => {
  await testApp.seedOneOfEach(testApp.organizationId);
  await testApp.seedOneOfEach(testApp.otherOrganizationId);
  for (const list of exportableLists) expect((await get(list, { ask: admin, id: "all" })).status).toBe(200);
  const fields = await read("fields", { ask: admin, id: "all" });
  expect(new Set(fields.map((row) => row["Organization"]))).toEqual(new Set(["Here", "There", "Club"]));
  const users = await read("users", { ask: admin, id: "all", query: "?q=ada" });
  expect(users).toMatchObject([{ "First name": "Ada", "Platform administrator": "Yes" }]);
  const seen = await read("organizations", { ask: owner });
  expect(seen.map((row) => row["Name"])).toEqual(["Here"]);
});
