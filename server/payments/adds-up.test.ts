/**
 * Property test: payments, refunds and cancellations of two clubs, with outages, lost answers and webhooks in any order. Our sums
 * match the provider and the invoices, for each club, to the cent.
 */
import { emulatorTables } from "#dev/stripe-emulator/tables.ts";
import fc from "fast-check";
import { sql } from "kysely";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateAccountState } from "#dev/stripe-emulator/accounts.ts";
import type { TestCard, StoredSession } from "#dev/stripe-emulator/payments.ts";
import { listChargeFaults } from "#tests/support/charge-faults.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
const clubs: { club: TestClub; fieldId: string }[] = [];
let slots = 0;
let bookings: { club: TestClub; eventId: string; url?: string; paymentId?: string }[] = [];

beforeAll(async () => {
  testBed = await createPaymentTestBed({ PLATFORM_FEE: "150" });
  const other = await createTestClub(testBed.testApp, {}, testBed.testApp.otherOrganizationId);
  for (const club of [testBed.club, other]) {
    const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
    await club.manager("PATCH", `/organizations/${club.organizationId}`, { bookingRules });
    const fieldId = await club.addField();
    await club.addPrices([fieldId], { 60: 1799 });
    clubs.push({ club, fieldId });
  }
  await other.manager("POST", other.path("/payments-account"), {});
  const { account_id } = await testBed.testApp.db
    .selectFrom("payment_accounts")
    .select("account_id")
    .where("organization_id", "=", testBed.testApp.otherOrganizationId)
    .executeTakeFirstOrThrow();
  await testBed.atProvider((context) => updateAccountState(context, account_id, "active"));
  await testBed.runJobs();
});
afterAll(() => testBed.close());

type Step = () => Promise<unknown>;
const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

async function book(of: number, desk: boolean): Promise<void> {
  const { club, fieldId } = clubs[of % 2] ?? { club: testBed.club, fieldId: testBed.fieldId };
  slots += 1;
  const startTime = new Date(Date.parse("2027-01-01T00:00:00Z") + slots * 60 * minute).toISOString();
  const draft = { fieldId, startTime, duration: 60, name: `Match ${slots}`, type: "game" };
  const { status, body } = desk
    ? await club.staff("POST", club.path("/events"), { ...draft, customer: { userId: club.memberPerson.id } })
    : await club.member("POST", club.path("/events"), draft);
  if (status !== 201) throw new Error(`Not booked: ${status} ${JSON.stringify(body)}`);
  bookings.push({ club, eventId: body.data.id });
}

async function checkout(pick: number): Promise<void> {
  const booking = pickFrom(bookings, pick);
  if (!booking) return;
  const { club, eventId } = booking;
  // Some keep their card with the payment.
  const saved = pick % 3 === 0 ? { saveCard: ["renewals"] } : {};
  const { status, body } = await club.member("POST", club.path(`/events/${eventId}/checkout`), saved);
  if (status === 200) Object.assign(booking, { url: body.data.url, paymentId: body.data.paymentId });
}

async function pay(pick: number, card: TestCard): Promise<void> {
  const { url } = pickFrom(bookings, pick) ?? {};
  if (url) await testBed.submitPage(url, "pay", card);
}

async function check(pick: number): Promise<void> {
  const { club, paymentId } = pickFrom(bookings, pick) ?? {};
  if (club && paymentId) await club.member("POST", club.path(`/payments/${paymentId}/check`), {});
}

async function record(pick: number, amount: number): Promise<void> {
  const { club, eventId } = pickFrom(bookings, pick) ?? {};
  if (club) await club.staff("POST", club.path(`/events/${eventId}/payments`), { amount, method: "cash" });
}

async function refund(pick: number, amount: number): Promise<void> {
  const { club, paymentId } = pickFrom(bookings, pick) ?? {};
  if (club && paymentId)
    await club.manager("POST", club.path(`/payments/${paymentId}/refund`), { amount, reason: "Rain" });
}

