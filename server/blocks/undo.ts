/** Takes a block back: frees the fields, and returns the bookings to their places. All of it or nothing. */
import type { blocks } from "#contract/blocks.ts";
import { events } from "#contract/events.ts";
import { changeEvent } from "#server/events/change.ts";
import { cancelEvent } from "#server/events/cancel.ts";
import { restoreEvent } from "#server/events/transitions.ts";
import { invokeEndpoint } from "#server/kit/http/invoke-endpoint.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

export async function undoBlocks(call: Call<typeof blocks.undo>): Promise<null> {
  const { blockIds, moved, canceledIds, notify } = call.body;
  for (const eventId of blockIds.toSorted())
    await invokeEndpoint(call, events.cancel, cancelEvent, { params: { eventId }, body: { notify: false } });
  for (const { eventId, fieldId, startTime, seen } of moved)
    await invokeEndpoint(call, events.update, (inner) => changeEvent(inner), {
      params: { eventId },
      body: { fieldId, startTime, pricing: "keep", notify, seen },
    });
  for (const eventId of canceledIds)
    await invokeEndpoint(call, events.restore, restoreEvent, { params: { eventId }, body: { notify } });
  return null;
}
