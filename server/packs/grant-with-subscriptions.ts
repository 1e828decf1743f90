/** Packs that memberships grant: with each term that counts, until its last day or its cancellation. */
import { datesOfSale } from "#contract/packs-rules.ts";
import { publish, type JobEvents, type TenantContext } from "#server/kit/events/domain-events.ts";
import { findSubscriptionWithTerms, spanOf } from "#server/subscriptions/rows.ts";
import { termsOf } from "./queries.ts";
import { endRest } from "./refund.ts";
import { earlier, insertPacks } from "./sell.ts";
import { packKeys, packsWithNames } from "./with-names.ts";

/** A term whose payment came back and came again has its packs already. */
export async function grantPacksOfTerm(
  context: TenantContext,
  { subscriptionId, termId }: JobEvents["subscriptions.termPaid"],
): Promise<void> {
  const { db, organizationId } = context;
  const { row, terms } = await findSubscriptionWithTerms(db, organizationId, subscriptionId);
  const term = terms.find(({ id }) => id === termId);
  if (!term || term.terms.packs.length === 0) return;
  const granted = await packKeys(db, organizationId).where("subscription_term_id", "=", termId).executeTakeFirst();
  if (granted) return;
  await insertPacks(
    context,
    term.terms.packs.map(({ packTypeId: typeId }) => ({
      ...{ typeId, customerId: row.customer_id, quantity: 1, chargeId: null, reason: term.terms.name },
      term: { id: termId, ...spanOf(term) },
    })),
  );
}

/** Packs that end with their term go on ending with it. The publisher has locked the membership. */
export async function movePacksOfTerm(
  context: TenantContext,
  { termId, before, after }: JobEvents["subscriptions.termMoved"],
): Promise<void> {
  const { db, now, organizationId } = context;
  const keys = packKeys(db, organizationId).where("subscription_term_id", "=", termId).orderBy("id");
  if ((await keys.forNoKeyUpdate().execute()).length === 0) return;
  const rows = await packsWithNames(db)
    .where("packs.organization_id", "=", organizationId)
    .where("packs.subscription_term_id", "=", termId)
    .execute();
  for (const pack of rows) {
    const { id, starts_on, expires_on } = pack;
    const startsOn = starts_on === before.from ? after.from : starts_on;
    // One whose end the team has moved, or that ends before its term, keeps its end.
    const keepsEnd =
      expires_on === null || expires_on > before.to || (expires_on < before.to && expires_on <= after.to);
    if (keepsEnd && startsOn === starts_on) continue;
    const { expiresOn } = datesOfSale(termsOf(pack), startsOn ?? after.from);
    const moved = { starts_on: startsOn, expires_on: earlier(expiresOn, after.to) };
    await db
      .updateTable("packs")
      .set({ ...moved, told_days: null, updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    await publish(context, "packs.changed", { packId: id });
  }
}

/** The publisher has locked the membership. */
export async function endPacksOfSubscription(
  context: TenantContext,
  { subscriptionId }: JobEvents["subscriptions.canceled"],
): Promise<void> {
  const { db, organizationId } = context;
  const { terms } = await findSubscriptionWithTerms(db, organizationId, subscriptionId);
  const ofTerms = terms.map(({ id }) => id);
  const keys = packKeys(db, organizationId).where("subscription_term_id", "in", ofTerms).orderBy("id");
  if ((await keys.forNoKeyUpdate().execute()).length === 0) return;
  const rows = await packsWithNames(db)
    .where("packs.organization_id", "=", organizationId)
    .where("packs.subscription_term_id", "in", ofTerms)
    .execute();
  for (const pack of rows) await endRest(context, pack);
}
