/** Cards on file: saved on the provider's page, charged for renewals of memberships without their holders, and removed. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Card, OwnCard } from "#contract/card-shape.ts";
import type { OwnSubscription } from "#contract/subscriptions.ts";
import { changeCard, detachCard } from "#dev/stripe-emulator/cards.ts";
import type { TestCard } from "#dev/stripe-emulator/payments.ts";
import { listObjects } from "#dev/stripe-emulator/store.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import type { ApiCall, Person } from "#tests/support/test-app.ts";
import { chargeCard } from "./charge.ts";

let testBed: PaymentTestBed;
let typeId: string;
const START = "2026-06-01T12:00:00Z";
/** Five days from 1 June on: the new term begins on the 6th, and its grace ends on the 13th. */
const [RENEWS_ON, GRACE_ENDS_ON] = ["2026-06-06", "2026-06-13"];

const path = (rest: string) => testBed.club.path(rest);
async function made(api: ApiCall, rest: string, body: object): Promise<string> {
  const answer = await api("POST", path(rest), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}

const term = { name: "Five", price: 3000, termKind: "days", termLength: 5, renewal: "by_hand", graceDays: 8 };
let productId: string;

beforeAll(async () => {
  testBed = await createPaymentTestBed();
  productId = await made(testBed.club.manager, "/products", { name: "Memberships", kind: "subscription" });
  typeId = await made(testBed.club.manager, "/subscription-types", { ...term, productId });
});
afterAll(() => testBed.close());
beforeEach(async () => {
  testBed.testApp.clock.set(new Date(START));
  testBed.faults.onRequest = undefined;
  // Those of the tests before go on no more.
  await testBed.testApp.db.updateTable("subscriptions").set({ renews: false }).execute();
});

interface Holder {
  person: Person;
  api: ApiCall;
  customerId: string;
  subscriptionId: string;
}

async function addHolder(type = typeId): Promise<Holder> {
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
  const sale = await club.staff("POST", path("/sales"), {
    ...{ customerId, lines: [{ subscriptionTypeId: type, quantity: 1 }], payment: { method: "cash" } },
  });
  expect(sale.status, JSON.stringify(sale.body)).toBe(201);
  const api = testApp.as(person);
  const [own] = (await api("GET", "/auth/user/subscriptions")).body.data;
  return { person, api, customerId, subscriptionId: own.id };
}

const ownCards = async (api: ApiCall): Promise<OwnCard[]> => (await api("GET", "/auth/user/cards")).body.data;
const cardOf = async ({ api }: Holder): Promise<Card | null> => (await ownCards(api))[0]?.card ?? null;

async function openPage({ api }: Pick<Holder, "api">): Promise<{ cardId: string; url: string }> {
  const { status, body } = await api("POST", path("/own-cards"), { purposes: ["renewals"] });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function save(holder: Holder, card: TestCard = "pays"): Promise<string> {
  const { cardId, url } = await openPage(holder);
  expect((await testBed.submitPage(url, "pay", card)).status).toBe(303);
  await testBed.testApp.jobs.runAll();
  expect(await cardOf(holder)).toMatchObject({ id: cardId, state: "active" });
  return cardId;
}

/** Jobs of a day at noon, as the schedule runs them. */
async function goTo(date: string): Promise<void> {
  const { clock, jobs } = testBed.testApp;
  clock.set(new Date(`${date}T12:00:00Z`));
  await jobs.runScheduled("subscriptions.renew");
  await jobs.runScheduled("payments.renewByCard");
  await jobs.runAll();
}
/** Each day until a date. */
async function goThrough(date: string): Promise<void> {
  for (;;) {
    const today = testBed.testApp.clock.now().toISOString().slice(0, 10);
    if (today >= date) return;
    await goTo(addDays(today, 1));
  }
}

const subjectsTo = async ({ person }: Holder): Promise<string[]> =>
  (await testBed.testApp.mails()).flatMap(({ to, subject = "" }) =>
    JSON.stringify(to).includes(person.email) ? [subject] : [],
  );
const own = async ({ api }: Holder): Promise<OwnSubscription> =>
  (await api("GET", "/auth/user/subscriptions")).body.data[0];
/** Payments for renewals by card, the earliest first. */
const triesOf = ({ customerId }: Holder) =>
  testBed.testApp.db
    .selectFrom("payments")
    .innerJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "payments.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["payments.id", "payments.status", "payments.amount", "payments.created_at", "payments.failure"])
    .where("charges.customer_id", "=", customerId)
    .where("payments.card_id", "is not", null)
    .orderBy("payments.created_at")
    .execute();
const daysOf = (tries: Awaited<ReturnType<typeof triesOf>>) =>
  tries.map(({ created_at }) => created_at.toISOString().slice(0, 10));
const intentsOf = async ({ customerId }: Holder) => {
  const { provider_customer_id: parent } = await testBed.testApp.db
    .selectFrom("cards")
    .select("provider_customer_id")
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return testBed.atProvider(
    async (context) =>
      (await listObjects<{ status: string }>(context, "intent", { parent: parent ?? "", limit: 100 })).data,
  );
};
const expectNoFaults = async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
};

test("a card is saved on the provider's page, with the agreement in writing, and no number comes here", async () => {
  const holder = await addHolder();
  const [offer] = await ownCards(holder.api);
  expect(offer).toEqual({
    ...{
      organization: { id: testBed.club.organizationId, name: expect.any(String) },
      isOffered: true,
      purposes: ["renewals"],
      card: null,
    },
  });
  const cardId = await save(holder);
  expect(await cardOf(holder)).toEqual({
    ...{ id: cardId, brand: "visa", last4: "4242", expMonth: 12, expYear: 2029, state: "active" },
    ...{ purposes: ["renewals"], consented_at: "2026-06-01T12:00:00.000Z" },
  });
  expect(await subjectsTo(holder)).toContain(`Your card at ${offer?.organization.name} is saved`);
  const row = await testBed.testApp.db
    .selectFrom("cards")
    .selectAll()
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  expect(row.consent_text).toContain("may take the price of my memberships there from this card");
  expect(JSON.stringify(row)).not.toMatch(/\d{12,}(?!-)(?=["\s])/);
  const found = await testBed.club.staff("GET", path(`/customers/${holder.customerId}/cards`));
  expect(found.body.data).toEqual([await cardOf(holder)]);
});

test("nothing is agreed to by itself, and an unknown purpose is refused beside its box", async () => {
  const { api } = await addHolder();
  const none = await api("POST", path("/own-cards"), { purposes: [] });
  expect([none.status, none.body.errors]).toEqual([422, { purposes: ["Choose what the card may be used for"] }]);
  expect((await api("POST", path("/own-cards"), {})).status).toBe(422);
  expect((await api("POST", path("/own-cards"), { purposes: ["shares"] })).status).toBe(422);
});

test("two presses at once open one page, and a page that nobody used leaves nothing", async () => {
  const holder = await addHolder();
  const [one, other] = await Promise.all([openPage(holder), openPage(holder)]);
  expect(one).toEqual(other);
  const check = () => holder.api("POST", `/auth/user/cards/${one.cardId}/check`, {});
  expect((await check()).body.data).toEqual({ card: null });
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("payments.completeCards");
  const left = testBed.testApp.db.selectFrom("cards").select("id").where("id", "=", one.cardId);
  expect(await left.execute()).toEqual([]);
  expect((await check()).status).toBe(404);
});

test("a lost webhook loses no card: its holder comes back, or the job finds it", async () => {
  const holder = await addHolder();
  const { cardId, url } = await openPage(holder);
  await testBed.submitPage(url, "pay");
  const checked = await holder.api("POST", `/auth/user/cards/${cardId}/check`, {});
  expect(checked.body.data.card).toMatchObject({ id: cardId, state: "active" });
  const other = await addHolder();
  const page = await openPage(other);
  await testBed.submitPage(page.url, "pay");
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("payments.completeCards");
  expect(await cardOf(other)).toMatchObject({ id: page.cardId });
  await testBed.testApp.jobs.runAll();
});

test("a renewal is told three days before, and paid by card on its day: one payment with its invoice", async () => {
  const holder = await addHolder();
  await save(holder);
  await goThrough("2026-06-02");
  expect(await subjectsTo(holder)).not.toContainEqual(expect.stringContaining("€30.00 on"));
  await goThrough("2026-06-03");
  expect((await subjectsTo(holder)).filter((subject) => subject.includes("€30.00 on"))).toHaveLength(1);
  await goThrough("2026-06-05");
  expect(await triesOf(holder)).toEqual([]);
  await goThrough(RENEWS_ON);
  expect(await triesOf(holder)).toMatchObject([{ status: "succeeded", amount: 3000 }]);
  expect(await own(holder)).toMatchObject({ state: "active", endsOn: "2026-06-10" });
  const subjects = await subjectsTo(holder);
  expect(subjects.filter((subject) => subject.includes("to pay"))).toEqual([]);
  const { body } = await holder.api("GET", "/auth/user/payments");
  expect(body.data[0]).toMatchObject({ method: "card", amount: 3000, invoices: [{ kind: "invoice" }] });
  await expectNoFaults();
  await goThrough("2026-06-11");
  expect(daysOf(await triesOf(holder))).toEqual([RENEWS_ON, "2026-06-11"]);
});

test("a declined card is tried on days 0, 3 and 7, then the renewal goes on by hand", async () => {
  const holder = await addHolder();
  await save(holder, "declinedLater");
  await goThrough("2026-06-12");
  // The third day would be the 13th: it lies within the grace.
  expect(daysOf(await triesOf(holder))).toEqual([RENEWS_ON, "2026-06-09"]);
  await goThrough(GRACE_ENDS_ON);
  const tries = await triesOf(holder);
  expect(daysOf(tries)).toEqual([RENEWS_ON, "2026-06-09", "2026-06-13"]);
  expect(tries.map(({ status, failure }) => [status, failure])).toEqual(
    tries.map(() => ["failed", "Your card was declined."]),
  );
  const refusals = (await testBed.testApp.mails()).filter(
    ({ to, subject = "" }) =>
      JSON.stringify(to).includes(holder.person.email) && subject.includes("could not be taken"),
  );
  expect(refusals.map(({ text = "" }) => text.includes("We try again"))).toEqual([true, true, false]);
  expect(await cardOf(holder)).toMatchObject({ state: "active" });
  const [debt] = (await holder.api("GET", "/auth/user/debts")).body.data;
  const page = await holder.api("POST", path(`/charges/${debt.chargeId}/checkout`), {});
  expect(page.status, JSON.stringify(page.body)).toBe(200);
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  expect(await own(holder)).toMatchObject({ endsOn: "2026-06-10" });
  await expectNoFaults();
});

test("no try is made once the grace is over", async () => {
  const short = await made(testBed.club.manager, "/subscription-types", {
    ...term,
    name: "Short",
    productId,
    graceDays: 4,
  });
  const holder = await addHolder(short);
  await save(holder, "declinedLater");
  await goThrough("2026-06-14");
  expect(daysOf(await triesOf(holder))).toEqual([RENEWS_ON, "2026-06-09"]);
  expect((await own(holder)).state).toBe("ended");
  await expectNoFaults();
});

test("without days of grace the card is taken on the first day of the new term", async () => {
  const strict = await made(testBed.club.manager, "/subscription-types", {
    ...term,
    name: "Strict",
    productId,
    graceDays: 0,
  });
  const [pays, declined] = [await addHolder(strict), await addHolder(strict)];
  await save(pays);
  await save(declined, "declinedLater");
  await goThrough("2026-06-07");
  expect((await own(pays)).state).toBe("active");
  expect((await own(declined)).state).toBe("ended");
  expect(daysOf(await triesOf(declined))).toEqual([RENEWS_ON]);
});

test("a bank that wants its holder is not asked again: a mail leads to the page to pay on", async () => {
  const holder = await addHolder();
  await save(holder, "asks");
  await goThrough("2026-06-12");
  expect(daysOf(await triesOf(holder))).toEqual([RENEWS_ON]);
  const mails = (await testBed.testApp.mails()).filter(({ to }) => JSON.stringify(to).includes(holder.person.email));
  const asked = mails.filter(({ text = "" }) => text.includes("Your bank wants you to confirm it"));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.text).toContain("/my-payments");
  expect(await cardOf(holder)).toMatchObject({ state: "active" });
});

test("a lost card fails at once: its holder is told, and nothing is tried again", async () => {
  const holder = await addHolder();
  await save(holder, "lost");
  await goThrough("2026-06-12");
  expect(daysOf(await triesOf(holder))).toEqual([RENEWS_ON]);
  expect(await cardOf(holder)).toMatchObject({ state: "failing" });
  const told = (await subjectsTo(holder)).filter((subject) => subject.includes("no longer usable"));
  expect(told).toHaveLength(1);
});

test("a card that expires before the day is not told of, and its holder is", async () => {
  const holder = await addHolder();
  await save(holder);
  const methodOf = await testBed.testApp.db
    .selectFrom("cards")
    .selectAll()
    .where("customer_id", "=", holder.customerId)
    .executeTakeFirstOrThrow();
  await testBed.atProvider((context) =>
    changeCard(context, methodOf.provider_method_id ?? "", { card: { exp_month: 5, exp_year: 2026 } }),
  );
  await testBed.testApp.jobs.runAll();
  expect(await cardOf(holder)).toMatchObject({ expMonth: 5, expYear: 2026, state: "active" });
  await goThrough(RENEWS_ON);
  expect(await triesOf(holder)).toEqual([]);
  expect(await cardOf(holder)).toMatchObject({ state: "expired" });
  const subjects = await subjectsTo(holder);
  expect(subjects.filter((subject) => subject.includes("no longer usable"))).toHaveLength(1);
  expect(subjects.filter((subject) => subject.includes("to pay"))).toHaveLength(1);
  // The bank has sent another one.
  await testBed.atProvider((context) =>
    changeCard(context, methodOf.provider_method_id ?? "", { card: { exp_month: 5, exp_year: 2030, last4: "1111" } }),
  );
  await testBed.testApp.jobs.runAll();
  expect(await cardOf(holder)).toMatchObject({ last4: "1111", state: "active" });
});

test("a card that was detached at the provider fails, and its holder is told", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  const { provider_method_id: methodId } = await testBed.testApp.db
    .selectFrom("cards")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await testBed.atProvider((context) => detachCard(context, methodId ?? ""));
  await testBed.testApp.jobs.runAll();
  expect(await cardOf(holder)).toMatchObject({ state: "failing" });
});

test("a holder revokes at once, also in the days after they were told, and the provider forgets the card", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  await goThrough("2026-06-04");
  const removed = await holder.api("DELETE", `/auth/user/cards/${id}`);
  expect([removed.status, removed.body.message]).toEqual([200, "The card was removed"]);
  expect((await holder.api("DELETE", `/auth/user/cards/${id}`)).status).toBe(404);
  await testBed.testApp.jobs.runAll();
  const row = await testBed.testApp.db.selectFrom("cards").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: "removed", provider_method_id: null });
  expect(
    (await testBed.listProviderEvents()).filter(({ type }) => type === "payment_method.detached").length,
  ).toBeGreaterThan(0);
  await goThrough("2026-06-12");
  expect(await triesOf(holder)).toEqual([]);
  expect((await subjectsTo(holder)).filter((subject) => subject.includes("to pay"))).toHaveLength(1);
});

