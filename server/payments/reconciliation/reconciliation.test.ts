import { emulatorTables } from "#dev/stripe-emulator/tables.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/support/test-app.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const minute = 60_000;
let testBed: PaymentTestBed;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
});
afterAll(() => testBed.close());
beforeEach(() => {
  testBed.testApp.clock.set(monday);
  testBed.faults.isDown = false;
});
const reconcile = () => testBed.testApp.jobs.runScheduled("reconciling.run");
const statusOf = async (id: string) => (await testBed.readEvent(id)).status;

async function payWithoutWebhooks() {
  const { id } = await testBed.book();
  const { paymentId, url } = await testBed.checkout(id);
  await testBed.submitPage(url, "pay");
  return { id, paymentId };
}
const differences = () =>
  testBed.testApp.db.selectFrom("provider_differences").selectAll().orderBy("found_at").execute();

test("a payment that waits for longer than a page lives is asked about", async () => {
  const { id } = await payWithoutWebhooks();
  await reconcileWithoutEvents();
  expect(await statusOf(id)).toBe("pending");
  testBed.testApp.clock.advance(41 * minute);
  await reconcileWithoutEvents();
  expect(await statusOf(id)).toBe("approved");
});

async function reconcileWithoutEvents() {
  const ids = (await testBed.listProviderEvents()).map(({ id }) => id);
  await emulatorTables(testBed.testApp.db)
    .updateTable("objects")
    .set({ account: "hidden" })
    .where("kind", "=", "event")
    .execute();
  await reconcile();
  await emulatorTables(testBed.testApp.db)
    .updateTable("objects")
    .set({ account: "" })
    .where("kind", "=", "event")
    .execute();
  return ids;
}

test("events that never arrived are read again, once each", async () => {
  const { id } = await payWithoutWebhooks();
  testBed.testApp.clock.advance(minute);
  await reconcile();
  await testBed.testApp.jobs.runAll();
  expect(await statusOf(id)).toBe("approved");
  const count = async () => (await testBed.testApp.db.selectFrom("provider_events").select("id").execute()).length;
  const before = await count();
  await reconcile();
  expect(await count()).toBe(before);
});

test("a fee that nobody told is asked for", async () => {
  const { paymentId } = await payWithoutWebhooks();
  await testBed.club.member("POST", testBed.club.path(`/payments/${paymentId}/check`), {});
  testBed.testApp.clock.advance(11 * minute);
  // The fee is known at the provider, but its webhook is lost.
  await testBed.testApp.jobs.runAll();
  await testBed.testApp.db.updateTable("payments").set({ provider_fee: null }).where("id", "=", paymentId).execute();
  await reconcile();
  const { body } = await testBed.club.manager("GET", testBed.club.path(`/payments/${paymentId}`));
  expect(body.data.stripeFee).toBe(52);
});

test("differences found by the reconciliation are listed until the sums agree again", async () => {
  const { paymentId } = await testBed.bookAndPay();
  testBed.testApp.clock.advance(120 * minute);
  await reconcile();
  expect(await differences()).toEqual([]);
  const setAmount = (amount: number) =>
    testBed.testApp.db.updateTable("payments").set({ amount }).where("id", "=", paymentId).execute();
  await setAmount(1700);
  await reconcile();
  await reconcile();
  expect(await differences()).toMatchObject([
    { payment_id: paymentId, ours: "1700", theirs: "1800", settled_at: null },
  ]);
  const admin = testBed.testApp.as(await testBed.testApp.person({ platformAdmin: true }));
  const listed = await admin("GET", "/payment-differences");
  expect(listed.body.data).toMatchObject([{ paymentId, ours: 1700, theirs: 1800, organization: { name: "Here" } }]);
  expect((await testBed.club.manager("GET", "/payment-differences")).status).toBe(403);
  await setAmount(1800);
  await reconcile();
  expect(await differences()).toMatchObject([{ payment_id: paymentId, settled_at: testBed.testApp.clock.now() }]);
});

test("where the provider is away, it is tried again, and nothing is changed", async () => {
  const { id } = await payWithoutWebhooks();
  testBed.testApp.clock.advance(41 * minute);
  testBed.faults.isDown = true;
  await expect(reconcile()).rejects.toThrow();
  expect(await statusOf(id)).toBe("pending");
  testBed.faults.isDown = false;
  await reconcile();
  expect(await statusOf(id)).toBe("approved");
});
