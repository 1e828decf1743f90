/** Sells products at the desk: a charge, a payment and a line of the invoice for each, in one transaction. */
import type { SaleTarget } from "#contract/promo-codes-discount-rules.ts";
import { MAX_SALE_AMOUNT, type PaymentGroup, type Sale, type SaleDraft, type payments } from "#contract/payments.ts";
import { listChargesOfIds } from "#server/charges/queries.ts";
import { amountOfLine, insertSaleCharges, type SoldLine, type SoldProduct } from "#server/charges/sale-charges.ts";
import { findPresentCustomer, lockCustomer } from "#server/customers/queries.ts";
import { holdWalletToPay } from "#server/credits/wallet.ts";
import type { VoucherDraft } from "#contract/vouchers.ts";
import { assertOnVoucher, holdVoucherToPay } from "#server/vouchers/pay.ts";
import { describeVoucher, insertVoucher } from "#server/vouchers/sell.ts";
import type { VoucherRow } from "#server/vouchers/with-names.ts";
import { claimPromoOfSale, type LockedPromo, holdPromoOfSale } from "#server/promo-codes/of-sale.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { findPricingRoleIds } from "#server/prices/pricing-roles.ts";
import { insertPacks, holdPackTypeForSale } from "#server/packs/sell.ts";
import { holdSubscriptionForSale, insertSubscription, type SubscriptionToSell } from "#server/subscriptions/sell.ts";
import { lockProductsForSale } from "#server/products/queries.ts";
import { readSaleTaxRates } from "#server/products/sale-rate.ts";
import { formatMoney } from "#messages/format-money.ts";
import { publishPaymentSucceeded } from "./ledger.ts";
import { notifyPaidTogether } from "./mail.ts";
import { listPaymentsOfGroup } from "./queries.ts";
import { assertCashWithinLimit } from "./cash-limit.ts";
import { keepReceiptAddress } from "./receipt-address.ts";
import { insertDeskPayment } from "./record-payment.ts";
import { recordTopUp } from "./record-top-up.ts";
import { tillPort } from "./till-port.ts";
import { describeTopUp } from "./top-ups.ts";

const sumLines = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + amountOfLine(line), 0);

type SellCall = Call<typeof payments.sell>;
type DraftLine = SaleDraft["lines"][number];

/** @throws HttpError 422 on `customerId` */
async function lockBuyer({ db, organizationId, body }: SellCall) {
  const unknown = () => invalidFields({ customerId: [message("customers.unknown")] });
  const { id, billing } = await lockCustomer(db, organizationId, body.customerId, unknown);
  const customer = await findPresentCustomer(db, organizationId, id);
  if (!customer) throw unknown();
  return { ...customer, billing };
}

/** The price that the desk has seen must be the product's, unless it says why it is another one. */
function assertPrice(
  { access, language }: SellCall,
  { line, index, product, currency }: { line: DraftLine; index: number; product: SoldProduct; currency: string },
): void {
  if (line.price === undefined || line.price === product.price) return;
  const price = formatMoney(product.price, currency, language);
  if (!line.priceReason)
    throw invalidFields({
      [`lines.${index}.price`]: [message("payments.priceChanged", { name: product.name, price })],
    });
  if (!access.permissions.has("sales.adjust")) throw forbidden("sales.adjust");
}

/** A pack is a product of its type's name and price. @throws HttpError 422 on the line */
async function findSoldPack(call: SellCall, typeId: string, index: number): Promise<SoldProduct & { kind: "pack" }> {
  const { productId: id, name, price } = await holdPackTypeForSale(call, typeId, `lines.${index}.packTypeId`);
  return { id, name, price, kind: "pack" };
}

/** @throws HttpError 422 on a line that names none of them, or several */
function assertOneThing({ body }: SellCall): void {
  const wrong = body.lines.flatMap((line, index) =>
    [line.productId, line.packTypeId, line.subscriptionTypeId, line.topUp, line.voucher].filter(
      (one) => one !== undefined,
    ).length === 1
      ? []
      : [index],
  );
  const errors = wrong.map((index) => [`lines.${index}.productId`, [message("payments.notForSale")]]);
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(errors));
}

/** Units of a pack are used as soon as it is there, so it is not left as owed. @throws HttpError 422 */
function assertPacksArePaid({ body }: SellCall): void {
  if (body.payment === null && body.lines.some(({ packTypeId }) => packTypeId !== undefined))
    throw invalidFields({ payment: [message("payments.packsPaidAtOnce")] });
}

