/** Archives (soft delete) and restores fields; fields with upcoming events stay. */
import type { Selectable } from "kysely";
import type { Field, fields } from "#contract/fields.ts";
import { throwIfExternalIdReused } from "#server/facilities/delete.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { FieldsTable } from "#server/kit/db/tables.ts";
import { findField, findFieldToChange, findFieldToRestore, updateField } from "./queries.ts";
import { attachPart, detachPart, findParentField, hasParts, type ParentField } from "./parts.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Listeners throw to prevent archiving. */
    "fields.archiving": { organizationId: string; fieldId: string };
  }
}

/** Detaches the field from its parents, because a block on it would otherwise keep them occupied for ever. */
export async function deleteField(call: Call<typeof fields.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id: fieldId, name, parent_id } = await findFieldToChange(db, call, params.fieldId);
  if (await hasParts(db, organizationId, fieldId)) throw new HttpError(409, message("fields.hasParts"));
  await publish(call, "fields.archiving", { organizationId, fieldId });
  await detachPart(call, { organizationId, fieldId });
  const independentColumns = { parent_id: null, above: [], former_parent_id: parent_id };
  await updateField(db, organizationId, fieldId, { ...independentColumns, archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

type RestoreCall = Call<typeof fields.restore>;

/** Restoring the part without its parent is refused, because both could then be booked at the same time. */
async function findFormerParent({ db, organizationId }: RestoreCall, part: Selectable<FieldsTable>) {
  const { former_parent_id: parentId, facility_id: facilityId } = part;
  if (parentId === null) return undefined;
  try {
    return await findParentField(db, organizationId, { facilityId, parentId, part });
  } catch (error) {
    throw error instanceof HttpError ? new HttpError(409, message("fields.wholeGone")) : error;
  }
}

async function unarchiveField(
  { db, now, organizationId }: RestoreCall,
  fieldId: string,
  parentField: ParentField | undefined,
) {
  const parent = parentField && { parent_id: parentField.id, above: parentField.trail };
  const back = { archived_at: null, former_parent_id: null, updated_at: now };
  await updateField(db, organizationId, fieldId, { ...back, ...parent }).catch(throwIfExternalIdReused);
}

/** @throws HttpError 409 if its facility or parent is archived, bookings overlap, or its external id was reused */
export async function restoreField(call: RestoreCall): Promise<Field> {
  const { db, organizationId, params, record } = call;
  const field = await findFieldToRestore(db, organizationId, params.fieldId);
  const parentField = await findFormerParent(call, field);
  await unarchiveField(call, field.id, parentField);
  if (parentField) await attachPart(call, { organizationId, fieldId: field.id, wholeIds: parentField.ids });
  record({ after: { name: field.name } });
  return findField(db, call, field.id);
}