test("the team removes a card, and a later one takes its place after it is told anew", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  await goThrough("2026-06-04");
  const removed = await testBed.club.staff("DELETE", path(`/cards/${id}`));
  expect(removed.status, JSON.stringify(removed.body)).toBe(200);
  await save(holder);
  await goThrough("2026-06-08");
  expect(daysOf(await triesOf(holder))).toEqual(["2026-06-08"]);
  const told = (await subjectsTo(holder)).filter((subject) => subject.includes("€30.00 on"));
  expect(told).toHaveLength(2);
});

test("a card of another customer, of another organization or of nobody is not there", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  const stranger = await addHolder();
  const { testApp, club } = testBed;
  const other = testApp.as(await testApp.member(testApp.otherOrganizationId, 1));
  expect((await stranger.api("DELETE", `/auth/user/cards/${id}`)).status).toBe(404);
  expect((await stranger.api("POST", `/auth/user/cards/${id}/check`, {})).status).toBe(404);
  expect((await other("DELETE", `/organizations/${testApp.otherOrganizationId}/cards/${id}`)).status).toBe(404);
  expect((await other("DELETE", path(`/cards/${id}`))).status).toBe(404);
  expect((await stranger.api("DELETE", path(`/cards/${id}`))).status).toBe(403);
  expect((await club.staff("DELETE", path("/cards/not-an-id"))).status).toBe(404);
  expect((await stranger.api("GET", path(`/customers/${holder.customerId}/cards`))).status).toBe(403);
  expect(await cardOf(holder)).toMatchObject({ id });
});

