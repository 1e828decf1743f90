/** What is found again: payments that nobody told of, events that never arrived, and sums that differ. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/house.ts";
import { openTill, type Till } from "#tests/till.ts";

const minute = 60_000;
let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
beforeEach(() => {
  till.house.clock.set(monday);
  till.weather.isDown = false;
});
const reconcile = () => till.house.jobs.sweep("reconciling.run");
const statusOf = async (id: string) => (await till.event(id)).status;

/** Pays, and loses every event that tells of it. */
async function paidInSilence() {
  const { id } = await till.book();
  const { paymentId, url } = await till.checkout(id);
  await till.onPage(url, "pay");
  return { id, paymentId };
}
const differences = () => till.house.db.selectFrom("provider_differences").selectAll().orderBy("found_at").execute();

test("a payment that waits for longer than a page lives is asked about", async () => {
  const { id } = await paidInSilence();
  await reconcileWithoutEvents();
  expect(await statusOf(id)).toBe("pending");
  till.house.clock.pass(41 * minute);
  await reconcileWithoutEvents();
  expect(await statusOf(id)).toBe("approved");
});

/** As if the provider listed none of its events. */
async function reconcileWithoutEvents() {
  const ids = (await till.told()).map(({ id }) => id);
  await till.house.db.updateTable("sandbox_objects").set({ account: "hidden" }).where("kind", "=", "event").execute();
  await reconcile();
  await till.house.db.updateTable("sandbox_objects").set({ account: "" }).where("kind", "=", "event").execute();
  return ids;
}

test("events that never arrived are read again, once each", async () => {
  const { id } = await paidInSilence();
  till.house.clock.pass(minute);
  await reconcile();
  await till.house.jobs.runAll();
  expect(await statusOf(id)).toBe("approved");
  const count = async () => (await till.house.db.selectFrom("provider_events").select("id").execute()).length;
  const before = await count();
  await reconcile();
  expect(await count()).toBe(before);
});

test("a fee that nobody told is asked for", async () => {
  const { paymentId } = await paidInSilence();
  await till.club.member("POST", till.club.path(`/payments/${paymentId}/check`), {});
  till.house.clock.pass(11 * minute);
  // The balance transaction is there, and its event got lost.
  await till.house.jobs.runAll();
  await till.house.db.updateTable("payments").set({ stripe_fee: null }).where("id", "=", paymentId).execute();
  await reconcile();
  const { body } = await till.club.manager("GET", till.club.path(`/payments/${paymentId}`));
  expect(body.data.stripeFee).toBe(52);
});

test("sums that differ are kept until they agree again", async () => {
  const { paymentId } = await till.paid();
  till.house.clock.pass(120 * minute);
  await reconcile();
  expect(await differences()).toEqual([]);
  const setAmount = (amount: number) =>
    till.house.db.updateTable("payments").set({ amount }).where("id", "=", paymentId).execute();
  await setAmount(1700);
  await reconcile();
  await reconcile();
  expect(await differences()).toMatchObject([
    { payment_id: paymentId, ours: "1700", theirs: "1800", settled_at: null },
  ]);
  const admin = till.house.as(await till.house.person({ platformAdmin: true }));
  const listed = await admin("GET", "/payment-differences");
  expect(listed.body.data).toMatchObject([{ paymentId, ours: 1700, theirs: 1800, organization: { name: "Here" } }]);
  expect((await till.club.manager("GET", "/payment-differences")).status).toBe(403);
  await setAmount(1800);
  await reconcile();
  expect(await differences()).toMatchObject([{ payment_id: paymentId, settled_at: till.house.clock.now() }]);
});

test("where the provider is away, it is tried again, and nothing is changed", async () => {
  const { id } = await paidInSilence();
  till.house.clock.pass(41 * minute);
  till.weather.isDown = true;
  await expect(reconcile()).rejects.toThrow();
  expect(await statusOf(id)).toBe("pending");
  till.weather.isDown = false;
  await reconcile();
  expect(await statusOf(id)).toBe("approved");
});
