/** Places an order: its charge waits for its payment, and its place in a type is kept until then. */
import type { Order, orders } from "#contract/orders.ts";
import { insertSaleCharges, type SoldLine } from "#server/charges/sale-charges.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { formatMoney } from "#messages/format-money.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { claimPromoOfSale, holdPromoOfSale } from "#server/promo-codes/of-sale.ts";
import { findBuyer } from "./buyer.ts";
import { promoSaleOf } from "./quote.ts";
import { type OrderTerms, agreedOf, findOrder, ordersWithNames, serializeOrder } from "./rows.ts";
import { findPaymentObstacle, ORDER_MS } from "./ways-to-pay.ts";
import { computeOrderOffer, type OrderOffer } from "./compute-offer.ts";
import { sayDate } from "./describe.ts";

type PlaceCall = Call<typeof orders.place>;

/** Locks buyer and holder, so that of two orders at once the second sees the first. */
async function lockPeople({ db, organizationId, user, body }: PlaceCall): Promise<void> {
  const buyer = await findBuyer({ db, organizationId }, user.id);
  if (!buyer) throw invalidFields({ holderId: [message("orders.noCustomer")] });
  const holder = buyer.holders.find(({ id }) => id === body.holderId?.toLowerCase());
  for (const id of [...new Set([buyer.id, ...(holder ? [holder.id] : [])])].toSorted())
    await lockCustomer(db, organizationId, id);
}

/** One's order of the same thing that waits for its payment. */
const findOpenOrder = ({ db, organizationId, user, body }: PlaceCall) =>
  ordersWithNames(db)
    .where("orders.organization_id", "=", organizationId)
    .where("orders.state", "=", "open")
    .where("buyer.user_id", "=", user.id)
    .where(body.kind === "pack" ? "orders.pack_type_id" : "orders.subscription_type_id", "=", body.typeId)
    .executeTakeFirst();

/** @throws HttpError 409 where others hold what is wanted, 422 on a member */
function assertNothingAgainst({ refusals }: OrderOffer): void {
  if (refusals.length === 0) return;
  const errors: Record<string, LocalizedMessage[]> = {};
  for (const { at, text } of refusals) (errors[at] ??= []).push(text);
  const conflict = refusals.find(({ isConflict }) => isConflict);
  throw conflict ? new HttpError(409, conflict.text, { errors }) : invalidFields(errors);
}

/** @throws HttpError 422 on what the buyer has to say */
function assertAgreed({ body, language }: PlaceCall, { withdrawal, mustSayAdult }: OrderOffer): void {
  if (mustSayAdult && !body.isAdult) throw invalidFields({ isAdult: [message("orders.mustBeAdult")] });
  if (withdrawal?.mustAsk && !body.beginsAtOnce)
    throw invalidFields({
      beginsAtOnce: [message("orders.mustAsk", { date: sayDate(language, withdrawal.by) })],
    });
}

/** The sentences that stood beside what the buyer has agreed to. */
function consentOf({ body, t }: PlaceCall, { withdrawal, mustSayAdult }: OrderOffer): string[] {
  return [
    ...(withdrawal?.mustAsk && body.beginsAtOnce ? [t("orders.asksToBegin")] : []),
    ...(mustSayAdult ? [t("orders.isAdult")] : []),
  ];
}

const lineOf = ({ t, language }: PlaceCall, pass: OrderOffer): SoldLine => {
  const { agreed, productId: id, price, joiningFee, taxRateId, currency, startsOn, endsOn } = pass;
  const { name } = agreed;
  const fee = formatMoney(joiningFee, currency, language);
  const label = joiningFee > 0 ? t("orders.withJoiningFee", { name, fee }) : name;
  const unitPrice = price + joiningFee;
  const { subscription } = agreed;
  return {
    product: { id, name: label, price: unitPrice, kind: subscription ? "subscription" : "pack" },
    ...{ quantity: 1, unitPrice, priceReason: null, taxRateId },
    ...(subscription && startsOn && endsOn && { served: { from: startsOn, to: endsOn } }),
  };
};

/** The price of the term is what is paid of it: by that it is given back. */
function lowerTerm({ agreed }: OrderOffer, discount: number): Omit<OrderTerms, "consent"> {
  const { subscription } = agreed;
  if (!subscription) return agreed;
  const term = { ...subscription.term, price: subscription.term.price - discount };
  return { ...agreed, subscription: { ...subscription, term } };
}

/**
 * @returns the same order where the same thing was asked for before and waits for its payment
 * @throws HttpError 409 where a type is full, something is held already, nothing can be paid, or another order waits, 422 on a
 * member, also for a total that has changed
 */
export async function placeOrder(call: PlaceCall): Promise<Order> {
  const { db, now, organizationId, body, language, record } = call;
  await assertSellerComplete(call, false);
  await lockPeople(call);
  const open = await findOpenOrder(call);
  if (open) {
    const isSame =
      open.amount === body.total &&
      open.holder_id === (body.holderId?.toLowerCase() ?? open.customer_id) &&
      (body.startsOn === undefined || agreedOf(open).subscription?.term.from === body.startsOn);
    if (!isSame) throw new HttpError(409, message("orders.openAlready", { name: agreedOf(open).name }));
    record({ subjectId: open.id, skipsEntry: true });
    return serializeOrder(call, open);
  }
  const pass = await computeOrderOffer(call, { ...body, isSold: true });
  assertNothingAgainst(pass);
  assertAgreed(call, pass);
  const { buyer, holder, currency } = pass;
  if (!buyer || !holder) throw invalidFields({ holderId: [message("orders.noCustomer")] });
  const promo = body.promoCode
    ? await holdPromoOfSale(call, body.promoCode, promoSaleOf(body.kind, pass), undefined)
    : null;
  const total = pass.price + pass.joiningFee - (promo?.discount ?? 0);
  if (total !== body.total)
    throw invalidFields({ total: [message("orders.priceChanged", { price: formatMoney(total, currency, language) })] });
  const obstacle = await findPaymentObstacle(call, { customerId: buyer.id, amount: total, currency });
  if (obstacle) throw new HttpError(409, obstacle);
  const { vatProfile, vatRate } = await findSettings(call);
  const expiresAt = new Date(now.getTime() + ORDER_MS);
  const terms = { customerId: buyer.id, currency, vatRate: vatProfile === "standard" ? vatRate : 0 };
  const discount = promo ? { discount: { amount: promo.discount, label: promo.label } } : {};
  const [chargeId = ""] = await insertSaleCharges(call, { ...terms, dueAt: expiresAt, pendingReason: "payment" }, [
    { ...lineOf(call, pass), ...discount },
  ]);
  if (promo) await claimPromoOfSale(call, promo, chargeId);
  const id = uuidv7(now);
  const agreed: OrderTerms = { ...lowerTerm(pass, promo?.discount ?? 0), consent: consentOf(call, pass) };
  await db
    .insertInto("orders")
    .values({
      ...{ organization_id: organizationId, id, customer_id: buyer.id, holder_id: holder.id },
      subscription_type_id: body.kind === "subscription" ? body.typeId : null,
      pack_type_id: body.kind === "pack" ? body.typeId : null,
      ...{ charge_id: chargeId, agreed: JSON.stringify(agreed), state: "open", expires_at: expiresAt },
      begins_at_once: pass.withdrawal?.mustAsk ?? false,
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  record({
    subjectId: id,
    after: { sold: [agreed.name], amount: total, currency },
    customerId: buyer.id,
  });
  return serializeOrder(call, await findOrder(db, organizationId, id));
}
