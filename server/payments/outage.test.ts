/** The provider is away, its answers are lost, or we fall over in between: nothing is lost, and nothing happens twice. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { monday } from "#tests/house.ts";
import { openTill, type Till } from "#tests/till.ts";

const minute = 60_000;
let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
const fair = () => Object.assign(till.weather, { isDown: false, losesAnswers: 0, heard: undefined });
beforeEach(() => {
  till.house.clock.set(monday);
  fair();
});
afterEach(() => sql`drop trigger if exists falls_over on payments`.execute(till.house.db));

const statusOf = async (id: string) => (await till.event(id)).status;
const countAtProvider = async (kind: string) =>
  (await till.house.db.selectFrom("sandbox_objects").select("id").where("kind", "=", kind).execute()).length;

test("while the provider is away for an hour, whoever pays is told so in words, and goes on where they were", async () => {
  const { id } = await till.book();
  till.weather.isDown = true;
  const { status, body, headers } = await till.club.member("POST", till.club.path(`/events/${id}/checkout`), {});
  expect([status, body.message, headers["retry-after"]]).toEqual([
    503,
    "The payment service does not answer at the moment. Nothing is lost: please try again in a minute.",
    "30",
  ]);
  till.house.clock.pass(10 * minute);
  fair();
  const page = await till.checkout(id);
  await till.onPage(page.url, "pay");
  await till.settle();
  expect(await statusOf(id)).toBe("approved");
  expect(await till.money(id)).toMatchObject({ paid: 1800, refunded: 0 });
});

test("a hold whose end nobody can ask about is kept until somebody can", async () => {
  const { id } = await till.book();
  const { url } = await till.checkout(id);
  await till.onPage(url, "pay");
  till.weather.isDown = true;
  till.house.clock.pass(60 * minute);
  await expect(till.house.jobs.sweep("events.expire")).rejects.toThrow();
  const cancel = await till.club.member("POST", till.club.path(`/events/${id}/cancel`), {});
  expect([cancel.status, await statusOf(id)]).toEqual([503, "pending"]);
  // Events arrive, and wait for an answer about them.
  await till.stumble();
  expect(await statusOf(id)).toBe("pending");
  till.house.clock.pass(2 * minute);
  fair();
  await till.house.jobs.sweep("payments.notice");
  expect(await statusOf(id)).toBe("approved");
});

test("a refund waits for the provider to be back", async () => {
  const { eventId, paymentId } = await till.paid();
  till.weather.isDown = true;
  const refund = { amount: 600, reason: "Rain" };
  await till.club.manager("POST", till.club.path(`/payments/${paymentId}/refund`), refund);
  await till.stumble();
  expect(await till.money(eventId)).toMatchObject({ refunded: 600, payments: [{ refunds: [{ state: "pending" }] }] });
  till.house.clock.pass(60 * minute);
  fair();
  await till.house.jobs.sweep("payments.refund");
  expect(await till.money(eventId)).toMatchObject({ refunded: 600, payments: [{ refunds: [{ state: "succeeded" }] }] });
});

test("answers that are lost open no second page, and give nothing back twice", async () => {
  const { id } = await till.book();
  const [sessions, refunds] = [await countAtProvider("session"), await countAtProvider("refund")];
  till.weather.losesAnswers = 2;
  const asked = await till.club.member("POST", till.club.path(`/events/${id}/checkout`), {});
  expect(asked.status).toBe(503);
  const page = await till.checkout(id);
  expect((await countAtProvider("session")) - sessions).toBe(1);
  await till.onPage(page.url, "pay");
  await till.settle();

  till.weather.losesAnswers = 2;
  const refund = { amount: 1000, reason: "Rain" };
  await till.club.manager("POST", till.club.path(`/payments/${page.paymentId}/refund`), refund);
  await till.stumble();
  till.weather.losesAnswers = 0;
  // A day later the provider has forgotten the key, and not what it did.
  till.house.clock.pass(25 * 60 * minute);
  await till.house.jobs.sweep("payments.refund");
  await till.settle();
  expect((await countAtProvider("refund")) - refunds).toBe(1);
  expect(await till.money(id)).toMatchObject({ paid: 1800, refunded: 1000 });
});

test("who falls over between the provider's answer and the own commit does it once, the next time", async () => {
  const { id } = await till.book();
  const { paymentId, url } = await till.checkout(id);
  await till.onPage(url, "pay");
  await sql`create or replace function fall_over() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(
    till.house.db,
  );
  await sql`create trigger falls_over before update on payments for each row execute function fall_over()`.execute(
    till.house.db,
  );
  const check = () => till.club.member("POST", till.club.path(`/payments/${paymentId}/check`), {});
  expect((await check()).status).toBe(500);
  await till.stumble();
  expect(await till.money(id)).toMatchObject({ paid: 0, payments: [{ status: "processing" }] });
  await sql`drop trigger falls_over on payments`.execute(till.house.db);
  till.house.clock.pass(2 * minute);
  await till.house.jobs.sweep("payments.notice");
  await till.settle();
  expect((await check()).body.data.status).toBe("succeeded");
  expect(await till.money(id)).toMatchObject({ paid: 1800, refunded: 0 });
});

test("every call that makes something carries the id of its row", async () => {
  const calls: { method: string; path: string; key: string | undefined }[] = [];
  till.weather.heard = (call) => calls.push(call);
  const { paymentId } = await till.paid();
  await till.club.manager("POST", till.club.path(`/payments/${paymentId}/refund`), { amount: 1, reason: "Rain" });
  await till.settle();
  const { id: refundId } = await till.house.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const made = calls.filter(
    ({ method, path }) => method === "POST" && /^\/v1\/(checkout\/sessions|refunds)$/.test(path),
  );
  expect(made.map(({ path, key }) => [path, key])).toEqual([
    ["/v1/checkout/sessions", paymentId],
    ["/v1/refunds", refundId],
  ]);
});

test("a page that cannot be closed keeps no other from being closed", async () => {
  const [other, stuck] = [await till.book(), await till.book()];
  for (const { id } of [other, stuck]) await till.checkout(id);
  const ids = [other.id, stuck.id];
  await till.house.db.updateTable("payments").set({ session_id: "cs_gone" }).where("event_id", "=", stuck.id).execute();
  // As if the triggers had been lost.
  await till.house.db
    .updateTable("events")
    .set({ status: "canceled", pending_reason: null, hold_expires_at: null })
    .where("id", "in", ids)
    .execute();
  await expect(till.house.jobs.sweep("payments.closePage")).rejects.toThrow("1 pages could not be closed");
  expect((await till.money(other.id)).payments).toMatchObject([{ status: "canceled" }]);
  expect((await till.money(stuck.id)).payments).toMatchObject([{ status: "processing" }]);
});
