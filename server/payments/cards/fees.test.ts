/** Fees by card: told before, taken once, tried as renewals are, and never without an agreement. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Card, OwnCard } from "#contract/card-shape.ts";
import type { TestCard } from "#dev/stripe-emulator/payments.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import type { ApiCall, Person } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
let feeId: string;
const START = "2026-06-01T12:00:00Z";
const path = (rest: string) => testBed.club.path(rest);

beforeAll(async () => {
  testBed = await createPaymentTestBed();
  const draft = { name: "No-show", kind: "fee", price: 1500 };
  feeId = (await testBed.club.manager("POST", path("/products"), draft)).body.data.id;
});
afterAll(() => testBed.close());
beforeEach(async () => {
  testBed.testApp.clock.set(new Date(START));
  testBed.faults.onRequest = undefined;
  // Those of the tests before go on no more.
  await testBed.testApp.db.updateTable("cards").set({ state: "removed" }).execute();
});

interface Holder {
  person: Person;
  api: ApiCall;
  customerId: string;
}

async function addHolder(): Promise<Holder> {
  const { club, testApp } = testBed;
  const person = await testApp.member(club.organizationId, 4);
  await testApp.db.updateTable("users").set({ language: "en" }).where("id", "=", person.id).execute();
  const [now, customerId] = [testApp.clock.now(), uuidv7(testApp.clock.now())];
  await testApp.db
    .insertInto("customers")
    .values({
      ...{ organization_id: club.organizationId, id: customerId, user_id: person.id, kind: "person" },
      ...{ first_name: "Zoé", last_name: "Holder", created_at: now, updated_at: now },
    })
    .execute();
  return { person, api: testApp.as(person), customerId };
}
const ownCards = async ({ api }: Holder): Promise<OwnCard[]> => (await api("GET", "/auth/user/cards")).body.data;
const cardOf = async (holder: Holder): Promise<Card | null> => (await ownCards(holder))[0]?.card ?? null;
async function save(holder: Holder, card: TestCard = "pays", purposes: string[] = ["fees"]): Promise<string> {
  const { status, body } = await holder.api("POST", path("/own-cards"), { purposes });
  expect(status, JSON.stringify(body)).toBe(200);
  await testBed.submitPage(body.data.url, "pay", card);
  await testBed.testApp.jobs.runAll();
  return body.data.cardId;
}
async function charge({ customerId }: Holder): Promise<void> {
  const lines = [{ productId: feeId, quantity: 1 }];
  const sale = await testBed.club.manager("POST", path("/sales"), { customerId, lines, payment: null });
  expect(sale.status, JSON.stringify(sale.body)).toBe(201);
}
async function goTo(date: string): Promise<void> {
  testBed.testApp.clock.set(new Date(`${date}T12:00:00Z`));
  await testBed.testApp.jobs.runScheduled("payments.takeFees");
  await testBed.testApp.jobs.runAll();
}
async function goThrough(date: string): Promise<void> {
  for (;;) {
    const today = testBed.testApp.clock.now().toISOString().slice(0, 10);
    if (today >= date) return;
    await goTo(addDays(today, 1));
  }
}
const triesOf = ({ customerId }: Holder) =>
  testBed.testApp.db
    .selectFrom("payments")
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "payments.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["payments.status", "payments.amount", "payments.created_at"])
    .where("charges.customer_id", "=", customerId)
    .where("payments.card_id", "is not", null)
    .orderBy("payments.created_at")
    .execute();
const daysOf = (tries: Awaited<ReturnType<typeof triesOf>>) =>
  tries.map(({ created_at }) => created_at.toISOString().slice(0, 10));
const mailsTo = async ({ person }: Holder): Promise<string[]> =>
  (await testBed.testApp.mails()).flatMap(({ to, text = "" }) =>
    JSON.stringify(to).includes(person.email) ? [text] : [],
  );
const expectNoFaults = async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
};

test("a fee is told with amount, day and card, and taken once three days later, with its invoice", async () => {
  const holder = await addHolder();
  expect(await ownCards(holder)).toMatchObject([{ isOffered: true, purposes: ["fees"], card: null }]);
  await save(holder);
  await charge(holder);
  await goTo("2026-06-01");
  const told = (await mailsTo(holder)).join(" ").replaceAll(/\s+/g, " ");
  expect(told).toContain(
    "charges you €15.00 for No-show. It is taken on Thu, Jun 4, 2026 from your card that ends in 4242",
  );
  expect(await triesOf(holder)).toEqual([]);
  await goThrough("2026-06-20");
  const tries = await triesOf(holder);
  expect([tries, daysOf(tries)]).toMatchObject([[{ status: "succeeded", amount: 1500 }], ["2026-06-04"]]);
  await expectNoFaults();
});

test("nothing is taken without the agreement to fees, nor what was charged before it", async () => {
  const [renewing, late] = [await addHolder(), await addHolder()];
  await save(renewing, "pays", ["renewals"]);
  await charge(renewing);
  await charge(late);
  testBed.testApp.clock.advance(60_000);
  await save(late);
  await goThrough("2026-06-10");
  expect([...(await triesOf(renewing)), ...(await triesOf(late))]).toEqual([]);
});

test("a declined card is tried on days 0, 3 and 7, then the fee is paid by hand", async () => {
  const holder = await addHolder();
  await save(holder, "declinedLater");
  await charge(holder);
  await goTo("2026-06-01");
  await goThrough("2026-06-25");
  expect(daysOf(await triesOf(holder))).toEqual(["2026-06-04", "2026-06-07", "2026-06-11"]);
  expect((await mailsTo(holder)).at(-1)).toContain("The card is not tried again: please pay on your page.");
  await expectNoFaults();
});

test.each([
  ["asks", "Your bank wants you to confirm it", "active"],
  ["lost", "takes no payments from your card", "failing"],
] as const)(
  "a bank that refuses for good (%s) is asked once, and a mail leads to the page to pay on",
  async (card, said, state) => {
    const holder = await addHolder();
    await save(holder, card);
    await charge(holder);
    await goTo("2026-06-01");
    await goThrough("2026-06-25");
    expect(daysOf(await triesOf(holder))).toEqual(["2026-06-04"]);
    expect((await mailsTo(holder)).at(-1)).toContain(said);
    expect(await cardOf(holder)).toMatchObject({ state });
  },
);

test("the agreement is taken back at once, also in the days after a fee was told, and renewals go on", async () => {
  const holder = await addHolder();
  const cardId = await save(holder, "pays", ["renewals", "fees"]);
  await charge(holder);
  await goTo("2026-06-01");
  const agree = (api: ApiCall, purposes: unknown) => api("PATCH", `/auth/user/cards/${cardId}`, { purposes });
  expect(
    (await agree(testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 4)), ["fees"])).status,
  ).toBe(404);
  for (const purposes of [[], ["shares"], "fees", ["fees", "fees"]])
    expect((await agree(holder.api, purposes)).status).toBe(422);
  const answer = await agree(holder.api, ["renewals"]);
  expect([answer.status, answer.body.data.purposes]).toEqual([200, ["renewals"]]);
  await goThrough("2026-06-20");
  expect(await triesOf(holder)).toEqual([]);
  const { consent_text: text } = await testBed.testApp.db
    .selectFrom("cards")
    .select("consent_text")
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  expect(text).toMatch(/my memberships there/);
  expect(text).not.toMatch(/fees/);
  // A fee that was charged before one agrees again is paid by hand.
  expect((await agree(holder.api, ["renewals", "fees"])).body.data.purposes).toEqual(["renewals", "fees"]);
  await goThrough("2026-06-30");
  expect(await triesOf(holder)).toEqual([]);
});

test("a lost answer, two runs at once, and what was paid at the desk meanwhile: nothing is taken twice", async () => {
  const holder = await addHolder();
  await save(holder);
  await charge(holder);
  await goTo("2026-06-01");
  testBed.testApp.clock.set(new Date("2026-06-04T12:00:00Z"));
  testBed.faults.onRequest = ({ path: asked }) => {
    if (asked.startsWith("/v1/payment_intents")) testBed.faults.lostResponses = 1;
  };
  const run = () => testBed.testApp.jobs.runScheduled("payments.takeFees");
  await expect(run()).rejects.toThrow();
  testBed.faults.onRequest = undefined;
  expect(await triesOf(holder)).toMatchObject([{ status: "created" }]);
  await Promise.all([run(), run()]);
  await testBed.testApp.jobs.runAll();
  expect(await triesOf(holder)).toMatchObject([{ status: "succeeded" }]);

  testBed.testApp.clock.set(new Date(START));
  const other = await addHolder();
  await save(other);
  await charge(other);
  await goTo("2026-06-01");
  const paid = await testBed.club.manager("POST", path(`/customers/${other.customerId}/payments`), {
    method: "cash",
    amount: 1500,
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  await goThrough("2026-06-12");
  expect(await triesOf(other)).toEqual([]);
  await expectNoFaults();
});
