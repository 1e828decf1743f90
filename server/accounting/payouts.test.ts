import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JournalEntry, Payout, PayoutItem } from "#contract/accounting.ts";
import { buildBalanceTransaction } from "#dev/stripe-emulator/money-shapes.ts";
import { openDispute } from "#dev/stripe-emulator/payments.ts";
import { payOut } from "#dev/stripe-emulator/payouts.ts";
import { insertObject, newId, type EmulatorContext } from "#dev/stripe-emulator/store.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let testBed: PaymentTestBed;
let account = "";
const prices = [1800, 2400, 3350];
const fieldIds: string[] = [];
let slots = 0;
/** @param pick which of the prices */
const bookAndPay = (pick: number) => {
  slots += 1;
  const tomorrow = Math.ceil(testBed.testApp.clock.now().getTime() / HOUR_MS) * HOUR_MS + DAY_MS;
  const startTime = new Date(tomorrow + slots * HOUR_MS).toISOString();
  return testBed.bookAndPay({ fieldId: fieldIds[pick % prices.length], startTime });
};
beforeAll(async () => {
  testBed = await createPaymentTestBed({ STRIPE_CONNECT: "1" });
  for (const price of prices) {
    const fieldId = await testBed.club.addField();
    await testBed.club.addPrices([fieldId], { 60: price });
    fieldIds.push(fieldId);
  }
  const { body } = await call("POST", "/payments-account", {});
  const { pathname, search } = new URL(body.data.url);
  await testBed.testApp.app.inject({
    ...{ method: "POST", url: pathname + search, payload: "act=finish" },
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await testBed.runJobs();
  account = pathname.split("/").at(-1) ?? "";
});
afterAll(() => testBed.close());

const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  testBed.club.manager(method, testBed.club.path(path), body, headers);
const listPayouts = async (query = ""): Promise<Payout[]> =>
  (await call("GET", `/accounting/payouts?per_page=100${query}`)).body.data;
const listItems = async (id: string): Promise<PayoutItem[]> =>
  (await call("GET", `/accounting/payouts/${id}/items?per_page=100`)).body.data;
const listEntries = async (query: string): Promise<JournalEntry[]> =>
  (await call("GET", `/accounting/journal?per_page=100&${query}`)).body.data;
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
const atProvider = <T>(work: (context: EmulatorContext) => Promise<T>) => testBed.atProvider(work, account);
const insertMovement = (
  type: "charge" | "stripe_fee" | "adjustment" | "reserve_hold",
  amount: number,
  source: string,
) =>
  atProvider((context) =>
    insertObject(
      context,
      "balance",
      buildBalanceTransaction(context, { type, amount, source, currency: "eur", fees: [] }),
    ),
  );
async function readPayouts(): Promise<void> {
  await testBed.runJobs();
  await testBed.testApp.jobs.runScheduled("reconciling.run");
  await testBed.runJobs();
}
async function payOutAndRead() {
  const payout = await atProvider(payOut);
  await readPayouts();
  return payout;
}

/** Example 54 of the design. */
test("a payout of three payments less a refund and fees is known to the last item, and goes from the service to the bank", async () => {
  expect(await listPayouts()).toEqual([]);
  const paid = [];
  for (const pick of [0, 1, 2]) paid.push(await bookAndPay(pick));
  await call("POST", `/payments/${paid[0]?.paymentId}/refund`, { amount: 1800, reason: "Rain" });
  await testBed.runJobs();
  await payOutAndRead();
  const [payout, ...others] = await listPayouts();
  expect(others).toEqual([]);
  expect(payout).toMatchObject({ state: "paid", arrivesOn: "2026-06-01", amount: 5562, currency: "EUR" });
  expect(payout?.sums).toEqual({
    ...{ items: 4, charges: 7550, refunds: -1800, disputes: 0, fees: -188, other: 0 },
    ...{ difference: 0, unknown: 0, differing: 0 },
  });
  const items = await listItems(payout?.id ?? "");
  expect(items.map(({ kind, state, amount }) => [kind, state, amount]).toSorted()).toEqual([
    ["charge", "known", 1800],
    ["charge", "known", 2400],
    ["charge", "known", 3350],
    ["refund", "known", -1800],
  ]);
  expect(new Set(items.map((item) => item.payment?.id))).toEqual(new Set(paid.map(({ paymentId }) => paymentId)));
  const entry = (await listEntries("journal=BQ")).find(({ kind }) => kind === "payout");
  expect(entry).toMatchObject({ label: `Payout ${payout?.number}`, piece: payout?.number });
  expect(entry?.lines.map((line) => [line.account, line.debit, line.credit])).toEqual([
    ["512", 5562, 0],
    ["5116", 0, 5562],
  ]);
  const entries = await listEntries("journal=BQ");
  const atService = entries.flatMap(({ lines }) => lines).filter((line) => line.account === "5116");
  expect(sumOf(atService, ({ debit, credit }) => debit - credit)).toBe(0);
  // It is read once.
  await readPayouts();
  expect(await listPayouts()).toEqual([payout]);
});

test("what is of no payment here is listed as unknown, one with another amount as such, and both wait on the suspense account", async () => {
  const { paymentId } = await bookAndPay(0);
  await insertMovement("charge", 990, "ch_elsewhere");
  await insertMovement("stripe_fee", -200, newId("fee"));
  await insertMovement("reserve_hold", -100, newId("rsv"));
  await payOutAndRead();
  const [payout] = await listPayouts();
  expect(payout?.sums).toEqual({
    ...{ items: 4, charges: 2790, refunds: 0, disputes: 0, fees: -252, other: -100 },
    ...{ difference: 0, unknown: 2, differing: 0 },
  });
  const items = await listItems(payout?.id ?? "");
  expect(
    items
      .map(({ kind, state }) => [kind, state])
      .slice(0, 2)
      .toSorted(),
  ).toEqual([
    ["charge", "unknown"],
    ["other", "unknown"],
  ]);
  const entry = (await listEntries("journal=BQ")).find(({ piece }) => piece === payout?.number);
  expect(entry?.lines.map((line) => [line.account, line.debit, line.credit])).toEqual([
    ["512", 2438, 0],
    ["627", 200, 0],
    ["5116", 0, 1748],
    ["471", 0, 890],
  ]);
  await testBed.testApp.db.updateTable("payments").set({ provider_fee: 1 }).where("id", "=", paymentId).execute();
  expect((await listPayouts())[0]?.sums).toMatchObject({ unknown: 2, differing: 1 });
  await testBed.testApp.db.updateTable("payments").set({ provider_fee: 52 }).where("id", "=", paymentId).execute();
});

test("a dispute is known, a payout by hand has no items, and one that the bank sends back is not booked", async () => {
  const { paymentId } = await bookAndPay(0);
  const { provider_charge_id } = await testBed.testApp.db
    .selectFrom("payments")
    .select("provider_charge_id")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const disputeId = await atProvider((context) => openDispute(context, provider_charge_id ?? ""));
  await insertMovement("adjustment", -1800, disputeId);
  await bookAndPay(2);
  await payOutAndRead();
  const [payout] = await listPayouts();
  expect(payout?.sums).toMatchObject({ disputes: -1800, unknown: 0, difference: 0 });
  const { db } = testBed.testApp;
  const row = { is_automatic: false, items_read_at: null };
  await db
    .updateTable("payouts")
    .set(row)
    .where("id", "=", payout?.id ?? "")
    .execute();
  const entryOf = async () => (await listEntries("journal=BQ")).find(({ piece }) => piece === payout?.number);
  expect((await listPayouts())[0]).toMatchObject({ isAutomatic: false, sums: null });
  expect((await entryOf())?.lines.map(({ account: number }) => number)).toEqual(["512", "5116"]);
  const failed = { state: "failed", booked_on: null };
  await db
    .updateTable("payouts")
    .set(failed)
    .where("id", "=", payout?.id ?? "")
    .execute();
  expect(await entryOf()).toBeUndefined();
});

test("a payout that is read when its month is closed is booked on the first open day", async () => {
  const { testApp, club } = testBed;
  testApp.clock.set("2026-06-30T12:00:00Z");
  club.manager = testApp.as(await testApp.member(club.organizationId, 2));
  club.member = testApp.as(await testApp.member(club.organizationId, 4));
  await bookAndPay(0);
  await atProvider(payOut);
  testApp.clock.set("2026-07-01T09:00:00Z");
  club.manager = testApp.as(await testApp.member(club.organizationId, 2));
  expect((await call("POST", "/accounting/months/2026-06/close")).status).toBe(201);
  await readPayouts();
  const [payout] = await listPayouts();
  expect(payout?.arrivesOn).toBe("2026-06-30");
  const entry = (await listEntries("period=2026-07")).find(({ piece }) => piece === payout?.number);
  expect(entry).toMatchObject({ kind: "payout", date: "2026-07-01" });
});

test("the movements are a CSV; other organizations' payouts are not found, and who may not see the books sees none", async () => {
  const file = await call("GET", "/accounting/payouts.csv?period=2026-06", undefined, { "accept-language": "en" });
  const [head, ...rows] = String(file.body).trimEnd().split("\r\n");
  expect(head).toBe(
    "\uFEFFArrives on,Payout,Date,Kind,Known,Amount,Fees,Paid out,Currency,Payer,Number at the payment service",
  );
  const payouts = await listPayouts("&period=2026-06");
  const read = payouts.filter(({ sums }) => sums !== null);
  const byHand = payouts.find(({ sums }) => sums === null);
  expect(rows).toHaveLength(
    // One was made by hand by the test before, whose items stay.
    sumOf(read, ({ sums }) => sums?.items ?? 0) + (await listItems(byHand?.id ?? "")).length,
  );
  const [payout] = payouts;
  const stranger = await testBed.testApp.member(testBed.testApp.otherOrganizationId, 1);
  const theirs = `/organizations/${testBed.testApp.otherOrganizationId}/accounting/payouts/${payout?.id}`;
  const other = testBed.testApp.as(stranger);
  expect((await other("GET", theirs)).status).toBe(404);
  expect((await other("GET", `${theirs}/items`)).status).toBe(404);
  const staff = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 3));
  expect((await staff("GET", testBed.club.path("/accounting/payouts"))).status).toBe(403);
});

