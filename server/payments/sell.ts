/** Sells products at the desk: a charge, a payment and a line of the invoice for each, in one transaction. */
import { MAX_SALE_AMOUNT, type PaymentGroup, type Sale, type SaleDraft, type payments } from "#contract/payments.ts";
import { listChargesOfIds } from "#server/charges/queries.ts";
import { amountOfLine, insertSaleCharges, type SoldLine, type SoldProduct } from "#server/charges/sale-charges.ts";
import { findPresentCustomer, lockCustomer } from "#server/customers/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { findPricingRoleIds } from "#server/prices/pricing-roles.ts";
import { insertPacks, holdPackTypeForSale } from "#server/packs/sold.ts";
import { lockProductsForSale } from "#server/products/queries.ts";
import { readSaleTaxRates } from "#server/products/sale-rate.ts";
import { formatMoney } from "#messages/format-money.ts";
import { publishPaymentSucceeded } from "./ledger.ts";
import { notifyPaidTogether } from "./mail.ts";
import { listPaymentsOfGroup } from "./queries.ts";
import { keepReceiptAddress } from "./receipt-address.ts";
import { insertDeskPayment } from "./record-payment.ts";
import { tillPort } from "./till-port.ts";

const sumLines = (lines: readonly SoldLine[]): number => lines.reduce((sum, line) => sum + amountOfLine(line), 0);

type SellCall = Call<typeof payments.sell>;
type DraftLine = SaleDraft["lines"][number];

/** @throws HttpError 422 on `customerId` */
async function lockBuyer({ db, organizationId, body }: SellCall) {
  const unknown = () => invalidFields({ customerId: [message("customers.unknown")] });
  const { id } = await lockCustomer(db, organizationId, body.customerId, unknown);
  const customer = await findPresentCustomer(db, organizationId, id);
  if (!customer) throw unknown();
  return customer;
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
async function findSoldPack(call: SellCall, typeId: string, index: number): Promise<SoldProduct> {
  const { productId: id, name, price } = await holdPackTypeForSale(call, typeId, `lines.${index}.packTypeId`);
  return { id, name, price, kind: "pack" };
}

/** @throws HttpError 422 on a line that names neither, or both */
function assertOneThing({ body }: SellCall): void {
  const wrong = body.lines.flatMap(({ productId, packTypeId }, index) =>
    (productId === undefined) === (packTypeId === undefined) ? [index] : [],
  );
  const errors = wrong.map((index) => [`lines.${index}.productId`, [message("payments.notForSale")]]);
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(errors));
}

/** Units of a pack are used as soon as it is there, so it is not left as owed. @throws HttpError 422 */
function assertPacksArePaid({ body }: SellCall): void {
  if (body.payment === null && body.lines.some(({ packTypeId }) => packTypeId !== undefined))
    throw invalidFields({ payment: [message("payments.packsPaidAtOnce")] });
}

/** Packs of the lines that sell some. */
const insertSoldPacks = (call: SellCall, customerId: string, chargeIds: readonly string[]): Promise<string[]> =>
  insertPacks(
    call,
    call.body.lines.flatMap(({ packTypeId: typeId, quantity }, index) =>
      typeId ? [{ typeId, customerId, quantity, chargeId: chargeIds[index] ?? null, reason: null }] : [],
    ),
  );

/** Locks the products, so that no price changes meanwhile. @throws HttpError 403, 422 on a line */
async function resolveLines(
  call: SellCall,
  { roleIds, currency }: { roleIds: readonly number[]; currency: string },
): Promise<SoldLine[]> {
  const { lines } = call.body;
  const known = await lockProductsForSale(
    call,
    lines.flatMap(({ productId }) => productId ?? []),
  );
  const soldPacks = new Map<number, SoldProduct>();
  for (const [index, { packTypeId }] of lines.entries())
    if (packTypeId) soldPacks.set(index, await findSoldPack(call, packTypeId, index));
  const taxRateIdOf = await readSaleTaxRates(call);
  return lines.map((line, index) => {
    const product = soldPacks.get(index) ?? known.get(line.productId?.toLowerCase() ?? "");
    if (!product) throw invalidFields({ [`lines.${index}.productId`]: [message("payments.notForSale")] });
    assertPrice(call, { line, index, product, currency });
    const unitPrice = line.price ?? product.price;
    const taxRateId = taxRateIdOf({ productId: product.id, kind: product.kind, roleIds });
    const priceReason = unitPrice === product.price ? null : (line.priceReason ?? null);
    return { product, quantity: line.quantity, unitPrice, priceReason, taxRateId };
  });
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
  }: { customer: Buyer; chargeIds: string[]; lines: SoldLine[]; currency: string },
): Promise<PaymentGroup> {
  const { now, organizationId } = call;
  const { method, note, email, tillId } = payment;
  const buyer = { organization_id: organizationId, user_id: customer.user_id, customer_id: customer.id };
  await keepReceiptAddress(call, [buyer], email);
  const tillSessionId = await tillPort.lockSession(call, { method, currency, facilityIds: null, tillId });
  const paymentIds = lines.map(() => uuidv7(now)).toSorted();
  const [groupId = ""] = paymentIds;
  for (const [index, line] of lines.entries()) {
    const [id = "", chargeId = ""] = [paymentIds[index], chargeIds[index]];
    const subject = { event_id: null, charge_id: chargeId };
    const paid = { ...subject, user_id: customer.user_id, payer_name: customer.name, currency };
    await insertDeskPayment(call, paid, { id, groupId, tillSessionId, method, note, amount: amountOfLine(line) });
    await publishPaymentSucceeded(call, { id, ...subject });
  }
  await publish(call, "payments.takenTogether", { paymentIds });
  const receiptsTo = await notifyPaidTogether(call, paymentIds);
  const paid = await listPaymentsOfGroup(call, organizationId, groupId);
  return { id: groupId, amount: sumLines(lines), currency, payments: paid, receiptsTo };
}

/** @throws HttpError 403 for another price, 409 if the seller is incomplete or the till is closed, 422 */
export async function sellProducts(call: SellCall): Promise<Sale> {
  const { db, now, organizationId, body, language } = call;
  assertOneThing(call);
  assertPacksArePaid(call);
  const { currency, vatProfile, vatRate } = await findSettings(call);
  if (body.payment) await assertSellerComplete(call, true);
  const customer = await lockBuyer(call);
  const roleIds = await findPricingRoleIds(call, { customerId: customer.id });
  const lines = await resolveLines(call, { roleIds, currency });
  const total = sumLines(lines);
  const most = formatMoney(MAX_SALE_AMOUNT, currency, language);
  if (total > MAX_SALE_AMOUNT) throw invalidFields({ lines: [message("payments.saleTooLarge", { most })] });
  const terms = { customerId: customer.id, currency, vatRate: vatProfile === "standard" ? vatRate : 0 };
  const chargeIds = await insertSaleCharges(call, terms, lines);
  await insertSoldPacks(call, customer.id, chargeIds);
  const payment = body.payment && (await takePayment(call, body.payment, { customer, chargeIds, lines, currency }));
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
