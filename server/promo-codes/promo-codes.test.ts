/** Promo codes: what they take off bookings, why they do not hold, and that none is used more often than it can be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PromoCode } from "#contract/promo-codes.ts";
import { confirmPayment } from "#server/events/occupancy.ts";
import { createDebtors, type Debtors } from "#tests/support/debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "#tests/support/payment-test-bed.ts";
import { listChargeFaults, listSaleFaults } from "#tests/support/charge-faults.ts";
import { createTestClub } from "#tests/support/test-club.ts";
import type { ApiCall } from "#tests/support/test-app.ts";

let testBed: PaymentTestBed;
let debtors: Debtors;
/** 33.50 € an hour, 50.25 € for 90 minutes. */
let court: string;
let staff: ApiCall;
/** The clock stands at noon of 1 June 2026. */
beforeAll(async () => {
  testBed = await createPaymentTestBed();
  debtors = await createDebtors(testBed);
  ({ staff } = testBed.club);
  court = await testBed.club.addField();
  await testBed.club.addPrices([court], { 60: 3350, 90: 5025 }, { name: "Evening" });
});
afterAll(() => testBed.close());

const path = (rest: string) => testBed.club.path(rest);
let codes = 0;
async function addCode(draft: object = {}): Promise<PromoCode> {
  codes += 1;
  const { status, body } = await testBed.club.manager("POST", path("/promo-codes"), {
    ...{ code: `CODE${codes}`, kind: "percent", value: 10 },
    ...draft,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
const change = (id: string, draft: object) => testBed.club.manager("PATCH", path(`/promo-codes/${id}`), draft);
const countUses = async (id: string): Promise<number> =>
  (await testBed.club.manager("GET", path("/promo-codes"))).body.data.find((one: PromoCode) => one.id === id).uses;

let slots = 0;
function draftWith(promoCode: string | undefined, more: object = {}) {
  slots += 1;
  const startTime = new Date(Date.parse("2026-06-12T00:00:00Z") + slots * 2 * 3_600_000).toISOString();
  return testBed.draft({ fieldId: court, startTime, promoCode, ...more });
}
const book = (draft: object, api = staff) => api("POST", path("/events"), draft);
async function booked(draft: object, api = staff) {
  const { status, body } = await book(draft, api);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as {
    id: string;
    price: number;
    priceLines: { label: string; total: number }[];
    paymentStatus: string;
  };
}
async function quote(promoCode: string, more: object = {}, api = staff) {
  const draft = { fieldId: court, startTime: "2026-06-12T12:00:00Z", duration: 60, promoCode, ...more };
  const { status, body } = await api("POST", path("/quotes"), draft);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const refusalOf = async (promoCode: string, more: object = {}) => (await quote(promoCode, more)).promo.refusal;
const readEvent = async (id: string) => (await staff("GET", path(`/events/${id}`))).body.data;

test("member discount 15 %, code 10 %: 33.50, 28.47, 25.62 with three steps in the trace, and VAT 4.27 on the invoice", async () => {
  const product = await testBed.club.manager("POST", path("/products"), { name: "Memberships", kind: "subscription" });
  const type = { name: "Gold", price: 3000, termKind: "months", termLength: 3, discounts: [{ percent: 15 }] };
  const { body: made } = await testBed.club.manager("POST", path("/subscription-types"), {
    ...{ ...type, productId: product.body.data.id },
  });
  const customerId = await debtors.addCustomer("Or");
  const lines = [{ subscriptionTypeId: made.data.id, quantity: 1 }];
  expect((await staff("POST", path("/sales"), { customerId, lines, payment: { method: "cash" } })).status).toBe(201);
  const { code } = await addCode();
  const quoted = await quote(code.toLowerCase(), { customerId });
  expect(quoted).toMatchObject({ total: 2562, takesPromoCodes: true, promo: { code, discount: 285, refusal: null } });
  expect(quoted.lines.map(({ total }: { total: number }) => total)).toEqual([2847, -285]);
  const told = quoted.trace.filter(({ rule }: { rule: string }) => ["price", "discount", "total"].includes(rule));
  expect(told.filter(({ matched }: { matched: boolean }) => matched).map(({ why }: { why: string }) => why)).toEqual([
    expect.stringContaining("33.50"),
    "Membership Gold: −15%",
    expect.stringContaining("28.47"),
    `Promo code ${code}: €2.85 off, €25.62 to pay`,
  ]);
  const event = await booked(draftWith(` ${code.toLowerCase()} `, { customer: { customerId } }));
  expect(event).toMatchObject({ price: 2562, paymentStatus: "due" });
  const paid = await staff("POST", path(`/events/${event.id}/payments`), { amount: 2562, method: "cash" });
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  const invoice = await testBed.testApp.db
    .selectFrom("invoices")
    .select(["total_amount", "tax_amount", "content"])
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  expect(invoice).toMatchObject({ total_amount: 2562, tax_amount: 427 });
  const [line, ...others] = (invoice.content as { lines: { description: string; total: number; unitPrice: number }[] })
    .lines;
  expect(others).toEqual([]);
  expect(line).toMatchObject({ total: 2562, unitPrice: 2562 });
  expect(line?.description).toContain(`${code} · −10\u00a0%`);
});

test("an amount takes off no more than the price; a booking for nothing stands without a document", async () => {
  const { code } = await addCode({ kind: "amount", value: 500 });
  expect(await booked(draftWith(code))).toMatchObject({ price: 2850 });
  const whole = await addCode({ kind: "amount", value: 100_000 });
  const customerId = await debtors.addCustomer("Gratuit");
  const free = await booked(draftWith(whole.code, { customer: { customerId } }));
  expect(free).toMatchObject({ price: 0, paymentStatus: "none" });
  expect(free.priceLines.map(({ total }) => total)).toEqual([3350, -3350]);
  const [charge] = await debtors.listCharges(customerId);
  expect(charge?.amount ?? 0).toBe(0);
  const member = await booked(draftWith(whole.code), testBed.club.member);
  expect(member).toMatchObject({ price: 0, paymentStatus: "none", pendingReason: null, status: "approved" });
});

test("each rule that refuses a code is named in the quote, and beside the code when it is booked", async () => {
  const other = await testBed.club.addField();
  await testBed.club.addPrices([other], { 60: 3350 }, { name: "Other" });
  const { body: role } = await testBed.club.manager("POST", path("/roles"), {
    ...{ name: "Juniors", type: "member", permissions: ["fields.show"] },
  });
  const { body: window } = await testBed.club.manager("POST", path("/time-windows"), {
    ...{ name: "Mornings", weekdays: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "12:00" },
  });
  const rules: [object, string][] = [
    [{ bookedFrom: "2026-06-02" }, "can be used from Jun 2, 2026."],
    [{ bookedTo: "2026-05-31" }, "could be used until May 31, 2026."],
    [{ playedFrom: "2026-06-13" }, "is for bookings from Jun 13, 2026."],
    [{ playedTo: "2026-06-11" }, "is for bookings until Jun 11, 2026."],
    [{ fieldIds: [other] }, "is for other fields."],
    [{ windowIds: [window.data.id] }, "is for other hours."],
    [{ roleIds: [role.data.id] }, "is for other categories of customers."],
    [{ minAmount: 3351 }, "holds from €33.51 on."],
    [{ maxPerCustomer: 1 }, "are counted by customer."],
    [{ firstBookingOnly: true }, "are counted by customer."],
  ];
  for (const [rule, refusal] of rules) {
    const { code } = await addCode(rule);
    const quoted = await quote(code);
    expect(quoted).toMatchObject({ total: 3350, promo: { code, discount: 0 } });
    expect(quoted.promo.refusal).toContain(refusal);
    const draft = draftWith(code, { startTime: "2026-06-12T12:00:00Z" });
    const { status, body } = await book(draft);
    expect([status, body.errors]).toEqual([409, { promoCode: [expect.stringContaining(refusal)] }]);
  }
  const { code } = await addCode({
    minAmount: 3350,
    playedFrom: "2026-06-12",
    playedTo: "2026-06-12",
    fieldIds: [court],
  });
  expect(await refusalOf(code)).toBeNull();
  // Prices are refused before codes, and other members stay as they were.
  const unknown = await book(draftWith("NOBODY-HAS-IT"));
  expect([unknown.status, unknown.body.errors]).toEqual([422, { promoCode: ["There is no code NOBODY-HAS-IT."] }]);
});

test("a code lowers no price that was set by hand, that is free, or that a pack pays", async () => {
  const { code } = await addCode();
  const refused = async (more: object) => {
    const { status, body } = await book(draftWith(code, more));
    return [status, body.errors?.promoCode?.[0]];
  };
  expect(await refused({ price: 1000 })).toEqual([422, "A price set by hand takes no code."]);
  expect(await refused({ packId: court })).toEqual([422, "A pack pays the booking: there is nothing to discount."]);
  const free = await testBed.club.addField();
  expect(await refused({ fieldId: free })).toEqual([409, `There is nothing to pay that ${code} could lower.`]);
});

test("a first booking and the uses of each customer are counted by bookings that stand", async () => {
  const first = await addCode({ firstBookingOnly: true });
  const once = await addCode({ maxPerCustomer: 1 });
  const customerId = await debtors.addCustomer("Premier");
  const own = { customer: { customerId } };
  const event = await booked(draftWith(first.code, own));
  expect(await refusalOf(first.code, { customerId })).toBe(`The code ${first.code} is for a first booking only.`);
  expect((await book(draftWith(first.code, own))).status).toBe(409);
  await staff("POST", path(`/events/${event.id}/cancel`), { reason: "Rain" });
  expect(await refusalOf(first.code, { customerId })).toBeNull();
  const used = await booked(draftWith(once.code, own));
  const again = await book(draftWith(once.code, own));
  expect(again.body.errors.promoCode[0]).toContain("1 at most");
  expect(await countUses(once.id)).toBe(1);
  const others = await debtors.addCustomer("Deuxième");
  await booked(draftWith(once.code, { customer: { customerId: others } }));
  expect(await countUses(once.id)).toBe(2);
  await staff("POST", path(`/events/${used.id}/cancel`), { reason: "Rain" });
  expect(await countUses(once.id)).toBe(1);
  await booked(draftWith(once.code, own));
});

test("of twenty who book with the last uses at once as many get it as there are, and the other slots are free again", async () => {
  const { code, id } = await addCode({ maxUses: 3 });
  const drafts = Array.from({ length: 20 }, () => draftWith(code));
  const phones: ApiCall[] = [];
  for (const _draft of drafts)
    phones.push(testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 4)));
  const answers = await Promise.all(
    drafts.map((draft, index) => book({ ...draft, payment: "on_site" }, phones[index])),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const lost = answers.flatMap(({ status, body }, index) => (status === 201 ? [] : [{ status, body, index }]));
  for (const { status, body } of lost)
    expect([status, body.errors]).toEqual([
      409,
      { promoCode: [`The code ${code} has been used as often as it can be.`] },
    ]);
  expect(await countUses(id)).toBe(3);
  const again = await booked({ ...drafts[lost[0]?.index ?? 0], promoCode: undefined });
  expect(again.price).toBe(3350);
});

test("a hold that is not paid in time gives its use back; a restored booking takes it again, or is refused", async () => {
  const { code, id } = await addCode({ maxUses: 1 });
  const held = await booked(draftWith(code, { payment: "online" }), testBed.club.member);
  expect(held).toMatchObject({ price: 3015, pendingReason: "payment" });
  expect(await countUses(id)).toBe(1);
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect(await countUses(id)).toBe(0);
  const event = await booked(draftWith(code));
  const act = (name: string, body: object) => staff("POST", path(`/events/${event.id}/${name}`), body);
  await act("cancel", { reason: "Rain" });
  expect((await act("restore", {})).status).toBe(200);
  expect(await countUses(id)).toBe(1);
  await act("cancel", { reason: "Rain" });
  const taken = await booked(draftWith(code));
  const refused = await act("restore", {});
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `The code ${code} has been used as often as it can be.`,
  ]);
  await staff("POST", path(`/events/${taken.id}/cancel`), { reason: "Rain" });
  expect((await act("restore", {})).status).toBe(200);
});

test("money that comes late for a hold keeps the price that was asked for, also beyond the last use; nobody else gets one", async () => {
  const { code, id } = await addCode({ maxUses: 1 });
  const held = await booked(draftWith(code, { payment: "online" }), testBed.club.member);
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.expire");
  await booked(draftWith(code));
  const { appContext, clock, db } = testBed.testApp;
  const { organizationId } = testBed.club;
  const kept = await db
    .transaction()
    .execute((transaction) =>
      confirmPayment({ db: transaction, appContext, now: clock.now(), organizationId }, held.id),
    );
  expect([kept, await readEvent(held.id)]).toMatchObject(["held", { status: "approved", price: 3015 }]);
  expect(await countUses(id)).toBe(2);
  expect((await book(draftWith(code))).body.errors).toEqual({
    promoCode: [`The code ${code} has been used as often as it can be.`],
  });
});

test("a booking that moves keeps the code by its terms, one that is priced by hand gives it back", async () => {
  const { code, id } = await addCode({ playedTo: "2026-07-31" });
  const event = await booked(draftWith(code));
  await change(id, { value: 50, active: false });
  const patch = (body: object) => staff("PATCH", path(`/events/${event.id}`), body);
  const longer = await patch({ startTime: "2026-07-02T12:00:00Z", duration: 90 });
  expect([longer.status, longer.body.data.price]).toEqual([200, 4522]);
  const late = await patch({ startTime: "2026-08-01T12:00:00Z" });
  expect([late.status, late.body.errors]).toEqual([
    409,
    { startTime: [`The code ${code} is for bookings until Jul 31, 2026.`] },
  ]);
  expect((await readEvent(event.id)).price).toBe(4522);
  const kept = await patch({ startTime: "2026-08-01T12:00:00Z", pricing: "keep" });
  expect([kept.status, kept.body.data.price]).toEqual([200, 4522]);
  const own = await patch({ price: 2000 });
  expect([own.status, own.body.data.price]).toEqual([200, 2000]);
  expect(await countUses(id)).toBe(0);
});

test("wrong codes are limited by person; right ones are not counted", async () => {
  const guesser = testBed.testApp.as(await testBed.testApp.member(testBed.club.organizationId, 4));
  const { code } = await addCode();
  for (let tries = 0; tries < 12; tries += 1) await quote(code, {}, guesser);
  const guess = (promoCode: string) =>
    guesser("POST", path("/quotes"), { fieldId: court, startTime: "2026-06-12T12:00:00Z", duration: 60, promoCode });
  for (let tries = 0; tries < 10; tries += 1)
    expect((await guess(`WRONG${tries}`)).body.data.promo.refusal).toBe(`There is no code WRONG${tries}.`);
  const refused = await guess("WRONG10");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await book(draftWith(code), guesser)).status).toBe(429);
  expect((await book(draftWith(undefined, { payment: "on_site" }), guesser)).status).toBe(201);
});