test("on random payments, refunds, fees and payouts each payout is the sum of its items, and the books have on the service's account what it still owes", async () => {
  const { testApp, club } = testBed;
  const paymentIds: string[] = [];
  const serviceOwes = async () => {
    const entries = [
      ...(await listEntries("period=2026&journal=BQ")),
      ...(await listEntries("period=2026&journal=BQ&page=2")),
    ];
    const lines = entries.flatMap((entry) => entry.lines);
    return sumOf(
      lines.filter((line) => line.account === "5116"),
      ({ debit, credit }) => debit - credit,
    );
  };
  const start = await serviceOwes();
  const deeds = {
    pay: async (pick: number) => void paymentIds.push((await bookAndPay(pick)).paymentId),
    refund: async (pick: number, amount: number) => {
      await call("POST", `/payments/${paymentIds[pick % Math.max(1, paymentIds.length)]}/refund`, {
        ...{ amount, reason: "Rain" },
      });
      await testBed.runJobs();
    },
    keepFee: async (_pick: number, amount: number) => insertMovement("stripe_fee", -amount, newId("fee")),
    takeElsewhere: async (_pick: number, amount: number) => insertMovement("charge", amount, newId("ch")),
    payOut: async () => {
      testApp.clock.advance(DAY_MS);
      club.manager = testApp.as(await testApp.member(club.organizationId, 2));
      club.member = testApp.as(await testApp.member(club.organizationId, 4));
      await payOutAndRead();
    },
  };
  const deed = fc.oneof(
    ...Object.entries(deeds).map(([name, act]) => ({
      weight: name === "pay" ? 3 : 1,
      arbitrary: fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 300 })).map((values) => () => act(...values)),
    })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 8 }), async (steps) => {
      for (const step of steps) await step();
      await deeds.pay(2);
      await deeds.payOut();
      for (const payout of await listPayouts()) {
        if (payout.sums === null) continue;
        const items = await listItems(payout.id);
        expect(payout.sums.difference).toBe(0);
        expect(sumOf(items, ({ net }) => net)).toBe(payout.amount);
        expect(payout.sums.items).toBe(items.length);
      }
      expect(await serviceOwes()).toBe(start);
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);
