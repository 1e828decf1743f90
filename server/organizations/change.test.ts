import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person({ platformAdmin: true });
});
afterAll(() => testApp.close());

async function createOrganization(more: object = {}) {
  const draft = { name: "Tennis Club de Lyon", type: "club", countryId: 250, ...more };
  const id: string = (await testApp.as(admin)("POST", "/organizations", draft)).body.data.id;
  const owner = testApp.as(await testApp.member(id, 1));
  const change = (body: object, headers?: Record<string, string>, api: ApiCall = owner) =>
    api("PATCH", `/organizations/${id}`, body, headers);
  return { id, owner, change };
}
const lastEntry = (organizationId: string) =>
  testApp.db
    .selectFrom("activity")
    .select(["act", "before", "after"])
    .where("organization_id", "=", organizationId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test("a new organization begins with the default rules", async () => {
  const { id, owner } = await createOrganization();
  expect((await owner("GET", `/organizations/${id}`)).body.data).toMatchObject({
    vatProfile: "unset",
    vatRate: 2000,
    sellerMissing: ["legalName", "addressLine", "postalCode", "city", "identificationNumber", "vatProfile"],
    sellerDueAt: null,
    approvalDefault: "automatic",
    bookingRules: {
      ...{ horizonDays: 30, noticeMinutes: null, mostActive: null },
      cancellation: { until: 1440, steps: [{ from: 1440, percent: 100 }] },
    },
    paymentOnSite: true,
  });
});

test("elsewhere than in France no rate is known", async () => {
  const { id, owner } = await createOrganization({ countryId: 840 });
  const { body } = await owner("GET", `/organizations/${id}`);
  expect(body.data).toMatchObject({ vatProfile: "unset", vatRate: 0 });
});

test("everything can be changed at once, and activity tells what changed, and nothing else", async () => {
  const { id, change } = await createOrganization({ phone: "+33 4 72 00 00 00" });
  testApp.clock.advance(1000);
  const settings = {
    name: "Padel Club",
    enabled: false,
    type: "association",
    email: "hello@padel.example",
    phone: "",
    vatNumber: "FR44732829320",
    identificationNumber: "732 829 320 00074",
    isUnregistered: true,
    vatNumberPending: true,
    legalName: "SAS Padel de Lyon",
    legalForm: "SAS",
    shareCapital: 1_000_000,
    registrationCity: "Lyon",
    region: "Rhône",
    addressLine: "353 avenue Jean Jaurès",
    postalCode: "69007",
    city: "Lyon",
    timezone: "europe/london",
    currency: "USD",
    vatProfile: "franchise",
    vatRate: 0,
    approvalDefault: "manual",
    bookingRules: {
      ...{ horizonDays: null, noticeMinutes: 120, mostActive: 3 },
      cancellation: { until: 2880, steps: [{ from: 2880, percent: 100 }] },
    },
    paymentOnSite: false,
  };
  const { status, body } = await change({ countryId: 250, ...settings });
  expect([status, body.message]).toEqual([200, "Saved"]);
  expect(body.data).toMatchObject({ ...settings, phone: null, timezone: "Europe/London", countryId: 250 });
  expect(body.data.updated_at > body.data.created_at).toBe(true);
  const entry = await lastEntry(id);
  expect(entry.act).toBe("organizations.update");
  expect(entry.before).toMatchObject({ name: "Tennis Club de Lyon", phone: "+33 4 72 00 00 00", vatRate: 2000 });
  expect(Object.keys(entry.after as object).sort()).toEqual(Object.keys(settings).sort());
  expect(entry.after).not.toHaveProperty("countryId");
});

test("saving what is already so is no change: nothing is written down", async () => {
  const { id, change } = await createOrganization();
  testApp.clock.advance(1000);
  const { body } = await change({
    name: "Tennis Club de Lyon",
    bookingRules: { horizonDays: 30, noticeMinutes: null, mostActive: null },
  });
  expect(body.data.updated_at).toBe(body.data.created_at);
  expect((await lastEntry(id)).act).toBe("organizations.create");
});

test("what is left out stays; an empty text in an optional field takes it away", async () => {
  const { change } = await createOrganization({ email: "old@club.example", phone: "+33 4 72 00 00 00" });
  const { body } = await change({ phone: "" });
  expect(body.data).toMatchObject({ email: "old@club.example", phone: null, name: "Tennis Club de Lyon" });
});

test("the numbers are held against the country as it will be, beside their fields", async () => {
  const { change } = await createOrganization({ vatNumber: "FR44732829320", identificationNumber: "73282932000074" });
  const wrong = await change(
    { vatNumber: "FR12", identificationNumber: "73282932000075" },
    { "accept-language": "fr" },
  );
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual({
    vatNumber: ["Ce n’est pas un numéro de TVA valide, par exemple FR40303265045"],
    identificationNumber: [
      "Ce n’est pas un numéro d’identification valide (SIREN, SIRET ou RNA en France, EIN aux États-Unis)",
    ],
  });
  expect((await change({ vatNumber: "FR40303265045" })).body.errors).toEqual({
    vatNumber: ["This VAT number belongs to another company than the SIREN"],
  });
  expect((await change({ vatNumber: "fr44732829320" })).body.data.vatNumber).toBe("FR44732829320");
  // A SIRET is no EIN.
  const moved = await change({ countryId: 840 });
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ["identificationNumber"]]);
  expect((await change({ countryId: 840, identificationNumber: "12-3456789", vatNumber: null })).status).toBe(200);
  // An EIN is not a valid SIRET; the order of changes does not matter.
  expect((await change({ identificationNumber: "73282932000074" })).status).toBe(422);
  expect((await change({ countryId: 250 })).status).toBe(422);
});