/** Money ahead is there at once, and neither owed nor taken from where it goes. @throws HttpError 422 */
function assertTopUpsArePaid({ body }: SellCall): void {
  if (body.lines.every(({ topUp }) => topUp === undefined)) return;
  if (body.payment === null) throw invalidFields({ payment: [message("credits.topUpPaidAtOnce")] });
  if (body.payment.method === "balance" || body.payment.method === "voucher")
    throw invalidFields({ "payment.method": [message("credits.topUpByBalance")] });
}

/** A voucher can be used as soon as it is there. It is paid with money, so that what was paid for it can come back. @throws HttpError 422 */
function assertVouchersArePaid({ body }: SellCall): void {
  if (body.lines.every(({ voucher }) => voucher === undefined)) return;
  if (body.payment === null) throw invalidFields({ payment: [message("vouchers.paidAtOnce")] });
  if (body.payment.method === "balance" || body.payment.method === "voucher")
    throw invalidFields({ "payment.method": [message("vouchers.paidWithMoney")] });
}

/** A line of the sale: each sells something by a charge of its own, a membership its joining fee by another one. */
interface SaleLine extends SoldLine {
  packTypeId?: string;
  subscription?: SubscriptionToSell;
  isTopUp?: boolean;
  voucher?: VoucherDraft;
}

/** Packs of the lines that sell some. */
const insertSoldPacks = (
  call: SellCall,
  customerId: string,
  lines: readonly SaleLine[],
  chargeIds: readonly string[],
): Promise<string[]> =>
  insertPacks(
    call,
    lines.flatMap(({ packTypeId: typeId, quantity }, index) =>
      typeId ? [{ typeId, customerId, quantity, chargeId: chargeIds[index] ?? null, reason: null }] : [],
    ),
  );

/** Memberships of the lines that sell some. Their charges are there, and not paid yet. */
async function insertSoldSubscriptions(
  call: SellCall,
  { id: customerId, billing }: Buyer,
  lines: readonly SaleLine[],
  chargeIds: readonly string[],
): Promise<void> {
  for (const [index, { subscription }] of lines.entries())
    if (subscription)
      await insertSubscription(call, subscription, {
        ...{ customerId, chargeId: chargeIds[index] ?? "", counts: billing === "monthly" },
      });
}

/** @throws HttpError 422 for several of one membership, or several memberships of one type */
function assertSubscriptionsOnce({ body }: SellCall): void {
  const seen = new Set<string>();
  for (const [index, { subscriptionTypeId, quantity }] of body.lines.entries()) {
    if (subscriptionTypeId === undefined) continue;
    const isAgain = seen.has(subscriptionTypeId.toLowerCase());
    if (quantity > 1 || isAgain)
      throw invalidFields({
        [`lines.${index}.${isAgain ? "subscriptionTypeId" : "quantity"}`]: [message("subscriptions.soldOnce")],
      });
    seen.add(subscriptionTypeId.toLowerCase());
  }
}

/**
 * A membership with its joining fee. The price of the line is that of both.
 * @throws HttpError 403 without `sales.adjust`, 409 where it is full or held already, 422 on the line
 */
async function resolveSubscription(
  call: SellCall,
  { line, index, typeId, currency }: { line: DraftLine; index: number; typeId: string; currency: string },
  { customerId, roleIds }: { customerId: string; roleIds: readonly number[] },
): Promise<SaleLine[]> {
  const { access, t } = call;
  const beyondReason = line.beyondReason ?? null;
  if (beyondReason !== null && !access.permissions.has("sales.adjust")) throw forbidden("sales.adjust");
  const wanted = { typeId, customerId, startsOn: line.startsOn, beyondReason };
  const subscription = await holdSubscriptionForSale(call, wanted, `lines.${index}`);
  const { type, productId: id, term } = subscription;
  const { joiningFee, name } = type;
  const product = { id, name, price: term.price + joiningFee, kind: "subscription" } as const;
  assertPrice(call, { line, index, product, currency });
  const price = (line.price ?? product.price) - joiningFee;
  if (price < 1) throw invalidFields({ [`lines.${index}.price`]: [message("subscriptions.priceBelowFee")] });
  const taxRateId = (await readSaleTaxRates(call))({ productId: id, kind: "subscription", roleIds });
  const priceReason = price === term.price ? null : (line.priceReason ?? null);
  const sold = { quantity: 1, taxRateId };
  const fee = { id, name: t("subscriptions.joiningFeeOf", { name }), price: joiningFee, kind: "fee" } as const;
  return [
    {
      ...{ ...sold, product: { ...product, price: term.price }, unitPrice: price, priceReason },
      ...{ served: { from: term.from, to: term.to }, subscription: { ...subscription, term: { ...term, price } } },
    },
    ...(joiningFee > 0 ? [{ ...sold, product: fee, unitPrice: joiningFee, priceReason: null }] : []),
  ];
}