async function cancel(pick: number, byBooker: boolean, back: "full" | "none" | number): Promise<void> {
  const { club, eventId } = pickFrom(bookings, pick) ?? {};
  if (!club) return;
  const url = club.path(`/events/${eventId}/cancel`);
  if (byBooker) await club.member("POST", url, {});
  else await club.manager("POST", url, { reason: "Rain", refund: back });
}

async function redeliver(pick: number): Promise<void> {
  const told = await testBed.listProviderEvents();
  for (let turn = 0; turn < 4; turn += 1) {
    const event = pickFrom(told, pick * (turn + 7));
    if (event) await testBed.deliverWebhook(event);
  }
}

async function simulatePowerCut(table: "payments" | "refunds"): Promise<void> {
  const { db } = testBed.testApp;
  await sql`create or replace function fall_over() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
    db,
  );
  await sql`create trigger falls_over before update on ${sql.table(table)} for each row execute function fall_over()`.execute(
    db,
  );
  await testBed.runJobsIgnoringFailures();
  await sql`drop trigger falls_over on ${sql.table(table)}`.execute(db);
}

const runScheduled = async (name: string): Promise<void> => {
  await testBed.testApp.jobs.runScheduled(name).catch(() => undefined);
};
const passMinutes = async (minutes: number): Promise<void> => {
  testBed.testApp.clock.advance(minutes * minute);
  for (const name of ["events.expire", "events.refund", "payments.closePage"]) await runScheduled(name);
};

const pick = fc.nat(1000);
const amount = fc.integer({ min: 1, max: 1799 });
const card = fc.constantFrom<TestCard[]>("pays", "pays", "pays", "declined", "refundPends", "refundFails", "disputed");
const step: fc.Arbitrary<{ text: string; run: Step }> = fc
  .oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant("book"), pick, desk: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant("checkout"), pick }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant("pay"), pick, card }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("check"), pick }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("record"), pick, amount }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("refund"), pick, amount }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("cancel"), pick, amount, desk: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("redeliver"), pick }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("cut"), desk: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("loseAnswers"), pick: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("down"), desk: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("work") }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("pass"), pick: fc.nat(50) }) },
  )
  .map((asked) => {
    const {
      act,
      pick: which,
      amount: much,
      desk,
      card: chosen,
    } = {
      ...{ pick: 0, amount: 1, desk: false, card: "pays" as TestCard },
      ...asked,
    };
    const acts: Record<string, Step> = {
      book: () => book(which, desk),
      checkout: () => checkout(which),
      pay: () => pay(which, chosen),
      check: () => check(which),
      record: () => record(which, much),
      refund: () => refund(which, much),
      cancel: () => cancel(which, desk, much % 3 === 0 ? "full" : much % 3 === 1 ? "none" : Math.min(much, 1)),
      redeliver: () => redeliver(which),
      cut: () => simulatePowerCut(desk ? "payments" : "refunds"),
      loseAnswers: async () => void (testBed.faults.lostResponses = which),
      down: async () => void (testBed.faults.isDown = desk),
      work: () => testBed.runJobsIgnoringFailures(),
      pass: () => passMinutes(which),
    };
    return { text: JSON.stringify(asked), run: acts[act] ?? (() => Promise.reject(new Error(act))) };
  });

async function runOrdinaryBooking(of: number): Promise<void> {
  await book(of, false);
  const last = bookings.length - 1;
  await checkout(last);
  await pay(last, "pays");
  await testBed.runJobsIgnoringFailures();
  await refund(last, 600 + of);
}

async function settleEverything(): Promise<void> {
  Object.assign(testBed.faults, { isDown: false, lostResponses: 0 });
  for (let round = 0; round < 3; round += 1) {
    await testBed.runJobsIgnoringFailures();
    await passMinutes(61);
    for (const name of ["payments.notice", "payments.refund", "reconciling.run"])
      await testBed.testApp.jobs.runScheduled(name);
    await testBed.runJobsIgnoringFailures();
  }
}

async function sumsOf({ organizationId }: TestClub) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select coalesce(sum(amount), 0)::int from payments where organization_id = ${organizationId} and status = 'succeeded') as paid,
      (select coalesce(sum(amount), 0)::int from refunds where organization_id = ${organizationId} and status = 'succeeded') as given,
      (select count(*)::int from refunds where organization_id = ${organizationId} and status = 'pending') as pending,
      (select coalesce(sum(amount), 0)::int from payments where organization_id = ${organizationId} and status = 'succeeded' and method = 'card')
        - (select coalesce(sum(refunds.amount), 0)::int from refunds join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
           where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded' and payments.method = 'card') as by_card,
      (select coalesce(sum(total_amount), 0)::int from invoices where organization_id = ${organizationId}) as invoiced,
      (select coalesce(sum(paid), 0)::int from events where organization_id = ${organizationId}) as event_paid,
      (select coalesce(sum(refunded), 0)::int from events where organization_id = ${organizationId}) as event_refunded`.execute(
    testBed.testApp.db,
  );
  return rows[0] ?? {};
}