test("of two changes of country and number at once, the second is checked against the first one's result", async () => {
  const { change } = await createOrganization({ identificationNumber: "73282932000074" });
  const [moved, numbered] = await Promise.all([
    change({ countryId: 840, identificationNumber: null }),
    change({ identificationNumber: "35600000000048" }),
  ]);
  expect(moved.status).toBe(200);
  // A SIRET is valid before the move, and invalid after it.
  expect([200, 422]).toContain(numbered.status);
  const { body } = await change({ name: "Club" });
  expect(body.data).toMatchObject({ countryId: 840, identificationNumber: null });
});

test("everything wrong is told at once", async () => {
  const { change } = await createOrganization();
  const { status, body } = await change({
    name: " ",
    type: "pub",
    email: "nobody",
    phone: "call me",
    currency: "FRF",
    vatRate: 10_001,
    bookingRules: {
      ...{ horizonDays: 0, noticeMinutes: -5, mostActive: 0 },
      cancellation: { until: -1, steps: [{ from: 60, percent: 101 }] },
    },
  });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).sort()).toEqual(
    [
      "bookingRules.cancellation.steps.0.percent",
      "bookingRules.cancellation.until",
      "bookingRules.horizonDays",
      "bookingRules.mostActive",
      "bookingRules.noticeMinutes",
      "currency",
      "email",
      "name",
      "phone",
      "type",
      "vatRate",
    ].sort(),
  );
});

test.each(["Mars/Olympus", "+02:00", "", "Europe", "Europe/Paris; drop"])("%o is no time zone", async (timezone) => {
  const { change } = await createOrganization();
  const { status, body } = await change({ timezone, vatNumber: "FR1" });
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ["timezone", "vatNumber"]]);
});

test("nothing at all, or something unknown, is no change", async () => {
  const { change } = await createOrganization();
  expect((await change({})).status).toBe(422);
  expect((await change({ owner: "me" })).body.errors).toEqual({ owner: ["This field is not known here"] });
  expect((await change({ addOwner: true })).status).toBe(422);
});

test("a manager edits it, the staff does not, and only owners delete it", async () => {
  const { id, change } = await createOrganization();
  const [manager, staff] = [testApp.as(await testApp.member(id, 2)), testApp.as(await testApp.member(id, 3))];
  expect((await change({ name: "By the manager" }, {}, manager)).status).toBe(200);
  expect((await change({ name: "By the staff" }, {}, staff)).status).toBe(403);
  const refused = await manager("DELETE", `/organizations/${id}`);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `You don't have the permission of "organizations.delete"`,
  ]);
});

test("deleted, it is gone for everybody, and its history stays", async () => {
  const { id, owner, change } = await createOrganization();
  testApp.clock.advance(1000);
  const { status, body } = await owner("DELETE", `/organizations/${id}`);
  expect([status, body]).toEqual([200, { data: null, message: "Organization deleted" }]);
  for (const api of [owner, testApp.as(admin)]) expect((await api("GET", `/organizations/${id}`)).status).toBe(404);
  expect((await change({ name: "Back" })).status).toBe(404);
  expect((await owner("DELETE", `/organizations/${id}`)).status).toBe(404);
  expect((await owner("GET", "/organizations")).body.data).toEqual([]);
  expect(await lastEntry(id)).toMatchObject({
    act: "organizations.delete",
    before: { name: "Tennis Club de Lyon" },
  });
});