test("codes are unique whatever their capitals, archived ones are unknown, and others' codes are nobody's here", async () => {
  const { id, code } = await addCode({ code: "été-26" });
  expect(code).toBe("ÉTÉ-26");
  const twice = await testBed.club.manager("POST", path("/promo-codes"), { code: "ÉTÉ-26", kind: "amount", value: 1 });
  expect([twice.status, Object.keys(twice.body.errors)]).toEqual([409, ["code"]]);
  expect((await change(id, { active: false })).status).toBe(200);
  expect(await refusalOf(code)).toBe("There is no code ÉTÉ-26.");
  const elsewhere = await createTestClub(testBed.testApp, {}, await testBed.testApp.organization("Elsewhere"));
  const theirs = await elsewhere.manager("POST", elsewhere.path("/promo-codes"), {
    ...{ code: "THEIRS", kind: "percent", value: 10 },
  });
  expect(theirs.status).toBe(201);
  expect(await refusalOf("THEIRS")).toBe("There is no code THEIRS.");
  expect((await change(theirs.body.data.id, { value: 20 })).status).toBe(404);
  const strange = await elsewhere.manager("POST", elsewhere.path("/promo-codes"), {
    ...{ code: "STRANGE", kind: "percent", value: 10, fieldIds: [court] },
  });
  expect(strange.status).toBe(422);
  for (const wrong of [
    { value: 101 },
    { kind: "percent", value: 5000 },
    { playedFrom: "2027-01-02", playedTo: "2027-01-01" },
  ])
    expect((await change(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
});

const post = (rest: string, body: object, api = testBed.club.manager) => api("POST", path(rest), body);
const sellTo = (customerId: string, line: object, more: object = {}) =>
  post("/sales", { customerId, lines: [{ quantity: 1, ...line }], payment: { method: "cash" }, ...more }, staff);
async function addPackType(price: number): Promise<string> {
  const product = await post("/products", { name: "Packs", kind: "pack" });
  const type = { name: "10 hours", price, unit: "count", units: 10, minutesPerUnit: 60 };
  const { status, body } = await post("/pack-types", { productId: product.body.data.id, ...type });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
async function addMembershipType(draft: object): Promise<string> {
  const product = await post("/products", { name: "Memberships", kind: "subscription" });
  const type = { name: "Year", price: 24_000, termKind: "months", termLength: 12, ...draft };
  const { status, body } = await post("/subscription-types", { productId: product.body.data.id, ...type });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}
const readInvoice = (chargeId: string) =>
  testBed.testApp.db
    .selectFrom("invoices")
    .innerJoin("invoice_lines", (join) =>
      join
        .onRef("invoice_lines.organization_id", "=", "invoices.organization_id")
        .onRef("invoice_lines.invoice_id", "=", "invoices.id"),
    )
    .select(["total_amount", "tax_amount", "content"])
    .where("invoice_lines.charge_id", "=", chargeId)
    .where("invoices.kind", "=", "invoice")
    .executeTakeFirstOrThrow();

test("a code lowers packs: VAT is on what is paid, the invoice names it, and the rest of a pack comes back at that price", async () => {
  const packTypeId = await addPackType(18_000);
  const { code, id } = await addCode({ appliesTo: "pack", maxUses: 5 });
  const customerId = await debtors.addCustomer("Carnet");
  const asked = { customerId, lines: [{ kind: "pack", amount: 36_000 }] };
  const quoted = await post("/sales/promo-code", { ...asked, promoCode: code.toLowerCase() }, staff);
  expect([quoted.status, quoted.body.data]).toEqual([
    200,
    { currency: "EUR", takesPromoCodes: true, promo: { code, discount: 3600, refusal: null } },
  ]);
  const other = await sellTo(customerId, { packTypeId, quantity: 2 }, { promoCode: code, promoDiscount: 3599 });
  expect([other.status, Object.keys(other.body.errors)]).toEqual([409, ["promoCode"]]);
  const { status, body } = await sellTo(
    customerId,
    { packTypeId, quantity: 2 },
    { promoCode: code, promoDiscount: 3600 },
  );
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data.charges[0]).toMatchObject({ amount: 32_400, settled: 32_400, product: { discount: 3600 } });
  const invoice = await readInvoice(body.data.charges[0].id);
  expect(invoice).toMatchObject({ total_amount: 32_400, tax_amount: 5400 });
  const [line] = (invoice.content as { lines: { description: string; total: number }[] }).lines;
  expect(line?.description).toMatch(new RegExp(`^10 hours\u00a0×\u00a02 \\(${code} · −10\u00a0%`));
  expect(await countUses(id)).toBe(1);
  const [pack] = (await staff("GET", path(`/packs?customerId=${customerId}`))).body.data;
  const rest = await testBed.club.manager("GET", path(`/packs/${pack.id}/refund`));
  expect(rest.body.data, JSON.stringify(rest.body)).toMatchObject({ amount: 16_200 });
});

test("a code lowers a membership without its joining fee, which comes back by the days at the price that was paid", async () => {
  const subscriptionTypeId = await addMembershipType({ joiningFee: 2000 });
  const { code } = await addCode({ appliesTo: "subscription", kind: "amount", value: 4000 });
  const customerId = await debtors.addCustomer("Année");
  const { status, body } = await sellTo(
    customerId,
    { subscriptionTypeId, startsOn: "2026-05-02" },
    { promoCode: code },
  );
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data.charges.map(({ amount }: { amount: number }) => amount)).toEqual([20_000, 2000]);
  const [held] = (await staff("GET", path(`/subscriptions?customerId=${customerId}`))).body.data;
  const canceled = await testBed.club.manager("GET", path(`/subscriptions/${held.id}/cancellation`));
  expect(canceled.body.data, JSON.stringify(canceled.body)).toMatchObject({ usedDays: 30, kept: 1644, amount: 18_356 });
});

test("each rule that refuses a code for a sale is named beside it, and nothing is sold", async () => {
  const packTypeId = await addPackType(18_000);
  const customerId = await debtors.addCustomer("Refus");
  const { code: ofBookings } = await addCode();
  const { code: ofMemberships } = await addCode({ appliesTo: "subscription" });
  const { code: whole } = await addCode({ appliesTo: "pack", value: 100 });
  const { code: dear } = await addCode({ appliesTo: "pack", minAmount: 18_001 });
  const { code: over } = await addCode({ appliesTo: "pack", bookedTo: "2026-05-31" });
  const { code: closed, id } = await addCode({ appliesTo: "pack" });
  expect((await change(id, { active: false })).status).toBe(200);
  const before = await debtors.listCharges(customerId);
  for (const [promoCode, status, refusal] of [
    [ofBookings, 409, `The code ${ofBookings} is for bookings.`],
    [ofMemberships, 409, `The code ${ofMemberships} is for memberships.`],
    [whole, 409, `The code ${whole} would leave nothing to pay. Grant it instead.`],
    [dear, 409, `The code ${dear} holds from €180.01 on.`],
    [over, 409, `The code ${over} could be used until May 31, 2026.`],
    [closed, 422, `There is no code ${closed}.`],
  ] as const) {
    const refused = await sellTo(customerId, { packTypeId }, { promoCode });
    expect([refused.status, refused.body.errors]).toEqual([status, { promoCode: [refusal] }]);
    const asked = { customerId, lines: [{ kind: "pack", amount: 18_000 }], promoCode };
    expect((await post("/sales/promo-code", asked, staff)).body.data.promo).toEqual({
      ...{ code: promoCode, discount: 0, refusal },
    });
  }
  const own = { packTypeId, price: 17_000, priceReason: "Late" };
  const { code } = await addCode({ appliesTo: "pack" });
  const line = { quantity: 1, ...own };
  const ownPrice = await post("/sales", { customerId, lines: [line], payment: { method: "cash" }, promoCode: code });
  expect([ownPrice.status, ownPrice.body.errors]).toEqual([409, { promoCode: ["A price set by hand takes no code."] }]);
  const askedAtOwnPrice = { customerId, lines: [{ kind: "pack", amount: 17_000, hasOwnPrice: true }], promoCode: code };
  expect((await post("/sales/promo-code", askedAtOwnPrice, staff)).body.data.promo).toEqual({
    ...{ code, discount: 0, refusal: "A price set by hand takes no code." },
  });
  expect(await refusalOf(ofMemberships)).toBe(`The code ${ofMemberships} is for memberships.`);
  expect((await book(draftWith(ofMemberships))).status).toBe(409);
  expect(await debtors.listCharges(customerId)).toEqual(before);
  for (const wrong of [{ playedFrom: "2026-07-01" }, { fieldIds: [court] }, { firstBookingOnly: true }])
    expect(
      await post("/promo-codes", { code: "WRONGRULE", kind: "percent", value: 5, appliesTo: "pack", ...wrong }),
    ).toMatchObject({
      ...{ status: 422, body: { errors: { [Object.keys(wrong)[0] ?? ""]: ["Only for codes of bookings"] } } },
    });
});

test("two desks at the last use: one sale, one refusal, no charge left over; voided and refunded sales give a use back", async () => {
  const packTypeId = await addPackType(18_000);
  const subscriptionTypeId = await addMembershipType({});
  const { code, id } = await addCode({ appliesTo: "pack", maxUses: 1 });
  const buyers = await Promise.all([1, 2, 3, 4].map((which) => debtors.addCustomer(`Dernier ${which}`)));
  const answers = await Promise.all(buyers.map((buyer) => sellTo(buyer, { packTypeId }, { promoCode: code })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  const sold = (await Promise.all(buyers.map((buyer) => debtors.listCharges(buyer)))).flat();
  expect(sold.map(({ amount }) => amount)).toEqual([16_200]);
  expect(await countUses(id)).toBe(1);
  const paymentId = answers.find(({ status }) => status === 201)?.body.data.payment.payments[0].id;
  const refund = await post(`/payments/${paymentId}/refund`, { amount: 16_200, reason: "Sold by mistake" });
  expect(refund.status, JSON.stringify(refund.body)).toBeLessThan(300);
  expect(await countUses(id)).toBe(0);
  const once = await addCode({ appliesTo: "subscription", maxPerCustomer: 1 });
  const [buyer = ""] = buyers;
  const owed = await sellTo(buyer, { subscriptionTypeId }, { promoCode: once.code, payment: null });
  expect(owed.status, JSON.stringify(owed.body)).toBe(201);
  const again = await sellTo(buyer, { subscriptionTypeId: await addMembershipType({}) }, { promoCode: once.code });
  expect(again.body.errors).toEqual({
    promoCode: [`Uses of ${once.code} for each customer: 1 at most. They are used up.`],
  });
  const voided = await post(`/charges/${owed.body.data.charges[0].id}/void`, { reason: "By mistake" });
  expect(voided.status, JSON.stringify(voided.body)).toBe(200);
  expect(await countUses(once.id)).toBe(0);
});

test("others' customers are unknown to the quote of a sale", async () => {
  const elsewhere = await createTestClub(testBed.testApp, {}, await testBed.testApp.organization("Far away"));
  const { body } = await elsewhere.manager("POST", elsewhere.path("/customers"), {
    ...{ kind: "person", firstName: "Ana", lastName: "Loin" },
  });
  const asked = { customerId: body.data.id, lines: [{ kind: "pack", amount: 18_000 }] };
  expect((await post("/sales/promo-code", asked)).status).toBe(422);
});

test("charges of bookings and sales with codes add up", async () => {
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
  expect(await listSaleFaults(testBed.testApp.db)).toEqual([]);
});

const slug = "club-des-codes";
async function openToGuests(): Promise<void> {
  await testBed.club.manager("PATCH", path("/page"), { state: "unlisted", slug });
  const guestRules = { horizonDays: 60, noticeMinutes: 0, mostActive: 5 };
  const { status, body } = await testBed.club.manager("PATCH", path(""), { guestBooking: "payment", guestRules });
  expect(status, JSON.stringify(body)).toBe(200);
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
}
const visitor = (...args: Parameters<ApiCall>) => testBed.testApp.as(null)(...args);
const guestPlace = () => {
  const { fieldId, startTime, duration } = draftWith(undefined);
  return { fieldId, startTime, duration };
};
const quoteGuest = async (promoCode: string, place = guestPlace()) =>
  visitor("POST", `/public/${slug}/quotes`, { ...place, promoCode });
async function bookGuest(email: string, promoCode: string, more: object = {}) {
  const { body } = await visitor("GET", `/public/${slug}`);
  testBed.testApp.clock.advance(3000);
  const contact = { name: "Ada Byron", email };
  return visitor("POST", `/public/${slug}/bookings`, {
    ...{ ...guestPlace(), contact, promoCode, ticket: body.data.ticket, ...more },
  });
}
async function proveAddress(address: string): Promise<string> {
  const { body } = await visitor("GET", `/public/${slug}`);
  testBed.testApp.clock.advance(3000);
  const sent = await visitor("POST", `/public/${slug}/codes`, { address, ticket: body.data.ticket });
  await testBed.testApp.jobs.runAll();
  const mails = await testBed.testApp.mails();
  const mine = mails.filter(({ to }) => to?.some((one) => one.address === address));
  const code = mine.map(({ text = "" }) => /\b(\d{6})\b/.exec(text)?.[1]).findLast(Boolean) ?? "";
  const checked = await visitor("POST", `/public/${slug}/codes/${sent.body.data.id}/check`, { code });
  return checked.body.data.proof;
}

test("a guest books with a code: the price is lower, and a hold that runs out gives the use back", async () => {
  await openToGuests();
  const { id, code } = await addCode({ maxUses: 1 });
  const quoted = await quoteGuest(code.toLowerCase());
  expect([quoted.status, quoted.body.data], JSON.stringify(quoted.body)).toMatchObject([
    200,
    { total: 3015, needsCode: false, takesPromoCodes: true, promo: { code, discount: 335, refusal: null } },
  ]);
  const made = await bookGuest("ada@codes.example", code);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { secret } = made.body.data;
  const booking = (await visitor("GET", `/bookings/${secret}`)).body.data;
  expect(booking).toMatchObject({ status: "to_pay", price: 3015, due: 3015 });
  expect(await countUses(id)).toBe(1);
  const second = await bookGuest("eve@codes.example", code);
  expect([second.status, second.body.errors]).toEqual([
    409,
    { promoCode: [`The code ${code} has been used as often as it can be.`] },
  ]);
  testBed.testApp.clock.advance(40 * 60_000);
  await testBed.testApp.jobs.runScheduled("events.expire");
  expect(await countUses(id)).toBe(0);
});

test("codes that are counted by customer ask a guest for a proof, and count by the proved address", async () => {
  await openToGuests();
  const once = await addCode({ maxPerCustomer: 1 });
  const first = await addCode({ firstBookingOnly: true });
  for (const { code } of [once, first]) {
    const quoted = await quoteGuest(code);
    expect(quoted.body.data).toMatchObject({ needsCode: true, promo: { discount: 335, refusal: null } });
    const unproved = await bookGuest("nobody@codes.example", code);
    expect([unproved.status, Object.keys(unproved.body.errors)]).toEqual([422, ["proof"]]);
  }
  const email = "grace@codes.example";
  const proof = await proveAddress(email);
  const booked1 = await bookGuest(email, first.code, { proof, payment: "on_site" });
  expect(booked1.status, JSON.stringify(booked1.body)).toBe(201);
  const again = await bookGuest(email, first.code, { proof, payment: "on_site" });
  expect([again.status, again.body.errors?.promoCode?.[0]]).toEqual([409, expect.stringContaining("first booking")]);
  const answers = await Promise.all(
    [0, 1].map(() =>
      bookGuest(email, once.code, { proof, payment: "on_site", contact: { name: "Other Name", email } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await countUses(once.id)).toBe(1);
});

test("visitors guess no codes: their network is limited, and the price is still said", async () => {
  await openToGuests();
  const place = guestPlace();
  const answers: unknown[] = [];
  for (let tries = 0; tries < 31; tries += 1) {
    const { status, body } = await quoteGuest(`WRONG${tries}`, place);
    answers.push([status, body.data?.total, body.data?.promo.discount]);
  }
  expect(answers).toEqual([...Array.from({ length: 30 }, () => [200, 3350, 0]), [429, undefined, undefined]]);
  expect((await visitor("POST", `/public/${slug}/quotes`, place)).status).toBe(200);
  const unknown = await bookGuest("mallory@codes.example", "WRONG99");
  expect(unknown.status).toBe(429);
  await testBed.testApp.db.deleteFrom("rate_limits").execute();
  const refused = await bookGuest("mallory@codes.example", "WRONG99");
  expect([refused.status, refused.body.errors]).toEqual([422, { promoCode: ["There is no code WRONG99."] }]);
});

const seriesTemplate = (promoCode: string, more: object = {}) => ({
  ...{ fieldId: court, startTime: "2026-07-07T18:00:00+02:00", duration: 60, name: "Training", type: "training" },
  ...{ promoCode, ...more },
});
const weeks = (count: number) => ({ weekdays: [2], count });
const previewSeries = (template: object, count = 4) =>
  staff("POST", path("/event-series/preview"), { template, rule: weeks(count) });

test("a code lowers each date of a series on which it holds, as the preview has shown; a date elsewhere has its own price", async () => {
  const other = await testBed.club.addField();
  await testBed.club.addPrices([other], { 60: 2000 });
  const customerId = await debtors.addCustomer("Série");
  const { id, code } = await addCode({ playedTo: "2026-07-21", maxUses: 2 });
  const template = seriesTemplate(code.toLowerCase(), { customer: { customerId } });
  const shown = await previewSeries(template);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  const rows = shown.body.data.occurrences as { date: string; price: number; promo: { refusal: string | null } }[];
  expect(rows.map(({ price, promo }) => [price, promo.refusal])).toEqual([
    [3015, null],
    [3015, null],
    [3350, `The code ${code} has been used as often as it can be.`],
    [3350, expect.stringContaining("21")],
  ]);
  const dates = rows.map(({ date }, index) => (index === 0 ? { date, fieldId: other } : { date }));
  const made = await staff("POST", path("/event-series"), { template, rule: weeks(4), dates });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const prices: number[] = [];
  for (const eventId of made.body.data.created) prices.push((await readEvent(eventId)).price);
  // The first one left its use to the third.
  expect(prices).toEqual([2000, 3015, 3015, 3350]);
  expect(await countUses(id)).toBe(2);
  const [, second] = made.body.data.created;
  await staff("POST", path(`/events/${second}/cancel`), { reason: "Rain" });
  expect(await countUses(id)).toBe(1);
  const skipped = await staff("GET", path(`/event-series/${made.body.data.seriesId}/skipped`));
  expect(skipped.body.data.occurrences).toMatchObject([{ date: rows[1]?.date, price: 3015, promo: { refusal: null } }]);
  expect(await listChargeFaults(testBed.testApp.db)).toEqual([]);
});

test("a code of a first booking lowers the first date alone; wrong ones are told beside their field", async () => {
  const template = { startTime: "2026-08-04T18:00:00+02:00", customer: { name: "New Person" } };
  const { code } = await addCode({ firstBookingOnly: true });
  const shown = await previewSeries(seriesTemplate(code, template));
  const prices = shown.body.data.occurrences.map(({ price }: { price: number }) => price);
  expect(prices).toEqual([3015, 3350, 3350, 3350]);
  const unknown = await previewSeries(seriesTemplate("NOBODY", template));
  expect([unknown.status, unknown.body.errors]).toEqual([422, { "template.promoCode": ["There is no code NOBODY."] }]);
  const byHand = await previewSeries(seriesTemplate(code, { ...template, price: 100, priceReason: "Agreed" }));
  expect([byHand.status, byHand.body.errors]).toEqual([
    422,
    { "template.promoCode": ["A price set by hand takes no code."] },
  ]);
});

test("a code that is used up while a series is booked leaves its date out, at no other price than was shown", async () => {
  const { id, code } = await addCode({ maxUses: 3 });
  const book1 = (startTime: string) => {
    const template = seriesTemplate(code, { startTime });
    const dates = ["2026-09-01", "2026-09-08"].map((date) => ({ date }));
    return staff("POST", path("/event-series"), { template, rule: weeks(2), dates });
  };
  const answers = await Promise.all(["18", "20"].map((hour) => book1(`2026-09-01T${hour}:00:00+02:00`)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const created: string[] = answers.flatMap(({ body }) => body.data.created);
  const prices: number[] = [];
  for (const eventId of created) prices.push((await readEvent(eventId)).price);
  expect(prices.filter((price) => price === 3015)).toHaveLength(3);
  expect(await countUses(id)).toBe(3);
});
