import { afterAll, beforeAll, expect, test } from "vitest";
import { createAllDayHours } from "#tests/support/test-club.ts";
import { monday, createTestApp, type ApiCall, type Person, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let staff: ApiCall;
let member: ApiCall;
let memberPerson: Person;
let facilityId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  const manager = testApp.as(await testApp.member(testApp.organizationId, 2));
  staff = testApp.as(await testApp.member(testApp.organizationId, 3));
  memberPerson = await testApp.member(testApp.organizationId, 4);
  member = testApp.as(memberPerson);
  facilityId = (await manager("POST", `/organizations/${testApp.organizationId}/facilities`, { name: "Parc" })).body
    .data.id;
  const openingHourPatternId = await createAllDayHours(manager, testApp.organizationId);
  addField = async (draft) =>
    (
      await manager("POST", `/organizations/${testApp.organizationId}/fields`, {
        name: "Court",
        bookable: true,
        facilityId,
        openingHourPatternId,
        ...draft,
      })
    ).body.data.id;
});
afterAll(() => testApp.close());

let addField: (draft?: object) => Promise<string>;
const url = () => `/organizations/${testApp.organizationId}/events`;
const at = (time: string) => `2026-06-02T${time}:00+02:00`;
const draft = (fieldId: string, more: object = {}) => ({
  fieldId,
  startTime: at("18:00"),
  duration: 60,
  name: "Game night",
  type: "game",
  ...more,
});
const slotTaken = {
  message: "No slot available for this date and this facility.",
  errors: { startTime: ["No slot available for this date and this facility."] },
};
const teamOnly = ["Only the team may set this"];

test("the team books in the organization's name; the day is the facility's own", async () => {
  const fieldId = await addField({ sportIds: [2, 1], minPeopleByEvent: 2, maxPeopleByEvent: 4 });
  const { status, body } = await staff(
    "POST",
    url(),
    draft(fieldId, { startTime: "2026-06-02T22:30:00Z", notes: "", internalNotes: "Key at the bar" }),
  );
  expect([status, body.message]).toEqual([201, "Event created"]);
  expect(body.data).toMatchObject({
    kind: "event",
    status: "approved",
    pendingReason: null,
    date: "2026-06-03",
    startTime: "2026-06-02T22:30:00.000Z",
    endTime: "2026-06-02T23:30:00.000Z",
    duration: 60,
    sport: { id: 2, name: "Padel" },
    creator: { type: "organization", id: testApp.organizationId, name: "Here" },
    customer: null,
    minPeople: 2,
    maxPeople: 4,
    people: 2,
    price: 0,
    currency: "EUR",
    paymentStatus: "none",
    priceLines: [],
    notes: null,
    internalNotes: "Key at the bar",
    facility: { id: facilityId, name: "Parc" },
  });
});

test("members book for themselves, free of charge, and wait where the field wants approval", async () => {
  const [automatic, manual] = [await addField(), await addField({ approval: "manual" })];
  const { body } = await member("POST", url(), draft(automatic, { payment: "online" }));
  expect(body.data).toMatchObject({
    status: "approved",
    price: 0,
    paymentStatus: "none",
    creator: { type: "user", id: memberPerson.id },
    customer: { userId: memberPerson.id },
  });
  const pending = await member("POST", url(), draft(manual));
  expect(pending.body.data).toMatchObject({ status: "pending", pendingReason: "approval" });
  expect((await staff("POST", url(), draft(manual))).body).toEqual(slotTaken);
  expect((await staff("POST", url(), draft(manual, { startTime: at("20:00") }))).body.data.status).toBe("approved");
});

test("a member's booking with team-only fields is refused, all of them at once", async () => {
  const fieldId = await addField();
  const { status, body } = await member(
    "POST",
    url(),
    draft(fieldId, {
      kind: "block",
      price: 0,
      priceReason: "Friend",
      customer: { name: "Jo" },
      internalNotes: "x",
      override: true,
      payment: "on_site",
    }),
  );
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    kind: teamOnly,
    price: teamOnly,
    priceReason: teamOnly,
    customer: teamOnly,
    internalNotes: teamOnly,
    override: teamOnly,
  });
});