/** Locks the products, so that no price changes meanwhile. @throws HttpError 403, 409, 422 on a line */
async function resolveLines(
  call: SellCall,
  { customerId, roleIds, currency }: { customerId: string; roleIds: readonly number[]; currency: string },
): Promise<SaleLine[]> {
  const { lines } = call.body;
  const known = await lockProductsForSale(
    call,
    lines.flatMap(({ productId }) => productId ?? []),
  );
  const soldPacks = new Map<number, Awaited<ReturnType<typeof findSoldPack>>>();
  for (const [index, { packTypeId }] of lines.entries())
    if (packTypeId) soldPacks.set(index, await findSoldPack(call, packTypeId, index));
  const subscriptions = new Map<number, SaleLine[]>();
  for (const [index, line] of lines.entries())
    if (line.subscriptionTypeId) {
      const named = { line, index, typeId: line.subscriptionTypeId, currency };
      subscriptions.set(index, await resolveSubscription(call, named, { customerId, roleIds }));
    }
  const topUps = new Map<number, SaleLine>();
  for (const [index, { topUp, quantity }] of lines.entries())
    if (topUp !== undefined) {
      if (quantity > 1) throw invalidFields({ [`lines.${index}.quantity`]: [message("credits.topUpOnce")] });
      const line = await describeTopUp(call, { name: "credits.topUp", amount: topUp });
      topUps.set(index, { ...line, isTopUp: true });
    }
  const vouchers = new Map<number, SaleLine>();
  for (const [index, { voucher, quantity }] of lines.entries())
    if (voucher) {
      if (quantity > 1) throw invalidFields({ [`lines.${index}.quantity`]: [message("vouchers.soldOnce")] });
      vouchers.set(index, { ...(await describeVoucher(call, voucher, `lines.${index}.voucher`)), voucher });
    }
  const taxRateIdOf = await readSaleTaxRates(call);
  return lines.flatMap((line, index): SaleLine[] => {
    const sold = subscriptions.get(index) ?? topUps.get(index) ?? vouchers.get(index);
    if (sold) return [sold].flat();
    const product = soldPacks.get(index) ?? known.get(line.productId?.toLowerCase() ?? "");
    if (!product) throw invalidFields({ [`lines.${index}.productId`]: [message("payments.notForSale")] });
    assertPrice(call, { line, index, product, currency });
    const unitPrice = line.price ?? product.price;
    const taxRateId = taxRateIdOf({ productId: product.id, kind: product.kind, roleIds });
    const priceReason = unitPrice === product.price ? null : (line.priceReason ?? null);
    const packTypeId = line.packTypeId && { packTypeId: line.packTypeId };
    return [{ product, quantity: line.quantity, unitPrice, priceReason, taxRateId, ...packTypeId }];
  });
}

function targetOf({ packTypeId, subscription }: SaleLine): SaleTarget | null {
  if (packTypeId) return "pack";
  return subscription ? "subscription" : null;
}

/** @throws HttpError 409, 422 on `promoCode` */
function holdPromo(
  call: SellCall,
  lines: readonly SaleLine[],
  of: { customerId: string; roleIds: readonly number[]; currency: string },
): Promise<LockedPromo> | null {
  const { promoCode, promoDiscount } = call.body;
  if (!promoCode) return null;
  const priced = lines.map((line) => ({
    ...{ kind: targetOf(line), amount: amountOfLine(line), hasOwnPrice: line.priceReason !== null },
  }));
  return holdPromoOfSale(call, promoCode, { ...of, lines: priced }, promoDiscount);
}

/** A membership was agreed for what is paid of it: by that it is given back. */
function lowerLine(line: SaleLine, { discount: amount, label }: LockedPromo): SaleLine {
  const { subscription } = line;
  const { term } = subscription ?? {};
  return {
    ...{ ...line, discount: { amount, label } },
    ...(subscription && term && { subscription: { ...subscription, term: { ...term, price: term.price - amount } } }),
  };
}

type Buyer = Awaited<ReturnType<typeof lockBuyer>>;

