/** Terms follow their charges: paid, given back, voided. Charges call it after each change of their money. */
import { isIn } from "#contract/subscriptions-rules.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { saveSubscription } from "./changes.ts";
import { findSubscriptionWithTerms, spanOf, todayOf } from "./rows.ts";

const findTermOf = ({ db, organizationId }: Pick<TenantContext, "db" | "organizationId">, chargeId: string) =>
  db
    .selectFrom("subscription_terms")
    .select(["id", "subscription_id", "position", "is_paid"])
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", chargeId)
    .where("voided_at", "is", null)
    .executeTakeFirst();

/** Locks the membership of a charge, before the charge is locked. */
export async function lockSubscriptionOfCharge(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  chargeId: string,
): Promise<void> {
  const term = await findTermOf({ db, organizationId }, chargeId);
  if (term)
    await db
      .selectFrom("subscriptions")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", term.subscription_id)
      .forNoKeyUpdate()
      .execute();
}

async function savePaid({ db, now, organizationId }: TenantContext, termId: string, isPaid: boolean): Promise<void> {
  await db
    .updateTable("subscription_terms")
    .set({ is_paid: isPaid, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", termId)
    .execute();
}

async function voidTermRow({ db, now, organizationId }: TenantContext, termId: string): Promise<void> {
  await db
    .updateTable("subscription_terms")
    .set({ is_paid: false, voided_at: now, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", termId)
    .execute();
}

/** Cancels a membership today: it grants nothing more. The caller has locked it. */
export async function cancelToday(
  context: TenantContext,
  subscriptionId: string,
  reason: string | null,
): Promise<void> {
  const { db, organizationId } = context;
  const held = await findSubscriptionWithTerms(db, organizationId, subscriptionId);
  if (held.row.canceled_on !== null) return;
  const canceledOn = todayOf(held, context.now);
  await saveSubscription(context, subscriptionId, { canceled_on: canceledOn, renews: false, end_reason: reason });
  await publish(context, "subscriptions.canceled", { subscriptionId, canceledOn });
}

/** A term whose charge is owed no longer: of a renewal, that ends the membership with the term before; of the first, today. */
export async function endTermOfCharge(context: TenantContext, chargeId: string): Promise<void> {
  const { db, organizationId } = context;
  const term = await findTermOf(context, chargeId);
  if (!term) return;
  const held = await findSubscriptionWithTerms(db, organizationId, term.subscription_id);
  const row = held.terms.find(({ id }) => id === term.id);
  const isPresent = row !== undefined && row.is_paid && isIn(todayOf(held, context.now), spanOf(row));
  if (term.position === 1 || isPresent) return cancelToday(context, term.subscription_id, null);
  await voidTermRow(context, term.id);
  await saveSubscription(context, term.subscription_id, { renews: false });
}

/**
 * @param money of the charge: a term counts once something of it is paid; what was paid and came back whole ends it
 */
export async function followCharge(
  context: TenantContext,
  chargeId: string,
  { settled, isOwed, wasRefunded }: { settled: number; isOwed: boolean; wasRefunded: boolean },
): Promise<void> {
  const term = await findTermOf(context, chargeId);
  if (!term) return;
  if (settled === 0 && wasRefunded && !isOwed) return endTermOfCharge(context, chargeId);
  const isPaid = settled > 0;
  if (term.is_paid === isPaid) return;
  await savePaid(context, term.id, isPaid);
  await saveSubscription(context, term.subscription_id);
  if (isPaid)
    await publish(context, "subscriptions.termPaid", { subscriptionId: term.subscription_id, termId: term.id });
}
