/** Packs that memberships grant: with each term that counts, until its last day or its cancellation. */
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { findHeld, spanOf } from "#server/subscriptions/rows.ts";
import { endRest } from "./refunded.ts";
import { insertPacks } from "./sold.ts";
import { packKeys, packsWithNames } from "./with-names.ts";

/** A term whose payment came back and came again has its packs already. */
export async function grantPacksOfTerm(
  context: TenantContext,
  { subscriptionId, termId }: JobEvents["subscriptions.termPaid"],
): Promise<void> {
  const { db, organizationId } = context;
  const { row, terms } = await findHeld(db, organizationId, subscriptionId);
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

/** The publisher has locked the membership. */
export async function endPacksOfSubscription(
  context: TenantContext,
  { subscriptionId }: JobEvents["subscriptions.canceled"],
): Promise<void> {
  const { db, organizationId } = context;
  const { terms } = await findHeld(db, organizationId, subscriptionId);
  const ofTerms = terms.map(({ id }) => id);
  const keys = packKeys(db, organizationId).where("subscription_term_id", "in", ofTerms).orderBy("id");
  if ((await keys.forNoKeyUpdate().execute()).length === 0) return;
  const rows = await packsWithNames(db)
    .where("packs.organization_id", "=", organizationId)
    .where("packs.subscription_term_id", "in", ofTerms)
    .execute();
  for (const pack of rows) await endRest(context, pack);
}