/** The charge of the new term, right before the card is tried. */
async function waitForCharge(holder: Holder): Promise<{ chargeId: string; cardId: string }> {
  const cardId = await save(holder);
  await goThrough("2026-06-05");
  const { clock, jobs } = testBed.testApp;
  clock.set(new Date(`${RENEWS_ON}T12:00:00Z`));
  await jobs.runScheduled("subscriptions.renew");
  const [debt] = (await holder.api("GET", "/auth/user/debts")).body.data;
  return { chargeId: debt.chargeId, cardId };
}
const tryNow = () => testBed.testApp.jobs.runScheduled("payments.renewByCard");

for (const [name, lost] of [
  ["the answer to the charge is lost", 1],
  ["the server ends between the provider's answer and the commit", 2],
] as const)
  test(`nobody is charged twice when ${name}`, async () => {
    const holder = await addHolder();
    await waitForCharge(holder);
    let calls = 0;
    testBed.faults.onRequest = ({ path: asked }) => {
      if (!asked.startsWith("/v1/payment_intents")) return;
      calls += 1;
      if (calls >= lost) testBed.faults.lostResponses = 1;
    };
    await expect(tryNow()).rejects.toThrow();
    expect(await triesOf(holder)).toMatchObject([{ status: "created" }]);
    testBed.faults.onRequest = undefined;
    await tryNow();
    await testBed.runJobs();
    expect(await triesOf(holder)).toMatchObject([{ status: "succeeded" }]);
    expect(await intentsOf(holder)).toMatchObject([{ status: "succeeded" }]);
    expect((await own(holder)).state).toBe("active");
    await expectNoFaults();
  });

