/** Members and guests pay by themselves with their balance or a gift voucher: whole, in parts, at once from two places, and back. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { OwnDebt } from "#contract/payments.ts";
import type { OwnVoucher, Voucher, VoucherDetail } from "#contract/vouchers.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

const MINUTE_MS = 60_000;
const slug = "parc-des-bons";
let testBed: PaymentTestBed;
let debtors: Debtors;
/** The customer of the club's member. */
let own: string;
let buyer: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const { db, clock, organizationId } = testBed.testApp;
  await insertDefaultProducts(db, { id: organizationId, countryId: FRANCE_ID }, clock.now());
  await call("PATCH", "/page", { state: "unlisted", slug });
  const guestRules = { horizonDays: 30, noticeMinutes: 0, mostActive: 2 };
  await call("PATCH", "", { guestBooking: "payment", guestRules });
  await testBed.book();
  const customer = db.selectFrom("customers").select("id").where("user_id", "=", testBed.club.memberPerson.id);
  own = (await customer.executeTakeFirstOrThrow()).id;
  buyer = await debtors.addCustomer("Lebrun");
});
afterAll(() => testBed.close());
beforeEach(async () => {
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
});

const call = (method: string, path: string, body?: object, api = testBed.club.manager, headers = {}) =>
  api(method as "GET", testBed.club.path(path), body, headers);
const read = async (path: string) => (await call("GET", path)).body.data;
const pay = (body: object, api = testBed.club.member, headers = {}) =>
  call("POST", "/own-payments", body, api, headers);
const topUp = (amount: number, customerId = own) =>
  call("POST", "/sales", { customerId, lines: [{ topUp: amount, quantity: 1 }], payment: { method: "cash" } });
const walletOf = async (): Promise<number> => (await read(`/customers/${own}/wallet`)).amount;
/** Nothing is left on the balance of the member. */
async function emptyWallet(): Promise<void> {
  const amount = await walletOf();
  if (amount > 0) await call("POST", `/customers/${own}/wallet/payout`, { method: "cash", amount, reason: "Test" });
}
async function addVoucher(amount: number, more: object = {}): Promise<VoucherDetail> {
  testBed.testApp.clock.advance(1000);
  const lines = [{ voucher: { amount, purpose: "multi", ...more }, quantity: 1 }];
  const sold = await call("POST", "/sales", { customerId: buyer, lines, payment: { method: "cash" } });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  const [newest] = (await read("/vouchers")) as Voucher[];
  return read(`/vouchers/${newest?.id}`);
}
const leftOf = async ({ id }: { id: string }): Promise<number> => (await read(`/vouchers/${id}`)).left;
/** Owed by the member, and paid at the desk unless they do it before. */
const owe = (price: number) =>
  testBed.book(testBed.club.manager, { customer: { customerId: own }, price, priceReason: "Agreed" });
async function expectSound(): Promise<void> {
  const { db } = testBed.testApp;
  expect(await listChargeFaults(db)).toEqual([]);
  expect(await listSaleFaults(db)).toEqual([]);
  const vouchers = await sql`
    select id from vouchers where used < 0 or used > amount
      or used <> (select coalesce(sum(uses.amount), 0) from voucher_uses as uses
        where uses.organization_id = vouchers.organization_id and uses.voucher_id = vouchers.id)`.execute(db);
  const wallets = await sql`
    select customer_id from wallets where amount < 0
      or amount <> (select coalesce(sum(entries.amount), 0) from wallet_entries as entries
        where entries.organization_id = wallets.organization_id and entries.customer_id = wallets.customer_id)`.execute(
    db,
  );
  expect([vouchers.rows, wallets.rows]).toEqual([[], []]);
}

