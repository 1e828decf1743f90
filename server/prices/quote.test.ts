import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createTestApp, type ApiCall, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let club: TestClub;
let fieldId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  club = await createTestClub(testApp);
  fieldId = await club.addField({ name: "Court 1" });
  const timeslots = [
    { name: "Day", start: "08:00", end: "18:00" },
    { name: "Night", start: "18:00", end: "02:00", weekdays: [5, 6] },
  ];
  const plans = [
    { name: "One hour", duration: 60 },
    { name: "Ninety", duration: 90 },
  ];
  const cell = (timeslot: string, plan: string, price: number, roleId: number | null = null) => ({
    timeslot,
    plan,
    price,
    roleId,
  });
  await club.addPrices(
    [fieldId],
    {},
    {
      name: "Tennis",
      timeslots,
      plans,
      details: [
        cell("Day", "One hour", 1800),
        cell("Day", "One hour", 1550, 4),
        cell("Day", "Ninety", 2500),
        cell("Night", "One hour", 3000),
      ],
    },
  );
  await club.addPrices(
    [fieldId],
    {},
    {
      name: "Session",
      type: "user",
      timeslots: [timeslots[0]],
      plans: [plans[0]],
      details: [cell("Day", "One hour", 600)],
    },
  );
});
afterAll(() => testApp.close());

// A Wednesday.
const morning = "2026-06-03T10:00:00+02:00";
const quote = (api: ApiCall, draft: object = {}, language = "en") =>
  api(
    "POST",
    club.path("/quotes"),
    { fieldId, startTime: morning, duration: 60, ...draft },
    { "accept-language": language },
  );

test("a member pays the price of their role, a guest everybody's", async () => {
  const own = await quote(club.member);
  expect(own.status).toBe(200);
  expect(own.body.data).toMatchObject({
    total: 1550,
    currency: "EUR",
    priceType: "field",
    lines: [{ label: "One hour · Day", quantity: 1, unitPrice: 1550, total: 1550 }],
  });
  expect((await quote(club.staff)).body.data.total).toBe(1800);
  expect((await quote(club.member, { duration: 90 })).body.data.total).toBe(2500);
});

test("why: every step in a sentence, in the reader's language", async () => {
  const why = async (api: ApiCall, draft: object, language: string) =>
    (await quote(api, draft, language)).body.data.trace.map((step: { why: string }) => step.why);
  expect(await why(club.member, {}, "en")).toEqual([
    "Tennis: Wednesday 10:00 AM is in the timeslot “Day”",
    "Tennis: Wednesday 10:00 AM is not in the timeslot “Night”",
    "Tennis: the plan “One hour” lasts 60 minutes",
    "The role Member pays €15.50",
    "Everybody’s price, €18.00, gives way to the role’s",
    "Tennis gives the price",
    "Session: Wednesday 10:00 AM is in the timeslot “Day”",
    "Session: the plan “One hour” lasts 60 minutes",
    "Everybody pays €6.00: no role of this person has a price of its own",
    "Session does not give the price of this choice",
    "€15.50 for the whole field",
  ]);
  const french = (await why(club.member, { priceType: "user", people: 4 }, "fr")).map((sentence: string) =>
    sentence.replace(/[\u00a0\u202f]/g, " "),
  );
  expect(french).toEqual(
    expect.arrayContaining([
      "Tennis : mercredi 10:00 est dans le créneau « Day »",
      "Tennis : la formule « One hour » dure 60 minutes",
      "Le rôle Membre paie 15,50 €",
      "6,00 € par personne, pour 4 personnes : 24,00 €",
    ]),
  );
  const steps = (await quote(club.member)).body.data.trace as { rule: string; matched: boolean }[];
  expect(steps.map(({ rule, matched }) => `${rule} ${matched ? "yes" : "no"}`).slice(0, 6)).toEqual([
    "timeslot yes",
    "timeslot no",
    "plan yes",
    "price yes",
    "price no",
    "pattern yes",
  ]);
});