test("a lost answer is found after days, when the provider has forgotten the key", async () => {
  const holder = await addHolder();
  await waitForCharge(holder);
  testBed.faults.onRequest = ({ method, path: asked }) => {
    if (method === "POST" && asked === "/v1/payment_intents") testBed.faults.lostResponses = 1;
  };
  await expect(tryNow()).rejects.toThrow();
  testBed.faults.onRequest = undefined;
  testBed.testApp.clock.advance(3 * 86_400_000);
  await tryNow();
  await testBed.runJobs();
  expect(await triesOf(holder)).toMatchObject([{ status: "succeeded" }]);
  expect(await intentsOf(holder)).toHaveLength(1);
});

test("paid at the desk while the answer of the card is lost, the later money goes back", async () => {
  const holder = await addHolder();
  const { chargeId } = await waitForCharge(holder);
  testBed.faults.onRequest = ({ method, path: asked }) => {
    if (method === "POST" && asked === "/v1/payment_intents") testBed.faults.lostResponses = 1;
  };
  await expect(tryNow()).rejects.toThrow();
  testBed.faults.onRequest = undefined;
  const paid = await testBed.club.staff("POST", path(`/customers/${holder.customerId}/payments`), {
    ...{ method: "cash", amount: 3000, chargeIds: [chargeId] },
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  await testBed.runJobs();
  await testBed.runJobs();
  const [tried] = await triesOf(holder);
  expect(tried).toMatchObject({ status: "succeeded" });
  const refunds = await testBed.testApp.db
    .selectFrom("refunds")
    .select(["amount", "status"])
    .where("payment_id", "=", tried?.id ?? "")
    .execute();
  expect(refunds).toEqual([{ amount: 3000, status: "succeeded" }]);
  expect((await own(holder)).state).toBe("active");
  await expectNoFaults();
});

test("two workers at once charge a card once, and an open page to pay on is closed before", async () => {
  const holder = await addHolder();
  const { chargeId, cardId } = await waitForCharge(holder);
  const page = await holder.api("POST", path(`/charges/${chargeId}/checkout`), {});
  expect(page.status).toBe(200);
  const debt = { organizationId: testBed.club.organizationId, key: { chargeId }, cardId };
  const charge = () => chargeCard(testBed.testApp.appContext, debt);
  const done = await Promise.allSettled([charge(), charge(), charge()]);
  expect(done.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  await testBed.runJobs();
  expect((await triesOf(holder)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
  expect(await intentsOf(holder)).toHaveLength(1);
  expect((await testBed.fetchPage(page.body.data.url)).text).toContain("closed");
  await expect(charge()).rejects.toThrow("payments.nothingDue");
});

test("a card that was revoked between the decision and the request is not charged", async () => {
  const holder = await addHolder();
  const { chargeId, cardId } = await waitForCharge(holder);
  await holder.api("DELETE", `/auth/user/cards/${cardId}`);
  const debt = { organizationId: testBed.club.organizationId, key: { chargeId }, cardId };
  await expect(chargeCard(testBed.testApp.appContext, debt)).rejects.toThrow("payments.cardGone");
  expect(await triesOf(holder)).toEqual([]);
});

test("an outage of the provider puts the try off, and uses none up", async () => {
  const holder = await addHolder();
  await waitForCharge(holder);
  testBed.faults.isDown = true;
  await expect(tryNow()).rejects.toThrow();
  testBed.faults.isDown = false;
  testBed.testApp.clock.advance(3_600_000);
  await tryNow();
  await testBed.runJobs();
  expect(await triesOf(holder)).toMatchObject([{ status: "succeeded" }]);
});

test("what the team has written off is taken from no card", async () => {
  const holder = await addHolder();
  const { chargeId } = await waitForCharge(holder);
  const { status } = await testBed.club.manager("POST", path(`/charges/${chargeId}/write-off`), { reason: "Gesture" });
  expect(status).toBe(200);
  await tryNow();
  expect(await triesOf(holder)).toEqual([]);
});

test("a customer who is forgotten has no card any more, here and at the provider", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  await holder.api("POST", `/auth/user/subscriptions/${holder.subscriptionId}/end`, {});
  const { forgetCustomers } = await import("#server/customers/forget.ts");
  const { appContext, db, jobs, clock } = testBed.testApp;
  await db
    .transaction()
    .execute((trx) =>
      forgetCustomers(
        { db: trx, appContext, now: clock.now(), organizationId: testBed.club.organizationId },
        [holder.customerId],
        { firstName: "Former", lastName: "customer" },
      ),
    );
  await jobs.runAll();
  const row = await db.selectFrom("cards").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    ...{ state: "removed", brand: null, last4: null, exp_month: null, exp_year: null, consent_text: "" },
    ...{ provider_customer_id: null, provider_method_id: null, provider_setup_id: null },
  });
});

test("merged customers keep one card", async () => {
  const holder = await addHolder();
  const id = await save(holder);
  const kept = await made(testBed.club.manager, "/customers", { kind: "person", firstName: "Zoé", lastName: "Kept" });
  const merge = await testBed.club.manager("POST", path(`/customers/${kept}/merge`), { customerId: holder.customerId });
  expect(merge.status, JSON.stringify(merge.body)).toBeLessThan(300);
  expect(await cardOf(holder)).toMatchObject({ id });
  const { rows } = await sql<{ customer_id: string }>`select customer_id from cards where id = ${id}`.execute(
    testBed.testApp.db,
  );
  expect(rows).toEqual([{ customer_id: kept }]);
});

/** Sells something to a holder that is not paid. @returns the charge */
async function sellOpen(holder: Holder): Promise<string> {
  const fees = await made(testBed.club.manager, "/products", { name: "Strings", kind: "goods", price: 1200 });
  const sale = await testBed.club.manager("POST", path("/sales"), {
    ...{ customerId: holder.customerId, lines: [{ productId: fees, quantity: 1 }], payment: null },
  });
  expect(sale.status, JSON.stringify(sale.body)).toBe(201);
  const { id } = await testBed.testApp.db
    .selectFrom("charges")
    .select("id")
    .where("customer_id", "=", holder.customerId)
    .where("product_id", "=", fees)
    .executeTakeFirstOrThrow();
  return id;
}

test("a card is kept with the payment of a purchase, where its box was ticked, and renews from then on", async () => {
  const holder = await addHolder();
  const chargeId = await sellOpen(holder);
  const open = (body: object) => holder.api("POST", path(`/charges/${chargeId}/checkout`), body);
  const plain = await open({});
  const kept = await open({ saveCard: ["renewals"] });
  // The page on which nobody agreed keeps no card.
  expect(kept.body.data.url).not.toBe(plain.body.data.url);
  expect((await open({ saveCard: ["renewals"] })).body.data.url).toBe(kept.body.data.url);
  for (const saveCard of [[], ["shares"], ["renewals", "renewals"], ["everything"], "renewals"])
    expect([saveCard, (await open({ saveCard })).status]).toEqual([saveCard, 422]);
  const paid = await testBed.submitPage(kept.body.data.url, "pay");
  const { location: place } = paid;
  expect(place).toContain("/my-payments?card=");
  const cardId = new URL(place).searchParams.get("card") ?? "";
  await testBed.runJobs();
  expect(await cardOf(holder)).toMatchObject({ id: cardId, state: "active", purposes: ["renewals"] });
  const row = await testBed.testApp.db
    .selectFrom("cards")
    .selectAll()
    .where("id", "=", cardId)
    .executeTakeFirstOrThrow();
  expect(row.consent_text).toContain("may take the price of my memberships there from this card");
  expect(await subjectsTo(holder)).toContainEqual(expect.stringMatching(/^Your card at .+ is saved$/));
  await goThrough(RENEWS_ON);
  expect(await triesOf(holder)).toMatchObject([{ status: "succeeded", amount: 3000 }]);
  await expectNoFaults();
});

test("the page that the payer of a booking comes back to says which card is kept", async () => {
  const holder = await addHolder();
  const event = await testBed.book(holder.api);
  const { status, body } = await holder.api("POST", path(`/events/${event.id}/checkout`), { saveCard: ["renewals"] });
  expect(status, JSON.stringify(body)).toBe(200);
  await testBed.submitPage(body.data.url, "pay");
  // No webhook has come yet.
  const checked = await holder.api("POST", path(`/payments/${body.data.paymentId}/check`), {});
  expect(checked.body.data).toMatchObject({ status: "succeeded", card: { last4: "4242", purposes: ["renewals"] } });
  expect(await cardOf(holder)).toMatchObject({ state: "active" });
  await testBed.runJobs();
  const other = await addHolder();
  const stranger = await other.api("POST", path(`/payments/${body.data.paymentId}/check`), {});
  expect(stranger.status).toBe(404);
});

test("who comes back from paying a purchase with a card that is kept owes it no more, before any webhook", async () => {
  const holder = await addHolder();
  const chargeId = await sellOpen(holder);
  const { body } = await holder.api("POST", path(`/charges/${chargeId}/checkout`), { saveCard: ["renewals"] });
  const { location } = await testBed.submitPage(body.data.url, "pay");
  const cardId = new URL(location).searchParams.get("card");
  const debts = async () => (await holder.api("GET", "/auth/user/debts")).body.data;
  expect(await debts()).toHaveLength(1);
  const checked = await holder.api("POST", `/auth/user/cards/${cardId}/check`, {});
  expect(checked.body.data.card).toMatchObject({ last4: "4242", purposes: ["renewals"] });
  expect(await debts()).toEqual([]);
  await testBed.runJobs();
  await expectNoFaults();
});

test("a payment that was never made keeps no card, and a later card takes the place of the former", async () => {
  const holder = await addHolder();
  const former = await save(holder);
  const chargeId = await sellOpen(holder);
  const { body } = await holder.api("POST", path(`/charges/${chargeId}/checkout`), { saveCard: ["renewals"] });
  expect((await testBed.submitPage(body.data.url, "pay", "declined")).status).toBe(200);
  await testBed.runJobs();
  expect(await cardOf(holder)).toMatchObject({ id: former });
  await testBed.submitPage(body.data.url, "pay");
  await testBed.runJobs();
  const later = await cardOf(holder);
  expect([later?.id === former, later?.state]).toEqual([false, "active"]);
  const other = await sellOpen(holder);
  await holder.api("POST", path(`/charges/${other}/checkout`), { saveCard: ["renewals"] });
  testBed.testApp.clock.advance(25 * 3_600_000);
  await testBed.testApp.jobs.runScheduled("payments.completeCards");
  const pending = testBed.testApp.db.selectFrom("cards").select("id").where("state", "=", "pending");
  expect(await pending.where("customer_id", "=", holder.customerId).execute()).toEqual([]);
});