test("a member pays a held booking with the balance: it stands, is invoiced and mailed, and nobody of the team took it", async () => {
  await emptyWallet();
  await topUp(3000);
  const { id: eventId } = await testBed.book();
  const before = await testBed.readPayments(eventId, testBed.club.member);
  expect(before.prepaid).toMatchObject({ wallet: 3000 });
  const { status, body } = await pay({ eventId, method: "balance", amount: 1800 });
  expect([status, body.data], JSON.stringify(body)).toEqual([
    201,
    expect.objectContaining({ amount: 1800, due: 0, currency: "EUR" }),
  ]);
  expect((await testBed.readEvent(eventId)).status).toBe("approved");
  const { payments, due, prepaid } = await testBed.readPayments(eventId, testBed.club.member);
  expect([due, prepaid]).toEqual([0, null]);
  expect(payments).toMatchObject([{ method: "balance", provider: null, status: "succeeded", amount: 1800 }]);
  expect(payments[0]?.invoices).toHaveLength(1);
  expect(await walletOf()).toBe(1200);
  const { email } = testBed.club.memberPerson;
  await testBed.runJobs();
  const mails = (await testBed.testApp.mails()).filter(({ to }) => to?.some(({ address }) => address === email));
  expect(mails.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))).toContainEqual(
    expect.stringMatching(/\.pdf$/),
  );
  const takings = await read("/takings");
  expect(JSON.stringify(takings)).not.toContain(testBed.club.memberPerson.id);
  await expectSound();
});

test("a voucher pays a part of a held booking; it stands once the card has paid the rest", async () => {
  const voucher = await addVoucher(1000);
  const { id: eventId } = await testBed.book();
  const first = await pay({ eventId, method: "voucher", voucherCode: voucher.code, amount: 1000 });
  expect([first.status, first.body.data?.due]).toEqual([201, 800]);
  expect((await testBed.readEvent(eventId)).status).toBe("pending");
  const { url } = await testBed.checkout(eventId);
  await testBed.submitPage(url, "pay");
  await testBed.runJobs();
  expect((await testBed.readEvent(eventId)).status).toBe("approved");
  const { payments } = await testBed.readPayments(eventId, testBed.club.member);
  expect(payments.map(({ method, amount }) => [method, amount]).toSorted()).toEqual([
    ["card", 800],
    ["voucher", 1000],
  ]);
  expect(await leftOf(voucher)).toBe(0);
  await expectSound();
});

test("a page that is open over the whole is closed when a voucher pays a part, and the next one asks for the rest", async () => {
  const voucher = await addVoucher(500);
  const { id: eventId } = await testBed.book();
  const whole = await testBed.checkout(eventId);
  await pay({ eventId, method: "voucher", voucherCode: voucher.code, amount: 500 });
  await testBed.runJobs();
  const rest = await testBed.checkout(eventId);
  expect(rest.paymentId).not.toBe(whole.paymentId);
  await testBed.submitPage(rest.url, "pay");
  await testBed.runJobs();
  const { paid, due } = await testBed.readPayments(eventId);
  expect([(await testBed.readEvent(eventId)).status, paid, due]).toEqual(["approved", 1800, 0]);
});

test("a hold that runs out or is given up gives back all that was used for it", async () => {
  await emptyWallet();
  await topUp(600);
  const voucher = await addVoucher(1000);
  const { id: lapsed } = await testBed.book();
  await pay({ eventId: lapsed, method: "voucher", voucherCode: voucher.code, amount: 1000 });
  await pay({ eventId: lapsed, method: "balance", amount: 200 });
  const { clock, jobs } = testBed.testApp;
  clock.advance(40 * MINUTE_MS);
  await jobs.runScheduled("events.expire");
  clock.advance(MINUTE_MS);
  await jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect([(await testBed.readEvent(lapsed)).status, await leftOf(voucher), await walletOf()]).toEqual([
    ...["canceled", 1000, 600],
  ]);
  // Even where nothing of a booking that stands would come back.
  const cancellation = { until: 0, steps: [{ from: 60 * 24 * 365, percent: 100 }] };
  await call("PATCH", "", { cancellation });
  const { id: left } = await testBed.book();
  await call("PATCH", "", { cancellation: null });
  await pay({ eventId: left, method: "voucher", voucherCode: voucher.code, amount: 700 });
  const shown = await call("GET", `/bookings/${left}`, undefined, testBed.club.member);
  expect(shown.body.data.cancellation.refundNow).toBe(700);
  const canceled = await call("POST", `/events/${left}/cancel`, { refund: 700 }, testBed.club.member);
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  clock.advance(MINUTE_MS);
  await jobs.runScheduled("events.refund");
  await testBed.runJobs();
  expect(await leftOf(voucher)).toBe(1000);
  await expectSound();
});

