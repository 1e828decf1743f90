/** Archives (soft delete) and restores a facility. Archiving also hides its fields, though they are not archived themselves. */
import type { facilities } from "#contract/facilities.ts";
import type { Facility } from "#contract/facility-shape.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { findBrokenConstraint } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findFacility, findFacilityToDelete, updateFacility } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Listeners throw to prevent archiving. */
    "facilities.archiving": { organizationId: string; facilityId: string };
  }
}

export async function deleteFacility(call: Call<typeof facilities.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id: facilityId, name } = await findFacilityToDelete(db, organizationId, params.facilityId);
  await publish(call, "facilities.archiving", { organizationId, facilityId });
  await updateFacility(db, organizationId, facilityId, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** @throws HttpError 409 if a restored row's external id was reused meanwhile; otherwise the original error */
export function throwIfExternalIdReused(error: unknown): never {
  if (findBrokenConstraint(error)?.endsWith("_external_id_key"))
    throw new HttpError(409, message("facilities.importedAgain"));
  throw error;
}

export async function restoreFacility(call: Call<typeof facilities.restore>): Promise<Facility> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findFacilityToDelete(db, organizationId, params.facilityId, { archived: true });
  await updateFacility(db, organizationId, id, { archived_at: null, updated_at: now }).catch(throwIfExternalIdReused);
  record({ after: { name } });
  return findFacility(db, call, id);
}