test("members book what lies ahead, in multiples of half an hour up to four, from the field's step on", async () => {
  const fieldId = await addField({ startStep: 60 });
  const wrong = await member("POST", url(), draft(fieldId, { startTime: monday, duration: 45 }));
  expect(wrong.body.errors).toEqual({
    startTime: ["Choose a start in the future"],
    duration: ["Not offered at this time. Choose 60, 90, 120, 150, 180, 210, or 240 minutes."],
  });
  for (const [duration, status] of [
    [30, 422],
    [270, 422],
    [240, 201],
  ] as const) {
    expect((await member("POST", url(), draft(fieldId, { duration }))).status).toBe(status);
  }
  expect((await staff("POST", url(), draft(fieldId, { startTime: "2025-01-01T10:00:00Z", duration: 35 }))).status).toBe(
    201,
  );
  for (const startTime of ["0000-01-01T00:00:00Z", "9999-12-31T23:00:00Z"]) {
    expect((await staff("POST", url(), draft(fieldId, { startTime }))).body.errors).toEqual({
      startTime: ["Enter a valid date and time"],
    });
  }
  expect((await staff("POST", url(), draft(fieldId, { startTime: "2026-06-02T10:00:37.5Z" }))).body.errors).toEqual({
    startTime: ["Choose a start on a whole minute"],
  });
});

test("who may book where", async () => {
  const [closed, staffOnly, hidden] = [
    await addField({ status: "closed" }),
    await addField({ bookable: false }),
    await addField({ confidentiality: "private" }),
  ];
  for (const api of [staff, member]) {
    const answer = await api("POST", url(), draft(closed));
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      { fieldId: ["This field is closed: nothing can be booked on it."] },
    ]);
  }
  const refused = await member("POST", url(), draft(staffOnly));
  expect([refused.status, refused.body.errors]).toEqual([403, { fieldId: ["Only the team books this field."] }]);
  expect((await staff("POST", url(), draft(staffOnly))).status).toBe(201);

  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  for (const fieldId of [hidden, theirs.fieldId, "00000000-0000-4000-8000-000000000000"]) {
    const answer = await member("POST", url(), draft(fieldId));
    expect([answer.status, answer.body.errors]).toEqual([422, { fieldId: ["This field does not exist"] }]);
  }
  const looker = await testApp.member(testApp.organizationId, ["events.show", "fields.show"]);
  const answer = await testApp.as(looker)("POST", url(), draft(staffOnly));
  expect([answer.status, answer.body.message]).toEqual([403, `You don't have the permission of "events.create"`]);
  const overriding = await staff("POST", url(), draft(staffOnly, { override: true }));
  expect([overriding.status, overriding.body.message]).toEqual([
    403,
    `You don't have the permission of "events.override"`,
  ]);
  const nobody = await testApp.join(await testApp.person(), testApp.organizationId, [], { type: "member" });
  await testApp.db.deleteFrom("membership_roles").where("user_id", "=", nobody.id).execute();
  expect((await testApp.as(nobody)("POST", url(), draft(staffOnly))).status).toBe(403);
});

test("where the organization is not enabled members book nothing, and the team goes on", async () => {
  const own = await testApp.organization("Own");
  const { fieldId } = await testApp.seedOneOfEach(own);
  await testApp.db.updateTable("organizations").set({ enabled: false }).where("id", "=", own).execute();
  const book = async (role: number) =>
    (await testApp.as(await testApp.member(own, role))("POST", `/organizations/${own}/events`, draft(fieldId))).status;
  expect([await book(4), await book(3)]).toEqual([422, 201]);
});

test("a price of the team's own is kept with who set it and why, and is due", async () => {
  const fieldId = await addField({ name: "Centre Court" });
  const { body } = await staff("POST", url(), draft(fieldId, { price: 2550, priceReason: "Partner club" }));
  expect(body.data).toMatchObject({
    price: 2550,
    priceType: "field",
    paymentStatus: "due",
    priceCustomized: true,
    priceLines: [{ label: "Centre Court", quantity: 1, unitPrice: 2550, total: 2550 }],
  });
  const row = await testApp.db
    .selectFrom("events")
    .select(["price_customized_by", "price_reason"])
    .where("id", "=", body.data.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ price_customized_by: expect.any(String), price_reason: "Partner club" });
  const online = await staff("POST", url(), draft(fieldId, { price: 1, payment: "online", startTime: at("21:00") }));
  expect(online.body.errors).toEqual({ payment: ["Online payment is not set up"] });
});

