/** Decides which live changes of events a member is told of. */
import { listVisibleFieldIds } from "#server/fields/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { ChangeRecord } from "#server/kit/notify/live-changes.ts";
import type { VisibilityRule } from "#server/kit/process/modules.ts";
import { listEventVisibility, type EventViewer } from "./queries.ts";

/**
 * Names the event to members who may see it. Others who see its field learn of a change without an id: of a private busy time, or
 * of a move to a hidden field.
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
    return [event?.fieldId, previousFieldId].some((fieldId) => fieldId && fieldIds.has(fieldId)) ? null : undefined;
  };
}
