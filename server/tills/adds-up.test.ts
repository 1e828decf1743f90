/** Property test: whatever the desk does, a session has exactly the payments and refunds that were recorded while it was open. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tillMethods, type TillClosing, type TillReport } from "#contract/tills.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import type { TestClub } from "#tests/support/test-club.ts";

const MINUTE_MS = 60_000;
let testBed: PaymentTestBed;
let club: TestClub;
let tillIds: string[];
let eventIds: string[] = [];
let paymentIds: string[] = [];
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  club = testBed.club;
  const bookingRules = { horizonDays: null, noticeMinutes: null, mostActive: null };
  await club.manager("PATCH", `/organizations/${club.organizationId}`, { bookingRules });
  tillIds = await Promise.all(
    ["Desk", "Bar"].map(
      async (name) => (await club.manager("POST", club.path("/tills"), { name })).body.data.id as string,
    ),
  );
});
afterAll(() => testBed.close());

const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const pathOf = (till: number, rest: string) => club.path(`/tills/${tillIds[till % 2]}${rest}`);
const readReport = async (till: number): Promise<TillReport | null> =>
  (await club.staff("GET", pathOf(till, "/report"))).body.data;

const deeds = {
  book: async (amount: number) => {
    const { id } = await testBed.book(club.manager, { name: "A customer", price: amount, priceReason: "Agreed" });
    eventIds.push(id);
  },
  open: (till: number, amount: number) => club.staff("POST", pathOf(till, "/open"), { float: amount }),
  record: async (till: number, pick: number, amount: number) => {
    const [eventId, method] = [pickFrom(eventIds, pick), pickFrom([...tillMethods, "transfer"], amount)];
    const body = { method, amount, tillId: tillIds[till % 2] };
    const answer = await club.staff("POST", club.path(`/events/${eventId}/payments`), body);
    if (answer.status === 201) paymentIds.push(answer.body.data.id);
  },
  refund: (till: number, pick: number, amount: number) =>
    club.manager("POST", club.path(`/payments/${pickFrom(paymentIds, pick)}/refund`), {
      ...{ amount, reason: "Rain" },
      ...(amount % 2 === 0 && { tillId: tillIds[till % 2] }),
    }),
  cancel: async (pick: number) => {
    const body = { reason: "Rain", refund: "full" };
    await club.manager("POST", club.path(`/events/${pickFrom(eventIds, pick)}/cancel`), body);
    // The refund follows when the cancellation can no longer be undone.
    testBed.testApp.clock.advance(MINUTE_MS);
    await testBed.testApp.jobs.runScheduled("events.refund");
  },
  move: (till: number, pick: number, amount: number) =>
    club.staff("POST", pathOf(till, "/movements"), {
      ...{ kind: pickFrom(["paid_in", "paid_out", "bank"], pick), amount, reason: "Change" },
    }),
  close: async (till: number, amount: number) => {
    const report = await readReport(till);
    if (!report) return;
    const counted = report.methods.map(({ method, expected }) => ({
      ...{ method, amount: Math.max(0, expected + (amount % 3)), reason: "Counted" },
    }));
    await club.staff("POST", pathOf(till, "/close"), { counted, nextFloat: 0 });
  },
};

const small = fc.nat({ max: 7 });
const amount = fc.integer({ min: 1, max: 3000 });
const deed = fc.oneof(
  amount.map((value) => () => deeds.book(value)),
  fc.tuple(small, amount).map((values) => () => deeds.open(...values)),
  { weight: 4, arbitrary: fc.tuple(small, small, amount).map((values) => () => deeds.record(...values)) },
  { weight: 2, arbitrary: fc.tuple(small, small, amount).map((values) => () => deeds.refund(...values)) },
  small.map((value) => () => deeds.cancel(value)),
  { weight: 2, arbitrary: fc.tuple(small, small, amount).map((values) => () => deeds.move(...values)) },
  fc.tuple(small, amount).map((values) => () => deeds.close(...values)),
);

/** Payments and refunds at the desk since the tills are on, and the movements for them, by method. */
async function compareSums() {
  const { db } = testBed.testApp;
  const { rows } = await sql<{ method: string; paid: number; moved: number; waiting: number }>`
    with money as (
      select organization_id, id, null::uuid as refund_id, method, amount from payments
      where provider is null and method <> 'transfer' and status = 'succeeded'
      union all
      select payments.organization_id, payments.id, refunds.id, payments.method, -refunds.amount from refunds
      join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
      where payments.provider is null and payments.method <> 'transfer' and refunds.status = 'succeeded'
    )
    select money.method, sum(money.amount)::int as paid, coalesce(sum(till_movements.amount), 0)::int as moved,
      coalesce(sum(money.amount) filter (where till_movements.id is null), 0)::int as waiting
    from money left join till_movements on till_movements.organization_id = money.organization_id
      and till_movements.payment_id = money.id and till_movements.refund_id is not distinct from money.refund_id
    group by money.method`.execute(db);
  return rows;
}

test("sessions add up to the payments and refunds at the desk, and closings to their sessions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 25, maxLength: 25 }), async (steps) => {
      await deeds.book(2400);
      for (const [till, step] of steps.entries()) {
        await step();
        if (till % 5 === 0) await Promise.all([deeds.open(till, 1000), deeds.book(1500)]);
      }
      const sums = await compareSums();
      for (const { paid, moved, waiting } of sums) expect(moved).toBe(paid - waiting);
      // Payments never wait, refunds do until a till is opened.
      for (const { waiting } of sums) expect(waiting).toBeLessThanOrEqual(0);
      await Promise.all([deeds.open(0, 0), deeds.open(1, 0)]);
      for (const { paid, moved } of await compareSums()) expect(moved).toBe(paid);
      for (const till of [0, 1]) {
        const report = await readReport(till);
        const rows = await testBed.testApp.db
          .selectFrom("till_movements")
          .select(sql<number>`coalesce(sum(amount), 0)::int`.as("amount"))
          .where("session_id", "=", report?.session.id ?? "")
          .executeTakeFirstOrThrow();
        const expected = report?.methods.reduce((sum, one) => sum + one.expected, 0) ?? 0;
        expect(expected - (report?.session.float ?? 0)).toBe(rows.amount);
      }
      const { body } = await club.staff("GET", club.path("/till-closings?per_page=100"));
      for (const till of tillIds) {
        const its = (body.data as TillClosing[])
          .filter((one) => one.till.id === till)
          .toSorted((a, b) => a.number - b.number);
        expect(its.map(({ number }) => number)).toEqual(its.map((_one, index) => index + 1));
        let perpetual = 0;
        for (const { total, perpetualTotal } of its) expect(perpetualTotal).toBe((perpetual += total));
      }
      eventIds = eventIds.slice(-5);
      paymentIds = paymentIds.slice(-10);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 560_000);