test("the team books for a member, who is then its creator, or for a walk-in", async () => {
  const fieldId = await addField();
  const forMember = await staff("POST", url(), draft(fieldId, { customer: { userId: memberPerson.id } }));
  expect(forMember.body.data).toMatchObject({
    creator: { type: "user", id: memberPerson.id },
    customer: { userId: memberPerson.id },
  });
  const walkIn = await staff(
    "POST",
    url(),
    draft(fieldId, { customer: { name: "Jo", phone: "+33 6 12 34 56 78" }, startTime: at("20:00") }),
  );
  expect(walkIn.body.data).toMatchObject({
    creator: { type: "organization" },
    customer: { userId: null, name: "Jo", phone: "+33 6 12 34 56 78" },
  });
  const stranger = await testApp.member(testApp.otherOrganizationId, 4);
  for (const userId of [stranger.id, "00000000-0000-4000-8000-000000000000"]) {
    const answer = await staff("POST", url(), draft(fieldId, { customer: { userId } }));
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { "customer.userId": ["This person is not a member of the organization"] },
    ]);
  }
});

test("a blocked time has a name and a field, and nothing of a booking", async () => {
  const fieldId = await addField({ sportIds: [1] });
  const { body } = await staff("POST", url(), draft(fieldId, { kind: "block", name: "Resin works", type: "other" }));
  expect(body.data).toMatchObject({
    kind: "block",
    people: null,
    minPeople: null,
    maxPeople: null,
    sport: null,
    paymentStatus: "none",
    creator: { type: "organization" },
  });
  const wrong = await staff(
    "POST",
    url(),
    draft(fieldId, { kind: "block", people: 2, price: 100, customer: { name: "Jo" }, payment: "on_site" }),
  );
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
    422,
    ["customer", "payment", "people", "price"],
  ]);
});

test("people and sport are what the field allows, and everything wrong is told at once", async () => {
  const fieldId = await addField({ minPeopleByEvent: 2, maxPeopleByEvent: 4, sportIds: [1] });
  const wrong = await staff("POST", url(), draft(fieldId, { people: 5, minPeople: 1, sportId: 3 }));
  expect(wrong.body.errors).toEqual({
    minPeople: ["Must be at least 2"],
    people: ["Must be at most 4"],
    sportId: ["This field is not for this sport"],
  });
  const within = await staff("POST", url(), draft(fieldId, { minPeople: 3, maxPeople: 3, people: 3, sportId: 1 }));
  expect(within.body.data).toMatchObject({ minPeople: 3, maxPeople: 3, people: 3, sport: { id: 1, name: "Tennis" } });
  expect(
    (await staff("POST", url(), draft(fieldId, { minPeople: 4, people: 3, startTime: at("21:00") }))).body.errors,
  ).toEqual({ people: ["Must be at least 4"] });
});

test("an hour is an hour across the change of clocks, and the day is the one on the wall", async () => {
  const fieldId = await addField();
  // In Paris the clock goes from 02:00 to 03:00 on this day: two hours from 01:30 end at 04:30.
  const { body } = await staff(
    "POST",
    url(),
    draft(fieldId, { startTime: "2026-03-29T01:30:00+01:00", duration: 120 }),
  );
  expect(body.data).toMatchObject({
    date: "2026-03-29",
    startTime: "2026-03-29T00:30:00.000Z",
    endTime: "2026-03-29T02:30:00.000Z",
    duration: 120,
  });
  const late = await staff("POST", url(), draft(fieldId, { startTime: "2026-10-24T22:30:00Z" }));
  expect(late.body.data).toMatchObject({ date: "2026-10-25", timezone: "Europe/Paris" });
  const noChange = await staff("POST", url(), draft(fieldId, { startTime: "2026-10-25T23:30:00Z" }));
  expect(noChange.body.data.date).toBe("2026-10-26");
});