/** The amount that the provider holds for a club, on its own account or in sessions on the installation's. */
async function sumHeldFor(club: TestClub): Promise<number> {
  const rows = await emulatorTables(testBed.testApp.db)
    .selectFrom("objects")
    .select(["kind", "data", "account"])
    .where("kind", "in", ["session", "charge", "refund"])
    .execute();
  const of = <T>(kind: string) => rows.flatMap((row) => (row.kind === kind ? [row.data as T] : []));
  const own = of<StoredSession>("session").filter(
    ({ session }) => session.metadata?.["organizationId"] === club.organizationId,
  );
  const intents = new Set(own.map(({ session }) => session.payment_intent));
  const charges = of<Stripe.Charge>("charge").filter(
    (charge) => charge.paid && intents.has(charge.payment_intent as string),
  );
  const ids = new Set(charges.map(({ id }) => id));
  const back = of<Stripe.Refund>("refund").filter(
    ({ charge, status }) => ids.has(charge as string) && status === "succeeded",
  );
  const sum = (list: readonly { amount: number }[]) => list.reduce((total, one) => total + one.amount, 0);
  return sum(charges) - sum(back);
}

test(
  "after random payments, refunds and faults the ledger, the provider and the invoices have the same sums",
  { timeout: 560_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        for (const of of [0, 1]) await runOrdinaryBooking(of);
        for (const { run } of steps) await run();
        await settleEverything();
        for (const { club } of clubs) {
          const sums = await sumsOf(club);
          const { paid = 0, given = 0 } = sums;
          expect(sums).toMatchObject({ pending: 0, by_card: await sumHeldFor(club), invoiced: paid - given });
          expect(sums).toMatchObject({ event_paid: paid, event_refunded: given });
        }
        expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
        const mixed = await testBed.testApp.db
          .selectFrom("payments")
          .select(["organization_id", "provider_account"])
          .distinct()
          .where("method", "=", "card")
          .execute();
        for (const { organization_id, provider_account } of mixed)
          expect(provider_account === null).toBe(organization_id === testBed.testApp.organizationId);
        const open = await testBed.testApp.db
          .selectFrom("provider_differences")
          .selectAll()
          .where("settled_at", "is", null)
          .execute();
        expect(open).toEqual([]);
        bookings = [];
      }),
      { numRuns: 8, endOnFailure: true },
    );
    // Guard against an empty run: both clubs were paid and refunded.
    for (const { club } of clubs) {
      const { paid = 0, given = 0 } = await sumsOf(club);
      expect([paid > 0, given > 0]).toEqual([true, true]);
    }
  },
);
