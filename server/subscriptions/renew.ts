/** Renews memberships by hand: the next term with its charge, which counts once it is paid. */
import { isOver } from "#contract/subscriptions-rules.ts";
import type { SubscriptionDetail, subscriptions } from "#contract/subscriptions.ts";
import { EARLIEST_RENEWAL_DAYS, lastDayOfTerm, offerTerm } from "#contract/subscriptions-rules.ts";
import type { Language } from "#messages/translator.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { saveSubscription } from "./changes.ts";
import { findAgeRefusal } from "./offer.ts";
import { findSubscription } from "./queries.ts";
import { findUnpaidTerm, type SubscriptionWithTerms, lastTerm, lockWithCustomer, stateOf, todayOf } from "./rows.ts";
import { copyTerms, type StoredTerms } from "./terms.ts";
import { findSubscriptionType } from "./type-queries.ts";

/** The type of the next term, with the terms that it has: those that were agreed, or of the type that it becomes. */
async function findNextTerms(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  held: SubscriptionWithTerms,
): Promise<{ typeId: string; isForSale: boolean; terms: StoredTerms }> {
  const typeId = held.row.next_type_id ?? held.row.type_id;
  const type = await findSubscriptionType({ db, organizationId }, typeId);
  const terms = held.row.next_type_id === null ? lastTerm(held).terms : await copyTerms({ db, organizationId }, type);
  return { typeId, isForSale: type.active, terms };
}

/** Minor units, of the next term. */
export async function findNextPrice(
  context: Pick<TenantContext, "db" | "organizationId">,
  held: SubscriptionWithTerms,
): Promise<number> {
  const { terms } = await findNextTerms(context, held);
  return offerTerm(terms, addDays(held.row.ends_on, 1)).price;
}

/** Finds what stands against the renewal: a type that is sold no more, or an age that does not fit any more. */
export async function findRenewalObstacle(
  context: Pick<TenantContext, "db" | "organizationId">,
  held: SubscriptionWithTerms,
  language: Language,
): Promise<LocalizedMessage | undefined> {
  const { isForSale, terms } = await findNextTerms(context, held);
  if (!isForSale) return message("subscriptions.notRenewed", { name: terms.name });
  const { customer_name: name, birth_date } = held.row;
  if (birth_date === null) return undefined;
  return findAgeRefusal(terms, { name, birth_date }, addDays(lastTerm(held).to_on, 1), language);
}

/** Adds the next term and has it charged. The caller has locked the membership. @returns the id of the term */
export async function addTerm(context: TenantContext, held: SubscriptionWithTerms): Promise<string> {
  const { db, now, organizationId } = context;
  const { row } = held;
  const { typeId, terms } = await findNextTerms(context, held);
  const from = addDays(row.ends_on, 1);
  const { count } = await db
    .selectFrom("subscription_terms")
    .select(({ fn }) => fn.max("position").as("count"))
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", row.id)
    .executeTakeFirstOrThrow();
  const id = uuidv7(now);
  await db
    .insertInto("subscription_terms")
    .values({
      ...{ organization_id: organizationId, id, subscription_id: row.id, position: count + 1 },
      ...{ from_on: from, to_on: lastDayOfTerm(terms, from, Temporal.PlainDate.from(row.starts_on).day) },
      // By a monthly invoice it is paid later, as agreed.
      ...{ type_id: typeId, terms: JSON.stringify(terms), price: offerTerm(terms, from).price },
      is_paid: row.billing === "monthly",
      ...{ created_at: now, updated_at: now },
    })
    .execute();
  await publish(context, "subscriptions.renewing", { subscriptionId: row.id, termId: id });
  await saveSubscription(context, row.id, { type_id: typeId, next_type_id: null });
  if (row.billing === "monthly")
    await publish(context, "subscriptions.termPaid", { subscriptionId: row.id, termId: id });
  return id;
}

/** Names the charge of a new term. */
export async function saveTermCharge(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  termId: string,
  chargeId: string,
): Promise<void> {
  await db
    .updateTable("subscription_terms")
    .set({ charge_id: chargeId })
    .where("organization_id", "=", organizationId)
    .where("id", "=", termId)
    .execute();
}

/** Voids the term that waits for its payment, and its charge. The caller has locked the membership. */
export async function voidUnpaidTerm(context: TenantContext, held: SubscriptionWithTerms): Promise<void> {
  const { db, now, organizationId } = context;
  const term = findUnpaidTerm(held);
  if (!term) return;
  await db
    .updateTable("subscription_terms")
    .set({ voided_at: now, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", term.id)
    .execute();
  if (term.charge_id !== null) await publish(context, "subscriptions.termVoided", { chargeId: term.charge_id });
}

/** @throws HttpError 404, 409 where it does not renew, was renewed already, or ends far ahead */
export async function renewNow(call: Call<typeof subscriptions.renew>): Promise<SubscriptionDetail> {
  const { now, params, language, record } = call;
  const held = await lockWithCustomer(call, params.subscriptionId);
  const { row } = held;
  if (!row.renews || isOver(stateOf(held, now))) throw new HttpError(409, message("subscriptions.doesNotRenew"));
  if (findUnpaidTerm(held)) throw new HttpError(409, message("subscriptions.renewedAlready"));
  if (todayOf(held, now) < addDays(row.ends_on, -EARLIEST_RENEWAL_DAYS))
    throw new HttpError(409, message("subscriptions.tooEarlyToRenew", { days: EARLIEST_RENEWAL_DAYS }));
  const obstacle = await findRenewalObstacle(call, held, language);
  if (obstacle) throw new HttpError(409, obstacle);
  await addTerm(call, held);
  const after = await findSubscription(call, row.id);
  const { name, to: endsOn } = after.periods[0] ?? { name: after.name, to: after.endsOn };
  record({ subjectId: row.id, after: { name, endsOn }, customerId: row.customer_id });
  return after;
}