test("what is left of a hold can be paid by card, or all of it is paid ahead", async () => {
  const voucher = await addVoucher(5000);
  const { id: eventId } = await testBed.book();
  const { status, body } = await pay({ eventId, method: "voucher", voucherCode: voucher.code, amount: 1790 });
  expect([status, body.errors]).toEqual([422, { amount: ["At most €17.50, so that the rest can be paid online"] }]);
  expect((await pay({ eventId, method: "voucher", voucherCode: voucher.code, amount: 1800 })).status).toBe(201);
});

test("what is owed at the desk is paid in any part, and purchases as well", async () => {
  await emptyWallet();
  await topUp(5000);
  const { id: eventId } = await owe(2400);
  expect((await pay({ eventId, method: "balance", amount: 2395 })).body.data?.due).toBe(5);
  const product = await call("POST", "/products", { name: "Tennis balls", kind: "goods", price: 650 });
  const sold = await call("POST", "/sales", {
    customerId: own,
    lines: [{ productId: product.body.data.id, quantity: 2 }],
    payment: null,
  });
  const [charge] = sold.body.data.charges;
  const debts = (await testBed.club.member("GET", "/auth/user/debts?per_page=100")).body.data as OwnDebt[];
  expect(debts.find(({ chargeId }) => chargeId === charge.id)).toMatchObject({ due: 1300, prepaid: { wallet: 2605 } });
  const paid = await pay({ chargeId: charge.id, method: "balance", amount: 1300 });
  expect([paid.status, paid.body.data?.due]).toEqual([201, 0]);
  expect(await walletOf()).toBe(1305);
  await expectSound();
});

