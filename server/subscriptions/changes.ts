/** Writes what is counted from the terms of a membership, and tells of its changes. */
import type { Updateable } from "kysely";
import type { DateSpan } from "#contract/subscriptions-rules.ts";
import type { SubscriptionsTable } from "#server/kit/db/tables.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { saveGrants } from "./grants.ts";
import { countEnds, findSubscriptionWithTerms, type SubscriptionWithTerms } from "./rows.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    "subscriptions.created": { subscriptionId: string };
    /** Its state, terms, freezes, renewal or holder. */
    "subscriptions.changed": { subscriptionId: string };
    /** A term has begun to count: something of it is paid. */
    "subscriptions.termPaid": { subscriptionId: string; termId: string };
    /** A term has other days, as it is frozen or unfrozen, or a term before it. */
    "subscriptions.termMoved": { termId: string; before: DateSpan; after: DateSpan };
    /** It grants nothing more from this local date on. */
    "subscriptions.canceled": { subscriptionId: string; canceledOn: string };
    /** A new term has to be charged; whoever does so says with which charge. */
    "subscriptions.renewing": { subscriptionId: string; termId: string };
    /** A term is owed no longer. */
    "subscriptions.termVoided": { chargeId: string };
  }
}

type Change = Pick<
  Updateable<SubscriptionsTable>,
  "renews" | "canceled_on" | "end_reason" | "next_type_id" | "type_id" | "starts_on"
>;

/** Saves a change and counts anew. The caller has locked the membership. @returns it as it is now */
export async function saveSubscription(
  context: TenantContext,
  id: string,
  change: Change = {},
): Promise<SubscriptionWithTerms> {
  const { db, now, organizationId } = context;
  const row = db.updateTable("subscriptions").where("organization_id", "=", organizationId).where("id", "=", id);
  if (Object.keys(change).length > 0) await row.set(change).execute();
  const held = await findSubscriptionWithTerms(db, organizationId, id);
  const counted = { ...countEnds(held), updated_at: now };
  await row.set(counted).execute();
  const saved = { ...held, row: { ...held.row, ...counted } };
  await saveGrants(context, saved);
  // Jobs and payments change memberships, too: pages show it.
  await insertLiveChange(db, { organizationId, module: "subscriptions", subjectId: id, at: now });
  await publish(context, "subscriptions.changed", { subscriptionId: id });
  return saved;
}