test("the team asks for a customer; nobody else asks for anybody but themselves", async () => {
  expect((await quote(club.staff, { userId: club.memberPerson.id })).body.data.total).toBe(1550);
  expect((await quote(club.member, { userId: club.memberPerson.id })).body.data.total).toBe(1550);
  const other = await testApp.member(testApp.organizationId, 4);
  const refused = await quote(club.member, { userId: other.id });
  expect([refused.status, refused.body.message]).toEqual([403, 'You don\'t have the permission of "members.show"']);
  const former = await testApp.member(testApp.organizationId, 4, { active: false });
  for (const userId of [former.id, (await testApp.member(testApp.otherOrganizationId, 4)).id])
    expect((await quote(club.staff, { userId })).body.errors).toEqual({
      userId: [expect.stringContaining("member")],
    });
});

test("of each person, times the people", async () => {
  expect((await quote(club.member, { priceType: "user", people: 3 })).body.data).toMatchObject({
    total: 1800,
    priceType: "user",
    lines: [{ label: "One hour · Day", quantity: 3, unitPrice: 600, total: 1800 }],
  });
});

test("what is not sold is refused beside what could be another", async () => {
  const refused = async (draft: object, language?: string) => {
    const { status, body } = await quote(club.staff, draft, language);
    return [status, body.errors];
  };
  // Wednesday at 19:00, and Sunday at 2:00 after Saturday's night timeslot.
  expect(await refused({ startTime: "2026-06-03T19:00:00+02:00" })).toEqual([
    422,
    { startTime: ["This field is not sold at this time"] },
  ]);
  expect((await quote(club.staff, { startTime: "2026-06-07T01:30:00+02:00" })).body.data.total).toBe(3000);
  expect(await refused({ startTime: "2026-06-07T02:00:00+02:00" })).toEqual([
    422,
    { startTime: ["This field is not sold at this time"] },
  ]);
  expect(await refused({ startTime: "2026-06-06T19:00:00+02:00", priceType: "user" })).toEqual([
    422,
    { priceType: ["This price type is not offered at this time"] },
  ]);
  expect(await refused({ duration: 75 })).toEqual([
    422,
    { duration: ["Not offered at this time. Choose 60 or 90 minutes."] },
  ]);
  expect(await refused({ duration: 75 }, "fr")).toEqual([422, { duration: [expect.stringContaining("60 ou 90")] }]);
  const nowhere = "00000000-0000-4000-8000-000000000000";
  const theirs = await testApp.seedOneOfEach(testApp.otherOrganizationId);
  for (const id of [nowhere, theirs.fieldId])
    expect(await refused({ fieldId: id })).toEqual([422, { fieldId: ["This field does not exist"] }]);
});

test("a field that nobody priced is free, and says so", async () => {
  const free = await club.addField();
  const { body } = await quote(club.member, { fieldId: free, duration: 240 });
  expect(body.data).toEqual({
    total: 0,
    currency: "EUR",
    priceType: null,
    lines: [],
    trace: [{ rule: "free", matched: true, why: "The field has no prices: it is free" }],
    cancellation: { until: 1440, steps: [{ from: 1440, percent: 100 }] },
    noShowFee: null,
    takesPromoCodes: false,
    promo: null,
  });
});

test("a private field has no price for those who do not see it", async () => {
  const hidden = await club.addField({ confidentiality: "private" });
  expect((await quote(club.member, { fieldId: hidden })).body.errors).toEqual({
    fieldId: ["This field does not exist"],
  });
  expect((await quote(club.staff, { fieldId: hidden })).status).toBe(200);
});

test("a quote writes no row", async () => {
  const count = async () => (await testApp.db.selectFrom("activity").select("id").execute()).length;
  const before = await count();
  await quote(club.member);
  expect(await count()).toBe(before);
});