test("of two phones with one voucher one pays, and one booking is never paid twice", async () => {
  const voucher = await addVoucher(1800);
  const [one, other] = [await testBed.book(), await testBed.book()];
  const code = { method: "voucher", voucherCode: voucher.code, amount: 1800 };
  const answers = await Promise.all([one, other].map(({ id: eventId }) => pay({ eventId, ...code })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await emptyWallet();
  await topUp(5000);
  const { id: eventId } = await testBed.book();
  const twice = await Promise.all([0, 1, 2].map(() => pay({ eventId, method: "balance", amount: 1800 })));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  expect(await walletOf()).toBe(3200);
  const { id: again } = await testBed.book();
  const key = { "idempotency-key": "one-press" };
  const presses = [];
  for (const _press of [0, 1])
    presses.push(await pay({ eventId: again, method: "balance", amount: 1000 }, testBed.club.member, key));
  expect(presses.map(({ status }) => status)).toEqual([201, 201]);
  expect(await walletOf()).toBe(2200);
  await expectSound();
});

test("what does not fit is said beside its field, and nothing is taken", async () => {
  await emptyWallet();
  await topUp(1000);
  const voucher = await addVoucher(1000);
  const { id: eventId } = await testBed.book();
  const paid = (body: object) => pay({ eventId, ...body });
  expect((await paid({ method: "balance", amount: 1801 })).body.errors).toEqual({
    amount: ["At most €18.00, which is what is due"],
  });
  const notEnough = await paid({ method: "balance", amount: 1200 });
  expect([notEnough.status, notEnough.body.message]).toEqual([409, "€10.00 is left on the balance."]);
  expect((await paid({ method: "voucher", amount: 100 })).body.errors).toEqual({
    voucherCode: ["Type the code of the voucher."],
  });
  expect((await paid({ method: "voucher", amount: 100, voucherCode: "AAAA-AAAA-AAAA" })).body.errors).toEqual({
    voucherCode: ["There is no gift voucher with this code."],
  });
  const tooMuch = await paid({ method: "voucher", amount: 1200, voucherCode: voucher.code });
  expect([tooMuch.status, tooMuch.body.message]).toEqual([409, "€10.00 is left on the voucher."]);
  expect((await pay({ method: "balance", amount: 100 })).status).toBe(422);
  expect((await paid({ method: "cash", amount: 100 })).status).toBe(422);
  testBed.testApp.clock.advance(40 * MINUTE_MS);
  expect((await paid({ method: "balance", amount: 100 })).status).toBe(409);
  expect([await walletOf(), await leftOf(voucher)]).toEqual([1000, 1000]);
});

test("nobody pays what is others', with others' money, or finds codes by trying", async () => {
  await topUp(1000);
  const theirs = await testBed.book(testBed.club.manager, {
    customer: { customerId: buyer },
    price: 900,
    priceReason: "Agreed",
  });
  const by = (eventId: string, api = testBed.club.member) => pay({ eventId, method: "balance", amount: 100 }, api);
  expect((await by(theirs.id)).status).toBe(404);
  const { id: mine } = await owe(500);
  // The team takes it at the desk.
  expect((await by(mine, testBed.club.manager)).status).toBe(404);
  expect((await by("01976d2e-7c00-7000-8000-000000000000")).status).toBe(404);
  const other = `/organizations/${testBed.testApp.otherOrganizationId}/own-payments`;
  expect((await testBed.club.member("POST", other, { eventId: mine, method: "balance", amount: 100 })).status).toBe(
    404,
  );
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await pay({ eventId: mine, method: "voucher", amount: 100, voucherCode: "AAAA-AAAA-AAAA" })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
});

test("members look up a code before they pay, and read the vouchers that are theirs", async () => {
  const { email } = testBed.club.memberPerson;
  const printed = await addVoucher(2000);
  const mailed = await addVoucher(3000, { recipientName: "Zoé", recipientEmail: email });
  await call("POST", "/sales", {
    ...{ customerId: own, payment: { method: "cash" } },
    lines: [{ voucher: { amount: 4000, purpose: "multi", recipientEmail: "friend@gift.example" }, quantity: 1 }],
  });
  await testBed.runJobs();
  const found = await call("POST", "/vouchers/check", { code: printed.code }, testBed.club.member);
  expect([found.status, found.body.data?.left]).toEqual([200, 2000]);
  const mine = (await testBed.club.member("GET", "/auth/user/vouchers?per_page=100")).body.data as OwnVoucher[];
  // Both are sold at one moment of the clock.
  const large = mine.filter(({ amount }) => amount > 2000).toSorted((one, other) => one.amount - other.amount);
  expect(large.map(({ amount, code }) => [amount, code])).toEqual([
    [3000, mailed.code],
    [4000, null],
  ]);
  expect(mine.map(({ id }) => id)).not.toContain(printed.id);
});

test("a guest pays with a voucher by the secret of the booking's page, in parts", async () => {
  const visitor = testBed.testApp.as(null);
  const voucher = await addVoucher(1000);
  const { body } = await visitor("GET", `/public/${slug}`);
  testBed.testApp.clock.advance(3000);
  const { fieldId, startTime, duration } = testBed.draft();
  const contact = { name: "Ada Byron", email: "ada@gift.example" };
  const booked = await visitor("POST", `/public/${slug}/bookings`, {
    ...{ fieldId, startTime, duration, contact, ticket: body.data.ticket },
  });
  const { secret } = booked.body.data;
  expect((await visitor("GET", `/bookings/${secret}`)).body.data).toMatchObject({
    status: "to_pay",
    takesVouchers: true,
  });
  const found = await visitor("POST", `/bookings/${secret}/voucher/check`, { code: voucher.code.toLowerCase() });
  expect([found.status, found.body.data?.left]).toEqual([200, 1000]);
  const paid = await visitor("POST", `/bookings/${secret}/voucher`, { voucherCode: voucher.code, amount: 1000 });
  expect([paid.status, paid.body.data?.status, paid.body.data?.due], JSON.stringify(paid.body)).toEqual([
    ...[200, "to_pay", 800],
  ]);
  const page = await visitor("POST", `/bookings/${secret}/checkout`, {});
  await testBed.submitPage(page.body.data.url, "pay");
  await testBed.runJobs();
  expect((await visitor("GET", `/bookings/${secret}`)).body.data).toMatchObject({
    ...{ status: "confirmed", paid: 1800, due: 0, takesVouchers: false },
  });
  const again = await visitor("POST", `/bookings/${secret}/voucher`, { voucherCode: voucher.code, amount: 1 });
  expect(again.status).toBe(409);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await visitor("POST", `/bookings/${secret}/voucher/check`, { code: "AAAA-AAAA-AAAA" })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  const wrong = "a".repeat(43);
  expect((await visitor("POST", `/bookings/${wrong}/voucher/check`, { code: voucher.code })).status).toBe(404);
  await expectSound();
});

test("after random payments ahead, by card and refunds everything adds up", { timeout: 240_000 }, async () => {
  const step = fc.record({
    act: fc.constantFrom("topUp", "voucher", "book", "hold", "balance", "code", "code", "card", "refund", "cancel"),
    amount: fc.integer({ min: 100, max: 2500 }),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      await testBed.testApp.db.deleteFrom("rate_limits").execute();
      const codes: string[] = [];
      const eventIds: string[] = [];
      for (const { act, amount, pick } of steps) {
        testBed.testApp.clock.advance(1000);
        const eventId = eventIds[pick % Math.max(1, eventIds.length)];
        const voucherCode = codes[pick % Math.max(1, codes.length)];
        if (act === "topUp") await topUp(amount);
        else if (act === "voucher") codes.push((await addVoucher(amount)).code);
        else if (act === "book") eventIds.push((await owe(amount)).id);
        else if (act === "hold") eventIds.push((await testBed.book()).id);
        else if (eventId === undefined) continue;
        else if (act === "balance") await pay({ eventId, method: "balance", amount });
        else if (act === "code" && voucherCode) await pay({ eventId, method: "voucher", voucherCode, amount });
        else if (act === "card") {
          const { body } = await call("POST", `/events/${eventId}/checkout`, {}, testBed.club.member);
          if (body.data?.url) await testBed.submitPage(body.data.url, "pay");
          await testBed.runJobs();
        } else if (act === "refund") {
          const { payments } = await testBed.readPayments(eventId);
          const one = payments.find(({ refundable }) => refundable > 0);
          if (one)
            await call("POST", `/payments/${one.id}/refund`, {
              amount: Math.min(amount, one.refundable),
              reason: "Rain",
            });
        } else if (act === "cancel") {
          await call("POST", `/events/${eventId}/cancel`, { reason: "Rain", refund: "full" });
          testBed.testApp.clock.advance(MINUTE_MS);
          await testBed.testApp.jobs.runScheduled("events.refund");
        }
      }
      await testBed.runJobs();
      await expectSound();
      const { rows } = await sql<{ id: string }>`
        select events.id from events where organization_id = ${testBed.testApp.organizationId}
          and paid - refunded > price`.execute(testBed.testApp.db);
      expect(rows).toEqual([]);
      for (const eventId of eventIds)
        await testBed.testApp.db.deleteFrom("occupancies").where("event_id", "=", eventId).execute();
    }),
    { numRuns: 12 },
  );
});
