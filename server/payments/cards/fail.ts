/** Cards from which nothing can be taken any more: their holders are told, and pay otherwise. */
import { insertActivityEntry } from "#server/kit/activity/audit-log.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { notifyCardFails } from "./mail.ts";
import type { CardRow } from "./queries.ts";
import { endTriesOf } from "./remove.ts";

/** The caller has locked the card. Its holder is told once. */
export async function failCard(context: TenantContext, card: CardRow, state: "expired" | "failing"): Promise<void> {
  const { db, now, organizationId } = context;
  if (card.state !== "active") return;
  await db
    .updateTable("cards")
    .set({ state, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", card.id)
    .execute();
  await endTriesOf(context, [card.id]);
  await insertActivityEntry(db, {
    ...{ organizationId, at: now, actorId: null, act: "payments.cardFail", subjectId: card.id },
    ...{ before: undefined, after: { last4: card.last4 }, ipAddress: null, customerId: card.customer_id },
  });
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: card.id, at: now });
  await notifyCardFails(context, card, state);
}
