/** Packs follow the bookings that they pay: made, moved, ended, restored. */
import { unitsBack } from "#contract/packs-rules.ts";
import type { DomainEventListeners } from "#server/kit/events/domain-events.ts";
import { endUse, findActiveUse, findPaidEvent, followMove, retakeUnits, updateSettlement, takeUnits } from "./use.ts";
import { findTermsOfPack } from "./queries.ts";

export const listeners: DomainEventListeners = {
  async "events.booked"(context, { eventId, pack }) {
    if (!pack) return;
    const event = await findPaidEvent(context.db, context.organizationId, eventId);
    const { id: packId, ...by } = pack;
    const id = await takeUnits(context, event, { packId, ...by });
    await updateSettlement(context, event, { id }, event.covered);
  },
  async "events.changed"(context, { eventId, moved, freeSince }) {
    const use = freeSince ? undefined : await findActiveUse(context, eventId);
    if (freeSince)
      await retakeUnits(context, await findPaidEvent(context.db, context.organizationId, eventId), freeSince, {
        isNeeded: false,
      });
    if (use) await followMove(context, await findPaidEvent(context.db, context.organizationId, eventId), use, moved);
  },
  async "events.ended"(context, { eventId }) {
    const use = await findActiveUse(context, eventId);
    if (!use) return;
    const event = await findPaidEvent(context.db, context.organizationId, eventId);
    const percent = event.status === "rejected" ? 100 : (event.refund_percent ?? 100);
    const terms = await findTermsOfPack(context, use.pack_id);
    const givenBack = unitsBack(terms, use.units, percent);
    await endUse(context, event, use, { givenBack, at: event.ended_at ?? context.now });
  },
  async "events.restored"(context, { eventId, endedAt }) {
    if (endedAt) await retakeUnits(context, await findPaidEvent(context.db, context.organizationId, eventId), endedAt);
  },
};