const upcomingEventRow = (id: string, more: object = {}) => ({
  organization_id: id,
  name: "Training",
  confidentiality: "public",
  type: "training",
  status: "approved",
  price: 0,
  currency: "EUR",
  payment_status: "none",
  created_at: testApp.clock.now(),
  updated_at: testApp.clock.now(),
  ...more,
});

test("with events to come it stays, and says how many; what is over, canceled or a block does not count", async () => {
  const { id, owner } = await createOrganization();
  const { facilityId, fieldId, eventId } = await testApp.seedOneOfEach(id);
  const hours = (count: number) => new Date(testApp.clock.now().getTime() + count * 3_600_000);
  const place = { facility_id: facilityId, field_id: fieldId };
  const at = (from: number, to: number) => ({ start_time: hours(from), end_time: hours(to) });
  const uuid = (last: number) => `00000000-0000-7000-8000-00000000000${last}`;
  await testApp.db
    .insertInto("events")
    .values([
      upcomingEventRow(id, { ...place, ...at(-1, 1), id: uuid(1), status: "pending", pending_reason: "approval" }),
      upcomingEventRow(id, { ...place, ...at(-3, -2), id: uuid(2) }),
      upcomingEventRow(id, { ...place, ...at(50, 51), id: uuid(3), status: "canceled" }),
      upcomingEventRow(id, { ...place, ...at(60, 61), id: uuid(4), kind: "block" }),
    ] as never)
    .execute();
  const refused = await owner("DELETE", `/organizations/${id}`);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "2 events are still to come in this organization: cancel them first.",
  ]);
  await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", eventId).execute();
  const french = await owner("DELETE", `/organizations/${id}`, undefined, { "accept-language": "fr" });
  expect(french.body.message).toMatch(/^1 événement est encore à venir/);
  expect((await owner("GET", `/organizations/${id}`)).status).toBe(200);
  await testApp.db
    .updateTable("events")
    .set({ status: "rejected", pending_reason: null })
    .where("id", "=", uuid(1))
    .execute();
  expect((await owner("DELETE", `/organizations/${id}`)).status).toBe(200);
});

test("whoever books while it is deleted: either the event is there, or the organization is gone", async () => {
  for (let round = 0; round < 8; round++) {
    const { id, owner } = await createOrganization();
    const { fieldId, eventId } = await testApp.seedOneOfEach(id);
    await testApp.db.updateTable("events").set({ status: "canceled" }).where("id", "=", eventId).execute();
    const draft = { fieldId, startTime: "2026-06-03T18:00:00+02:00", duration: 60, name: "Game", type: "game" };
    const [deleted, ...booked] = await Promise.all([
      owner("DELETE", `/organizations/${id}`),
      owner("POST", `/organizations/${id}/events`, draft),
      owner("POST", `/organizations/${id}/events`, { ...draft, startTime: "2026-06-04T18:00:00+02:00" }),
    ]);
    const made = booked.filter(({ status }) => status === 201).length;
    expect(deleted.status).toBe(made > 0 ? 409 : 200);
    for (const { status } of booked) expect([201, 404, 422]).toContain(status);
  }
});

test("the deprecated deadline is the only step, and says until when all comes back", async () => {
  const { id, owner, change } = await createOrganization();
  expect((await owner("GET", `/organizations/${id}`)).body.data.cancellationDeadline).toBe(24);
  const { body } = await change({ cancellationDeadline: 48 });
  expect(body.data).toMatchObject({
    cancellationDeadline: 48,
    bookingRules: { cancellation: { until: 2880, steps: [{ from: 2880, percent: 100 }] } },
  });
  const cancellation = { until: 60, steps: [{ from: 90, percent: 100 }] };
  const both = await change({ cancellationDeadline: 5, bookingRules: { ...body.data.bookingRules, cancellation } });
  expect(both.body.data).toMatchObject({ cancellationDeadline: 2, bookingRules: { cancellation } });
});

test("new fields begin as the organization says, unless they say otherwise", async () => {
  const { id, owner, change } = await createOrganization();
  await change({ approvalDefault: "manual" });
  const { facilityId } = await testApp.seedOneOfEach(id);
  const create = async (more: object) =>
    (await owner("POST", `/organizations/${id}/fields`, { name: "Court", facilityId, ...more })).body.data;
  expect(await create({})).toMatchObject({ approval: "manual", cancellationDeadline: null });
  expect(await create({ approval: "automatic", cancellationDeadline: 0 })).toMatchObject({
    approval: "automatic",
    cancellationDeadline: 0,
  });
});
