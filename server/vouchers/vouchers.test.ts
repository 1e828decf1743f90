/** Gift vouchers: sold, mailed, used in parts, given back and taken back, with documents and books that add up. */
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FRANCE_ID } from "#contract/general-countries-rules.ts";
import type { JournalEntry } from "#contract/accounting.ts";
import type { PaymentGroup } from "#contract/payments.ts";
import type { Voucher, VoucherDetail } from "#contract/vouchers.ts";
import { insertDefaultProducts } from "#server/products/defaults.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
let balls: string;
let buyer: string;
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  const { db, clock, organizationId } = testBed.testApp;
  await insertDefaultProducts(db, { id: organizationId, countryId: FRANCE_ID }, clock.now());
  const { body } = await call("POST", "/products", { name: "Tennis balls", kind: "goods", price: 650 });
  balls = body.data.id;
  buyer = await debtors.addCustomer("Lebrun");
});
afterAll(() => testBed.close());

const call = (method: string, path: string, body?: object, api = testBed.club.manager, headers = {}) =>
  api(method as "GET", testBed.club.path(path), body, headers);
const read = async (path: string) => (await call("GET", path)).body.data;
const today = () => testBed.testApp.clock.now().toISOString().slice(0, 10);
const sell = (voucher: object, more: object = {}) => {
  testBed.testApp.clock.advance(1000);
  return call("POST", "/sales", {
    customerId: buyer,
    lines: [{ voucher: { amount: 5000, purpose: "multi", ...voucher }, quantity: 1 }],
    payment: { method: "cash" },
    ...more,
  });
};
const newest = async (): Promise<VoucherDetail> => {
  const [voucher] = (await read("/vouchers")) as Voucher[];
  return read(`/vouchers/${voucher?.id}`);
};
async function addVoucher(
  amount: number,
  purpose: "single" | "multi" = "multi",
  more: object = {},
): Promise<VoucherDetail> {
  const { status, body } = await sell({ amount, purpose, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return newest();
}
const owe = async (customerId: string, price: number): Promise<{ id: string; eventId: string }> => {
  const booked = await testBed.book(testBed.club.manager, { customer: { customerId }, price, priceReason: "Agreed" });
  const charge = (await debtors.listCharges(customerId)).find(({ event }) => event?.id === booked.id);
  return { id: charge?.id ?? "", eventId: booked.id };
};
const pay = (customerId: string, amount: number, voucherCode: string | null, more: object = {}) =>
  call("POST", `/customers/${customerId}/payments`, { method: "voucher", amount, voucherCode, ...more });
const refund = (paymentId: string, amount: number, more: object = {}) =>
  call("POST", `/payments/${paymentId}/refund`, { amount, reason: "Rain", ...more });
const takeBack = (id: string) => call("POST", `/vouchers/${id}/take-back`, { reason: "Wrong amount" });
const documentsOf = async (customerId: string) =>
  (
    await testBed.testApp.db
      .selectFrom("invoices")
      .select(["kind", "total_amount", "tax_amount"])
      .where("customer_id", "=", customerId)
      .orderBy("created_at")
      .orderBy("number")
      .execute()
  ).map(({ kind, total_amount, tax_amount }) => [kind, total_amount, tax_amount]);
async function expectSound(): Promise<void> {
  const { db } = testBed.testApp;
  expect(await listChargeFaults(db)).toEqual([]);
  expect(await listSaleFaults(db)).toEqual([]);
  const { rows } = await sql`
    select id from vouchers where used < 0 or used > amount
      or used <> (select coalesce(sum(uses.amount), 0) from voucher_uses as uses
        where uses.organization_id = vouchers.organization_id and uses.voucher_id = vouchers.id)`.execute(db);
  expect(rows).toEqual([]);
}

test("takings, revenue, journal and VAT count money once, of each purpose", async () => {
  const day = today();
  const month = day.slice(0, 7);
  const customerId = await debtors.addCustomer("Comte");
  const [multi, single] = [await addVoucher(10_000, "multi"), await addVoucher(6000, "single")];
  for (const { code } of [multi, single]) {
    const { id } = await owe(customerId, 4000);
    const paid = await pay(customerId, 4000, code, { chargeIds: [id] });
    await refund(paid.body.data.payments[0].id, 1200);
  }
  const takings = await read(`/takings?from=${day}&to=${day}`);
  expect(takings.currencies).toMatchObject([{ net: 16_000, methods: [{ method: "cash", net: 16_000 }] }]);
  // The used part of the one, and the whole sale of the other.
  const revenue = await read(`/reports/revenue?from=${day}&to=${day}`);
  expect(revenue.amount).toBe(2800 + 6000);
  for (const basis of ["issued", "received"]) {
    const vat = await read(`/accounting/vat?period=${month}&basis=${basis}`);
    expect(vat.rows.map(({ rate, gross }: { rate: number; gross: number }) => [rate, gross])).toEqual([[2000, 8800]]);
  }
  const entries: JournalEntry[] = await read(`/accounting/journal?per_page=100&period=${month}`);
  const lines = entries.flatMap((entry) => entry.lines);
  const sumOf = (account: string) =>
    lines.filter((line) => line.account === account).reduce((sum, { debit, credit }) => sum + debit - credit, 0);
  // 411: what was paid of the bookings is settled to the cent.
  expect([sumOf("41912"), sumOf("530"), sumOf("411")]).toEqual([-7200, 16_000, 0]);
  for (const { lines: its } of entries) expect(its.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
  const rows = (await read(`/accounting/deferred/rows?period=${month}&per_page=100`)) as {
    kind: string;
    label: string;
    deferred: number;
    total: number;
  }[];
  const own = rows.filter(({ kind, total }) => kind === "voucher" && (total === 10_000 || total === 6000));
  // The liability of what is left, and the net of what is left of the invoice: 32.00 ÷ 1.2.
  expect(own.map(({ total, deferred }) => [total, deferred])).toEqual(
    expect.arrayContaining([
      [10_000, 7200],
      [6000, 2667],
    ]),
  );
  await expectSound();
});

/** Example 37 of the design. */
test("of several rates, a receipt without VAT is over the voucher, and what it pays is invoiced with VAT", async () => {
  const customerId = await debtors.addCustomer("Morel");
  const sold = await sell({}, { customerId });
  expect([sold.status, sold.body.data.charges]).toMatchObject([
    201,
    [{ kind: "voucher", state: "settled", amount: 5000 }],
  ]);
  const voucher = await newest();
  expect(voucher).toMatchObject({ state: "active", left: 5000, purpose: "multi", buyer: { id: customerId } });
  expect(voucher.code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
  expect(voucher.expiresOn).toBe(Temporal.PlainDate.from(today()).add({ months: 24 }).toString());
  const player = await debtors.addCustomer("Petit");
  const { id } = await owe(player, 3850);
  const paid = await pay(player, 3850, voucher.code.toLowerCase().replaceAll("-", " "), { chargeIds: [id] });
  expect([paid.status, paid.body.data.payments[0].method]).toEqual([201, "voucher"]);
  expect(await documentsOf(customerId)).toEqual([["receipt", 5000, 0]]);
  expect(await documentsOf(player)).toEqual([["invoice", 3850, 642]]);
  const after: VoucherDetail = await read(`/vouchers/${voucher.id}`);
  expect([after.left, after.uses.map(({ amount, left }) => [amount, left])]).toEqual([1150, [[3850, 1150]]]);
  await expectSound();
});

test("of one rate, the voucher is invoiced with VAT, and what it pays has no document", async () => {
  expect(await read("/voucher-terms")).toMatchObject({ purpose: "single", rates: [2000] });
  const customerId = await debtors.addCustomer("Garnier");
  await sell({ purpose: "single" }, { customerId });
  const voucher = await newest();
  const player = await debtors.addCustomer("Roux");
  const { eventId } = await owe(player, 3850);
  const draft = { method: "voucher", amount: 3850, voucherCode: voucher.code };
  expect((await call("POST", `/events/${eventId}/payments`, draft)).status).toBe(201);
  expect(await documentsOf(customerId)).toEqual([["invoice", 5000, 833]]);
  expect(await documentsOf(player)).toEqual([]);
  const { id } = await owe(player, 3000);
  expect((await pay(player, 1150, voucher.code, { chargeIds: [id] })).status).toBe(201);
  expect((await pay(player, 1850, null, { chargeIds: [id], method: "cash" })).status).toBe(201);
  expect(await documentsOf(player)).toEqual([["invoice", 1850, 308]]);
  expect((await read(`/vouchers/${voucher.id}`)).state).toBe("used");
  await expectSound();
});

test("a voucher that was invoiced pays nothing of another rate, and nothing that is invoiced already", async () => {
  const voucher = await addVoucher(9000, "single");
  const customerId = await debtors.addCustomer("Dubois");
  const { id } = await owe(customerId, 2000);
  await call("POST", "/invoices", { customerId, chargeIds: [id], dueOn: today() });
  const invoiced = await pay(customerId, 2000, voucher.code, { chargeIds: [id] });
  expect([invoiced.status, invoiced.body.message]).toEqual([409, expect.stringContaining("is invoiced already")]);
  const { data: rate } = (await call("POST", "/tax-rates", { name: "Reduced", rate: 5500 })).body;
  const { data: book } = (
    await call("POST", "/products", { name: "Rule book", kind: "goods", price: 1000, taxRateId: rate.id })
  ).body;
  const sale = { customerId, lines: [{ productId: book.id, quantity: 1 }] };
  const other = await call("POST", "/sales", { ...sale, payment: { method: "voucher", voucherCode: voucher.code } });
  expect([other.status, other.body.message]).toEqual([409, expect.stringContaining("at another rate")]);
  expect(await read("/voucher-terms")).toMatchObject({ purpose: "multi", rates: [2000, 550] });
  const refused = await sell({ purpose: "single" });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["lines.0.voucher.purpose"]]);
  await call("PATCH", `/products/${book.id}`, { active: false });
  expect((await read(`/vouchers/${voucher.id}`)).left).toBe(9000);
  await expectSound();
});

test("a sale and several debts are paid by a voucher, and never more than is left", async () => {
  const voucher = await addVoucher(2000);
  const customerId = await debtors.addCustomer("Noir");
  const [one, other] = [await owe(customerId, 800), await owe(customerId, 900)];
  const debts = [
    { chargeId: one.id, amount: 800 },
    { chargeId: other.id, amount: 900 },
  ];
  const several = await call("POST", "/payments", { method: "voucher", voucherCode: voucher.code, debts });
  expect([several.status, (several.body.data as PaymentGroup).amount]).toEqual([201, 1700]);
  const lines = [{ productId: balls, quantity: 1 }];
  const sale = { customerId, lines, payment: { method: "voucher", voucherCode: voucher.code } };
  const refused = await call("POST", "/sales", sale);
  expect([refused.status, refused.body.message]).toEqual([409, "€3.00 is left on the voucher."]);
  const full = await addVoucher(1000);
  const sold = await call("POST", "/sales", { ...sale, payment: { method: "voucher", voucherCode: full.code } });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  await expectSound();
});

test("of two desks that spend the last 10.00 at once, one gets it, and the other is told what is left", async () => {
  const voucher = await addVoucher(1000);
  const customerId = await debtors.addCustomer("Garcia");
  const [one, other] = [await owe(customerId, 1000), await owe(customerId, 1000)];
  const draft = { method: "voucher", amount: 1000, voucherCode: voucher.code };
  const answers = await Promise.all([
    pay(customerId, 1000, voucher.code, { chargeIds: [one.id] }),
    call("POST", `/events/${other.eventId}/payments`, draft),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe("This voucher is used up.");
  expect((await read(`/vouchers/${voucher.id}`)).uses).toHaveLength(1);
  await expectSound();
});

test("a double click with one key sells one voucher", async () => {
  const count = async () => (await call("GET", "/vouchers")).body.meta.total;
  const before = await count();
  const key = { "idempotency-key": "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d92" };
  const sale = {
    customerId: buyer,
    lines: [{ voucher: { amount: 1000, purpose: "multi" }, quantity: 1 }],
    payment: { method: "cash" },
  };
  await Promise.all([1, 2].map(() => call("POST", "/sales", sale, testBed.club.manager, key)));
  expect(await count()).toBe(before + 1);
});

test("what a voucher has paid comes back to it, also by the steps of a cancellation, and lasts a week at least", async () => {
  for (const purpose of ["multi", "single"] as const) {
    const voucher = await addVoucher(4000, purpose, {
      expiresOn: Temporal.PlainDate.from(today()).add({ days: 2 }).toString(),
    });
    const customerId = await debtors.addCustomer(`Blanc ${purpose}`);
    const { id, eventId } = await owe(customerId, 4800);
    expect((await pay(customerId, 4000, voucher.code, { chargeIds: [id] })).status).toBe(201);
    testBed.testApp.clock.advance(60_000);
    expect((await pay(customerId, 800, null, { chargeIds: [id], method: "card_on_site" })).status).toBe(201);
    expect((await call("POST", `/events/${eventId}/cancel`, { reason: "Rain", refund: 3000 })).status).toBe(200);
    testBed.testApp.clock.advance(10 * 60_000);
    await testBed.testApp.jobs.runScheduled("events.refund");
    await testBed.runJobs();
    const after: VoucherDetail = await read(`/vouchers/${voucher.id}`);
    expect(after.uses.map(({ amount, left }) => [amount, left])).toEqual([
      [-2200, 2200],
      [4000, 0],
    ]);
    expect(after.expiresOn).toBe(Temporal.PlainDate.from(today()).add({ days: 7 }).toString());
    const documents = (await documentsOf(customerId)).map(([kind, amount]) => [kind, amount]);
    // Documents of the booking: those of the card, and of the voucher where it was not invoiced itself.
    const wanted =
      purpose === "single"
        ? ["credit_note -800", "invoice 800"]
        : ["credit_note -2200", "credit_note -800", "invoice 4000", "invoice 800"];
    expect(documents.map((document) => document.join(" ")).toSorted()).toEqual(wanted);
    await expectSound();
  }
});

test("a refund by the team goes back to the voucher, never to a balance", async () => {
  const voucher = await addVoucher(2000, "single");
  const customerId = await debtors.addCustomer("Vert");
  const { id } = await owe(customerId, 2000);
  const paid = await pay(customerId, 2000, voucher.code, { chargeIds: [id] });
  const [payment] = (paid.body.data as PaymentGroup).payments;
  const back = await refund(payment?.id ?? "", 500, { to: "balance" });
  expect([back.status, back.body.data.refunds]).toMatchObject([200, [{ amount: 500, method: null }]]);
  expect((await read(`/vouchers/${voucher.id}`)).left).toBe(500);
  expect(await documentsOf(customerId)).toEqual([]);
  await expectSound();
});

test("unused, a voucher is taken back within 14 days with a document that corrects its own; then its code pays nothing", async () => {
  for (const [purpose, documents] of [
    [
      "multi",
      [
        ["receipt", 5000, 0],
        ["receipt", -5000, 0],
      ],
    ],
    [
      "single",
      [
        ["invoice", 5000, 833],
        ["credit_note", -5000, -833],
      ],
    ],
  ] as const) {
    const customerId = await debtors.addCustomer(`Brun ${purpose}`);
    await sell({ purpose }, { customerId });
    const voucher = await newest();
    const direct = await refund(voucher.paymentId ?? "", 100);
    expect([direct.status, direct.body.message]).toEqual([409, "This is a gift voucher: take it back on its page."]);
    testBed.testApp.clock.advance(1000);
    const { status, body } = await takeBack(voucher.id);
    expect([status, body.data]).toEqual([200, { amount: 5000, currency: "EUR", method: "cash" }]);
    expect(await documentsOf(customerId)).toEqual(documents);
    expect(await read(`/vouchers/${voucher.id}`)).toMatchObject({ state: "canceled", left: 0, takeBackUntil: null });
    const again = await takeBack(voucher.id);
    expect([again.status, again.body.message]).toEqual([409, "This voucher was taken back."]);
    const { id } = await owe(customerId, 100);
    expect((await pay(customerId, 100, voucher.code, { chargeIds: [id] })).status).toBe(409);
    expect((await call("GET", `/vouchers/${voucher.id}/voucher.pdf`)).status).toBe(404);
  }
  await expectSound();
});

test("one that was used, or is older, is not taken back", async () => {
  const used = await addVoucher(1000);
  const customerId = await debtors.addCustomer("Rossi");
  const { id } = await owe(customerId, 100);
  await pay(customerId, 100, used.code, { chargeIds: [id] });
  expect((await takeBack(used.id)).body.message).toBe("This voucher was used: it is not taken back any more.");
  const old = await addVoucher(1000);
  expect(old.takeBackUntil).toBe(Temporal.PlainDate.from(today()).add({ days: 14 }).toString());
  testBed.testApp.clock.advance(15 * 86_400_000);
  const late = await takeBack(old.id);
  expect([late.status, late.body.message]).toEqual([409, "A voucher is taken back within 14 days of its sale."]);
  expect((await read(`/vouchers/${old.id}`)).takeBackUntil).toBeNull();
});

test("it expires by its date: it pays on its last day, and is told as expired from the next", async () => {
  const last = Temporal.PlainDate.from(today()).add({ days: 1 });
  const voucher = await addVoucher(1000, "multi", { expiresOn: last.toString() });
  const customerId = await debtors.addCustomer("Jaune");
  const { id } = await owe(customerId, 300);
  const deferred = async () =>
    ((await read(`/accounting/deferred/rows?period=${today().slice(0, 7)}&per_page=100`)) as { kind: string }[]).filter(
      ({ kind }) => kind === "voucher",
    ).length;
  testBed.testApp.clock.set(`${last.toString()}T10:00:00Z`);
  expect((await pay(customerId, 100, voucher.code, { chargeIds: [id] })).status).toBe(201);
  testBed.testApp.clock.advance(86_400_000);
  const refused = await pay(customerId, 100, voucher.code, { chargeIds: [id] });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("This voucher expired on")]);
  const expired = (await read("/vouchers?state=expired")) as Voucher[];
  expect(expired.map(({ id: one }) => one)).toContain(voucher.id);
  expect(((await read("/vouchers?state=active")) as Voucher[]).map(({ id: one }) => one)).not.toContain(voucher.id);
  expect(await deferred()).toBeGreaterThan(0);
});

test("ten wrong codes an hour, then no more, also of right ones", async () => {
  const voucher = await addVoucher(1000);
  const guesser = testBed.club.staff;
  const check = (code: string) => call("POST", "/vouchers/check", { code }, guesser);
  for (let tries = 0; tries < 12; tries += 1) expect((await check(voucher.code)).status).toBe(200);
  for (let tries = 0; tries < 10; tries += 1) {
    const wrong = await check(`0000-0000-${String(tries).padStart(4, "0")}`);
    expect([wrong.status, wrong.body.errors]).toEqual([422, { code: ["There is no gift voucher with this code."] }]);
  }
  const late = await check(voucher.code);
  expect([late.status, Number(late.headers["retry-after"]) > 0]).toEqual([429, true]);
  const customerId = await debtors.addCustomer("Gris");
  const { eventId } = await owe(customerId, 100);
  const draft = { method: "voucher", amount: 100, voucherCode: "0000-0000-0000" };
  expect((await call("POST", `/events/${eventId}/payments`, draft, guesser)).status).toBe(429);
  testBed.testApp.clock.advance(61 * 60_000);
  expect((await check(voucher.code)).status).toBe(200);
});

test("it is mailed with its paper at 8 in the morning of its day, at once without a day, and not once it was taken back", async () => {
  const gift = { recipientName: "Zoé", recipientEmail: "zoe@gift.example", message: "Happy birthday!" };
  const mailed = async () =>
    (await testBed.testApp.mails())
      .filter(({ subject }) => subject?.includes("bon cadeau") || subject?.includes("voucher"))
      .flatMap(({ to }) => (to ?? []).map(({ address }) => address));
  await addVoucher(1000, "multi", gift);
  await testBed.runJobs();
  expect(await mailed()).toEqual(["zoe@gift.example"]);
  const day = Temporal.PlainDate.from(today()).add({ days: 3 }).toString();
  const later = await addVoucher(1000, "multi", { ...gift, recipientEmail: "later@gift.example", deliverOn: day });
  const gone = await addVoucher(1000, "multi", { ...gift, recipientEmail: "gone@gift.example", deliverOn: day });
  expect((await takeBack(gone.id)).status).toBe(200);
  const tick = async (instant: string) => {
    testBed.testApp.clock.set(instant);
    await testBed.testApp.jobs.runScheduled("vouchers.deliver");
    await testBed.runJobs();
  };
  const { timezone } = await read("");
  const at = (time: string) => Temporal.ZonedDateTime.from(`${day}T${time}[${timezone}]`).toInstant().toString();
  await tick(at("07:59"));
  expect(await mailed()).toEqual(["zoe@gift.example"]);
  await tick(at("08:00"));
  await tick(at("08:15"));
  expect(await mailed()).toEqual(["zoe@gift.example", "later@gift.example"]);
  expect((await read(`/vouchers/${later.id}`)).deliveredAt).not.toBeNull();
  const pdf = await call("GET", `/vouchers/${later.id}/voucher.pdf`);
  expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
});

test("what does not fit is said beside its field, and nothing is sold", async () => {
  const past = Temporal.PlainDate.from(today()).subtract({ days: 1 }).toString();
  const refusals = [
    [{ expiresOn: today() }, "lines.0.voucher.expiresOn"],
    [{ deliverOn: past, recipientEmail: "a@gift.example" }, "lines.0.voucher.deliverOn"],
    [{ deliverOn: today() }, "lines.0.voucher.recipientEmail"],
    [{ amount: 99 }, "lines.0.voucher.amount"],
    [{ recipientEmail: "nobody" }, "lines.0.voucher.recipientEmail"],
  ] as const;
  for (const [draft, field] of refusals) {
    const { status, body } = await sell(draft);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
  expect((await sell({}, { payment: null })).body.errors).toEqual({ payment: ["A gift voucher is paid at once."] });
  for (const method of ["balance", "voucher"]) {
    const { body } = await sell({}, { payment: { method, voucherCode: "7K2M-9QX0-1TGH" } });
    expect(Object.keys(body.errors ?? {})).toEqual(["payment.method"]);
  }
  const { eventId } = await owe(buyer, 100);
  const missing = await call("POST", `/events/${eventId}/payments`, { method: "voucher", amount: 100 });
  expect([missing.status, missing.body.errors]).toEqual([422, { voucherCode: ["Type the code of the voucher."] }]);
});

test("lists find by the end of the code, the buyer and the recipient; nobody reads another organization's", async () => {
  const voucher = await addVoucher(1000, "multi", { recipientName: "Théodore" });
  for (const q of [voucher.codeEnd, voucher.code, "theodore"]) {
    const found = (await read(`/vouchers?q=${encodeURIComponent(q)}`)) as Voucher[];
    expect(found.map(({ id }) => id)).toContain(voucher.id);
  }
  expect(await read(`/vouchers?q=${voucher.code.slice(0, 4)}-zz`)).toEqual([]);
  expect(((await read(`/vouchers?customerId=${buyer}&per_page=100`)) as Voucher[]).length).toBeGreaterThan(0);
  const other = `/organizations/${testBed.testApp.otherOrganizationId}/vouchers`;
  expect((await testBed.club.manager("GET", `${other}/${voucher.id}`)).status).toBe(404);
  const elsewhere = await testBed.club.manager("POST", `${other}/check`, { code: voucher.code });
  expect(elsewhere.status).toBeGreaterThanOrEqual(400);
  const { member } = testBed.club;
  expect((await call("GET", `/vouchers/${voucher.id}`, undefined, member)).status).toBe(403);
  const csv = await call("GET", "/export/vouchers.csv");
  expect([csv.status, String(csv.body).includes(voucher.codeEnd), String(csv.body).includes(voucher.code)]).toEqual([
    ...[200, true, false],
  ]);
});

test("a merge moves what was bought, and its undo brings it back", async () => {
  const [kept, merged] = [await debtors.addCustomer("Dupont"), await debtors.addCustomer("Dupond")];
  await sell({}, { customerId: merged });
  const { id } = await newest();
  const merge = await call("POST", `/customers/${kept}/merge`, { customerId: merged });
  expect(merge.status, JSON.stringify(merge.body)).toBe(200);
  expect((await read(`/vouchers/${id}`)).buyer.id).toBe(kept);
  expect((await call("POST", `/customers/${kept}/merges/${merge.body.data.id}/undo`)).status).toBe(200);
  expect((await read(`/vouchers/${id}`)).buyer.id).toBe(merged);
});

test("uses are never changed, and the database refuses a voucher below 0", async () => {
  const { id, code } = await addVoucher(1000);
  const customerId = await debtors.addCustomer("Orange");
  const { id: chargeId } = await owe(customerId, 100);
  await pay(customerId, 100, code, { chargeIds: [chargeId] });
  const { db } = testBed.testApp;
  await expect(sql`update voucher_uses set amount = 1 where voucher_id = ${id}`.execute(db)).rejects.toThrow();
  await expect(sql`delete from voucher_uses where voucher_id = ${id}`.execute(db)).rejects.toThrow();
  await expect(sql`update vouchers set used = 1001 where id = ${id}`.execute(db)).rejects.toThrow();
});

test("after random sales, uses, refunds and returns everything adds up", { timeout: 240_000 }, async () => {
  const customerId = await debtors.addCustomer("Zola");
  const codes: { id: string; code: string }[] = [];
  const step = fc.record({
    act: fc.constantFrom("multi", "single", "book", "pay", "pay", "cash", "refund", "takeBack", "sell"),
    amount: fc.integer({ min: 100, max: 3000 }),
    pick: fc.nat(20),
  });
  const add = async (purpose: "multi" | "single", amount: number) => {
    const { id, code } = await addVoucher(amount, purpose);
    codes.push({ id, code });
    return {};
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      for (const purpose of ["multi", "single"] as const) {
        await add(purpose, 2000);
        const { id } = await owe(customerId, 1500);
        const paid = await pay(customerId, 1000, codes.at(-1)?.code ?? "", { chargeIds: [id] });
        await refund(paid.body.data.payments[0].id, 300);
      }
      for (const { act, amount, pick } of steps) {
        const paid = await read(`/payments?customerId=${customerId}&per_page=100`);
        const payment = paid[pick % Math.max(1, paid.length)];
        const voucher = codes[pick % codes.length];
        const acts: Record<string, () => Promise<object>> = {
          multi: () => add("multi", amount),
          single: () => add("single", amount),
          book: () => owe(customerId, amount),
          pay: () => pay(customerId, amount, voucher?.code ?? ""),
          cash: () => pay(customerId, amount, null, { method: "cash" }),
          refund: () => refund(payment.id, 1 + (amount % Math.max(1, payment.refundable))),
          takeBack: () => takeBack(voucher?.id ?? ""),
          sell: () =>
            call("POST", "/sales", {
              ...{ customerId, lines: [{ productId: balls, quantity: 1 }] },
              payment: { method: "voucher", voucherCode: voucher?.code },
            }),
        };
        testBed.testApp.clock.advance(1000);
        const answer = (await acts[act]?.()) as { status?: number };
        expect([undefined, 200, 201, 409, 422]).toContain(answer.status);
      }
      await expectSound();
      const entries: JournalEntry[] = await read(`/accounting/journal?per_page=100&period=${today().slice(0, 7)}`);
      for (const { lines } of entries)
        expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
    }),
    { numRuns: 5, endOnFailure: true },
  );
  const { rows } = await sql<{ left: number; receipts: number }>`
    select
      (select coalesce(sum(amount - used), 0)::int from vouchers where purpose = 'multi' and canceled_at is null) as left,
      (select coalesce(sum(total_amount), 0)::int from invoices where kind = 'receipt') as receipts`.execute(
    testBed.testApp.db,
  );
  const { rows: used } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::int as used from vouchers where purpose = 'multi'`.execute(testBed.testApp.db);
  expect(rows[0]?.receipts).toBe((rows[0]?.left ?? 0) + (used[0]?.used ?? 0));
});
