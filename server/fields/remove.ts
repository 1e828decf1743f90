/** Archives a field, and brings it back. */
import type { Selectable } from "kysely";
import type { Field, fields } from "#contract/fields.ts";
import { refuseImportedAgain } from "#server/facilities/remove.ts";
import { announce } from "#server/kit/announce.ts";
import { Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import type { FieldsTable } from "#server/kit/tables.ts";
import { findField, findFieldToChange, findFieldToRestore, updateField } from "./queries.ts";
import { attach, detach, findWhole, hasParts, type Whole } from "./tree.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** Whoever still needs it throws. */
    "fields.archiving": { organizationId: string; fieldId: string };
  }
}

/**
 * What is archived is part of nothing any more: were its units still its whole's, a blocked time that it leaves behind would
 * keep the whole taken, with nobody who could lift it.
 * @throws Problem 409 while it has parts, or where a later room still needs it
 */
export async function remove(call: Call<typeof fields.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id: fieldId, name, parent_id } = await findFieldToChange(db, call, params.fieldId);
  if (await hasParts(db, organizationId, fieldId)) throw new Problem(409, say("fields.hasParts"));
  await announce(call, "fields.archiving", { organizationId, fieldId });
  await detach(call, { organizationId, fieldId });
  const standing = { parent_id: null, above: [], former_parent_id: parent_id };
  await updateField(db, organizationId, fieldId, { ...standing, archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

type Restoring = Call<typeof fields.restore>;

/** The whole that it was a part of. To stand for itself now would let both be booked at the same time: rather not at all. */
async function findFormerWhole({ db, organizationId }: Restoring, part: Selectable<FieldsTable>) {
  const { former_parent_id: parentId, facility_id: facilityId } = part;
  if (parentId === null) return undefined;
  try {
    return await findWhole(db, organizationId, { facilityId, parentId, part });
  } catch (error) {
    throw error instanceof Problem ? new Problem(409, say("fields.wholeGone")) : error;
  }
}

async function comeBack({ db, now, organizationId }: Restoring, fieldId: string, whole: Whole | undefined) {
  const parent = whole && { parent_id: whole.id, above: whole.trail };
  const back = { archived_at: null, former_parent_id: null, updated_at: now };
  await updateField(db, organizationId, fieldId, { ...back, ...parent }).catch(refuseImportedAgain);
}

/**
 * Its hours, prices, roles and photos are still linked with it.
 * @throws Problem 409 where its facility or its whole is gone, where both are taken at the same time, or where another field
 * has its external id by now
 */
export async function restore(call: Restoring): Promise<Field> {
  const { db, organizationId, params, record } = call;
  const field = await findFieldToRestore(db, organizationId, params.fieldId);
  const whole = await findFormerWhole(call, field);
  await comeBack(call, field.id, whole);
  if (whole) await attach(call, { organizationId, fieldId: field.id, wholeIds: whole.ids });
  record({ after: { name: field.name } });
  return findField(db, call, field.id);
}
