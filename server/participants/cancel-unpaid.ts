/** A booking ends because its players have left shares unpaid. */
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { notifyCustomers } from "#server/events/notifications.ts";
import { applySystemTransition, publishReleased, releaseUnits } from "#server/events/occupancy.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import type { SharedEvent } from "./shares.ts";

/** It cannot be restored, as a hold that was not paid. All that was paid comes back. */
export async function cancelUnpaid(context: TenantContext, event: SharedEvent): Promise<void> {
  const { db, now } = context;
  const language = languageOfCountry((await findSettings(context)).countryId);
  await releaseUnits(db, event);
  await applySystemTransition(context, event, "events.expire", {
    ...{ status: "canceled", pending_reason: null, expired: true },
    ...{ former_status: event.status, former_pending_reason: event.pending_reason, ended_at: now, ended_by: null },
    canceled_reason: translators[language]("participants.unpaidReason"),
    ...{ refund_due: event.paid - event.refunded || null, refund_percent: 100 },
  });
  await publish(context, "events.expired", { eventId: event.id });
  await publishReleased(context, event);
  await notifyCustomers(context, "Canceled", [event.id], { reason: event.canceled_reason });
}
