/** Which live changes of events members hear of. */
import { listVisibleFieldIds } from "#server/fields/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { ChangeRecord } from "#server/kit/notify/live-changes.ts";
import type { VisibilityRule } from "#server/kit/process/modules.ts";
import { listEventVisibility, type EventViewer } from "./queries.ts";

/**
 * Tells members which event changed where they may see it, and only that something changed where it is a private event of
 * somebody else, which they see as a busy time, or went from their field to a hidden one, which frees a time.
 */
export async function eventVisibilityRule(
  db: Database,
  reader: EventViewer,
  ids: string[],
  changes: ChangeRecord[],
): Promise<VisibilityRule> {
  const left = changes.flatMap(({ previousFieldId }) => previousFieldId ?? []);
  const visibilityById = new Map((await listEventVisibility(db, reader, ids)).map((event) => [event.id, event]));
  const fieldIds = await listVisibleFieldIds(db, reader, [
    ...new Set([...left, ...[...visibilityById.values()].map((event) => event.fieldId)]),
  ]);
  return (id, { previousFieldId }) => {
    const event = visibilityById.get(id);
    if (event?.isVisible) return id;
    // One that left for a hidden field was visible before.
    return [event?.fieldId, previousFieldId].some((fieldId) => fieldId && fieldIds.has(fieldId)) ? null : undefined;
  };
}
