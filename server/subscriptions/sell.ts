/** Memberships that customers buy: the terms of the type are copied to the first term. */
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { holdsUntil, type TermOffer } from "#contract/subscriptions-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { saveGrants } from "./grants.ts";
import { computeOffer, type SaleContext } from "./offer.ts";
import { findSubscriptionWithTerms } from "./rows.ts";
import { copyTerms, type StoredTerms, windowIdsOf } from "./terms.ts";
import { findSubscriptionType, lockSubscriptionType, type SubscriptionScope } from "./type-queries.ts";

export interface SubscriptionToSell {
  type: SubscriptionType;
  /** The product that its charge names. */
  productId: string;
  term: TermOffer;
  beyondReason: string | null;
}

interface WantedSubscription {
  typeId: string;
  customerId: string;
  startsOn: string | undefined;
  /** Why it is sold beyond what stands against it; null: it is not. */
  beyondReason: string | null;
}

type SaleKey = "subscriptions.typeUnknown" | "subscriptions.windowGone";
const refusalOf = (field: string) => (key: SaleKey) => invalidFields({ [field]: [message(key)] });

/** @param field the member of the draft that names the type @throws HttpError 422 on it */
export async function findTypeForSale(scope: SubscriptionScope, typeId: string, field: string) {
  const refuse = refusalOf(field);
  const unknown = () => refuse("subscriptions.typeUnknown");
  const type = await findSubscriptionType(scope, typeId, unknown);
  const product = await findProductOfKind(scope, "subscription", type.productId);
  if (!type.active || !product) throw unknown();
  const { windows } = await copyTerms(scope, type);
  if (windowIdsOf(type).some((id) => !windows[id])) throw refuse("subscriptions.windowGone");
  return { type, productId: product.id };
}

/** Locks the type until the transaction ends, so that its last place is sold once. @throws HttpError 422 on `field` */
export async function lockTypeForSale(scope: SubscriptionScope, typeId: string, field: string) {
  await lockSubscriptionType(scope, typeId, () => refusalOf(field)("subscriptions.typeUnknown"));
  return findTypeForSale(scope, typeId, field);
}

const memberOf = { typeId: "subscriptionTypeId", startsOn: "startsOn", customerId: "subscriptionTypeId" } as const;

/**
 * Locks the type until the transaction ends, so that the last place is sold once. The caller has locked the customer.
 * @param at the line of the draft, such as `lines.0`
 * @throws HttpError 409 where it is full or held already, 422 on a member of the line
 */
export async function holdSubscriptionForSale(
  context: SaleContext,
  wanted: WantedSubscription,
  at: string,
): Promise<SubscriptionToSell> {
  const { type, productId } = await lockTypeForSale(context, wanted.typeId, `${at}.subscriptionTypeId`);
  const { term, refusals } = await computeOffer(context, type, wanted);
  const standing = refusals.filter(({ isFinal }) => isFinal || wanted.beyondReason === null);
  if (standing.length > 0) {
    const errors = Object.fromEntries(
      [...Map.groupBy(standing, (refusal) => `${at}.${memberOf[refusal.at]}`)].map(([member, some]) => [
        member,
        some.map(({ text }) => text),
      ]),
    );
    const conflict = standing.find(({ isConflict }) => isConflict);
    throw conflict ? new HttpError(409, conflict.text, { errors }) : invalidFields(errors);
  }
  return { type, productId, term, beyondReason: refusals.length > 0 ? wanted.beyondReason : null };
}

interface SubscriptionToMake extends Pick<SubscriptionToSell, "type" | "term" | "beyondReason"> {
  /** As they were agreed; default: those of the type now. */
  terms?: StoredTerms;
}

interface NewSubscription {
  customerId: string;
  chargeId: string;
  /** Its term counts already: it is paid, or on account. */
  counts: boolean;
  /** Minor units on the charge of the term; default: the joining fee has a charge of its own. */
  joiningFee?: number;
}

/** @returns the id of the membership */
export async function insertSubscription(
  context: TenantContext,
  { type, term, beyondReason, terms }: SubscriptionToMake,
  { customerId, chargeId, counts, joiningFee = 0 }: NewSubscription,
): Promise<string> {
  const { db, now, organizationId } = context;
  const [id, termId] = [uuidv7(now), uuidv7(now)];
  const made = { created_at: now, updated_at: now };
  const renews = type.renewal === "by_hand";
  await db
    .insertInto("subscriptions")
    .values({
      ...{ organization_id: organizationId, id, customer_id: customerId, type_id: type.id, renews },
      ...{ starts_on: term.from, ends_on: term.to, beyond_reason: beyondReason },
      holds_until: holdsUntil({ endsOn: term.to, renews, graceDays: type.graceDays }),
      ...made,
    })
    .execute();
  await db
    .insertInto("subscription_terms")
    .values({
      ...{ organization_id: organizationId, id: termId, subscription_id: id, position: 1 },
      ...{ from_on: term.from, to_on: term.to, type_id: type.id, price: term.price, charge_id: chargeId },
      ...{ terms: JSON.stringify(terms ?? (await copyTerms(context, type))), is_paid: counts, joining_fee: joiningFee },
      ...made,
    })
    .execute();
  await saveGrants(context, await findSubscriptionWithTerms(db, organizationId, id));
  await publish(context, "subscriptions.created", { subscriptionId: id });
  if (counts) await publish(context, "subscriptions.termPaid", { subscriptionId: id, termId });
  return id;
}
