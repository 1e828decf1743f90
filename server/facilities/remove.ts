/** Archives a facility (hidden everywhere, and its fields with it, though they are not archived themselves), and brings it back. */
import type { facilities, Facility } from "#contract/facilities.ts";
import { announce } from "#server/kit/announce.ts";
import { isDatabaseError } from "#server/kit/database.ts";
import { Problem, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { findFacility, findFacilityToDelete, updateFacility } from "./queries.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** Whoever still needs it throws. */
    "facilities.archiving": { organizationId: string; facilityId: string };
  }
}

/** @throws Problem 409 where a later room still needs it */
export async function remove(call: Call<typeof facilities.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id: facilityId, name } = await findFacilityToDelete(db, organizationId, params.facilityId);
  await announce(call, "facilities.archiving", { organizationId, facilityId });
  await updateFacility(db, organizationId, facilityId, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** For what comes back: another one is known by its external id since it went. @throws Problem 409, or what was thrown */
export function refuseImportedAgain(error: unknown): never {
  if (isDatabaseError(error) && error.constraint?.endsWith("_external_id_key"))
    throw new Problem(409, say("facilities.importedAgain"));
  throw error;
}

/** @throws Problem 409 where another facility has its external id by now */
export async function restore(call: Call<typeof facilities.restore>): Promise<Facility> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findFacilityToDelete(db, organizationId, params.facilityId, { archived: true });
  await updateFacility(db, organizationId, id, { archived_at: null, updated_at: now }).catch(refuseImportedAgain);
  record({ after: { name } });
  return findFacility(db, call, id);
}