/** A payment for each charge, all with one invoice. @param chargeIds of the lines */
async function takePayment(
  call: SellCall,
  payment: NonNullable<SaleDraft["payment"]>,
  {
    customer,
    chargeIds,
    lines,
    currency,
    voucher,
  }: { customer: Buyer; chargeIds: string[]; lines: SaleLine[]; currency: string; voucher: VoucherRow | null },
): Promise<PaymentGroup> {
  const { now, organizationId } = call;
  const { method, note, email, tillId } = payment;
  const buyer = { organization_id: organizationId, user_id: customer.user_id, customer_id: customer.id };
  await assertCashWithinLimit(call, { method, currency, amount: sumLines(lines), subjects: [] });
  await keepReceiptAddress(call, [buyer], email);
  const walletOf = await holdWalletToPay(call, { method, customerId: customer.id, amount: sumLines(lines), currency });
  const tillSessionId = await tillPort.lockSession(call, { method, currency, facilityIds: null, tillId });
  const paymentIds = lines.map(() => uuidv7(now)).toSorted();
  const [groupId = ""] = paymentIds;
  for (const [index, line] of lines.entries()) {
    const [id = "", chargeId = ""] = [paymentIds[index], chargeIds[index]];
    const subject = { event_id: null, charge_id: chargeId };
    const paid = { ...subject, user_id: customer.user_id, payer_name: customer.name, currency };
    const made = { id, groupId, tillSessionId, walletOf, voucher, method, note, amount: amountOfLine(line) };
    if (line.isTopUp) {
      await recordTopUp(call, { customerId: customer.id, chargeId, currency }, made);
      continue;
    }
    await insertDeskPayment(call, paid, made);
    await publishPaymentSucceeded(call, { id, ...subject });
    if (line.voucher) await insertVoucher(call, line.voucher, { customerId: customer.id, chargeId, currency });
  }
  await publish(call, "payments.takenTogether", { paymentIds });
  const receiptsTo = await notifyPaidTogether(call, paymentIds);
  const paid = await listPaymentsOfGroup(call, organizationId, groupId);
  return { id: groupId, amount: sumLines(lines), currency, payments: paid, receiptsTo };
}

/** @throws HttpError 403 for another price, 409 if the seller is incomplete, the till is closed or a membership is full, 422 */
export async function sellProducts(call: SellCall): Promise<Sale> {
  const { db, now, organizationId, body, language } = call;
  assertOneThing(call);
  assertPacksArePaid(call);
  assertTopUpsArePaid(call);
  assertVouchersArePaid(call);
  assertSubscriptionsOnce(call);
  const { currency, vatProfile, vatRate } = await findSettings(call);
  if (body.payment) await assertSellerComplete(call, true);
  const customer = await lockBuyer(call);
  const voucher = body.payment && (await holdVoucherToPay(call, body.payment, "payment.voucherCode"));
  const roleIds = await findPricingRoleIds(call, { customerId: customer.id });
  const of = { customerId: customer.id, roleIds, currency };
  const resolved = await resolveLines(call, of);
  const promo = await holdPromo(call, resolved, of);
  const lines = promo
    ? resolved.map((line, index) => (index === promo.line ? lowerLine(line, promo) : line))
    : resolved;
  const total = sumLines(lines);
  const most = formatMoney(MAX_SALE_AMOUNT, currency, language);
  if (total > MAX_SALE_AMOUNT) throw invalidFields({ lines: [message("payments.saleTooLarge", { most })] });
  assertOnVoucher(call, voucher, { amount: total, currency });
  const terms = { customerId: customer.id, currency, vatRate: vatProfile === "standard" ? vatRate : 0 };
  const chargeIds = await insertSaleCharges(call, terms, lines);
  if (promo) await claimPromoOfSale(call, promo, chargeIds[promo.line] ?? "");
  await insertSoldPacks(call, customer.id, lines, chargeIds);
  await insertSoldSubscriptions(call, customer, lines, chargeIds);
  const payment =
    body.payment && (await takePayment(call, body.payment, { customer, chargeIds, lines, currency, voucher }));
  const charges = await listChargesOfIds(call, chargeIds);
  const subjectId = payment?.id ?? chargeIds[0] ?? "";
  const reasons = lines.flatMap(({ priceReason }) => priceReason ?? []);
  // Lists of debts show it.
  if (!payment) await insertLiveChange(db, { organizationId, module: "payments", subjectId, at: now });
  call.record({
    subjectId,
    after: {
      sold: charges.map(({ label }) => label),
      ...(body.payment ? { method: body.payment.method } : { isPaidLater: true }),
      ...{ amount: total, currency },
      ...(reasons.length > 0 && { reason: reasons.join(", ") }),
    },
    customerId: customer.id,
  });
  return { charges, payment };
}
