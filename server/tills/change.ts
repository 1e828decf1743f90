/** Adds and changes tills. While one is active, its desk needs an open session. */
import { MAX_TILLS, type Till, type tills } from "#contract/tills.ts";
import { lockFacility } from "#server/facilities/queries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { tillColumnMap } from "./column-map.ts";
import { countTills, findTill, insertTill, lockTill, updateTill, type TillScope } from "./queries.ts";

const nameTaken = () => invalidFields({ name: [message("tills.nameTaken")] });

async function assertKnownFacility({ db, organizationId }: TillScope, facilityId: string | null): Promise<void> {
  const unknown = () => invalidFields({ facilityId: [message("facilities.unknown")] });
  if (facilityId !== null) await lockFacility(db, organizationId, facilityId, unknown);
}

/** @throws HttpError 422 for a name in use or an unknown facility, 409 for too many */
export async function createTill(call: Call<typeof tills.create>): Promise<Till> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await assertKnownFacility(call, body.facilityId);
  const { count, hasNamesake } = await countTills(call, body);
  if (hasNamesake && body.active) throw nameTaken();
  if (count >= MAX_TILLS) throw new HttpError(409, message("tills.tooMany", { count: MAX_TILLS }));
  const id = uuidv7(now);
  const made = { active_since: now, created_at: now, updated_at: now };
  await insertTill(db, { ...tillColumnMap.toRow(body), organization_id: organizationId, id, ...made });
  return findTill(call, id);
}

/** @throws HttpError 404, 409 while it is open, 422 for a name in use or an unknown facility */
export async function changeTill(call: Call<typeof tills.update>): Promise<Till> {
  const { db, now, organizationId, body, params, record } = call;
  await lockMembers(db, organizationId);
  await lockTill(call, params.tillId);
  const before = await findTill(call, params.tillId);
  const { id } = before;
  const after = { ...before, ...body };
  const hasMoved = after.facilityId !== before.facilityId;
  if (before.session && (after.active !== before.active || hasMoved))
    throw new HttpError(409, message("tills.closeFirst", { name: before.name }));
  if (hasMoved) await assertKnownFacility(call, after.facilityId);
  // Refunds that were made before at facilities it had nothing to do with were in no till.
  const reachesFurther = hasMoved && before.facilityId !== null;
  if (after.active && (await countTills(call, { name: after.name, exceptId: id })).hasNamesake) throw nameTaken();
  await updateTill(call, id, {
    ...tillColumnMap.toRow(body),
    ...(after.active && (!before.active || reachesFurther) && { active_since: now }),
  });
  const changed = computeDiff(before, await findTill(call, id));
  record(changed);
  if (!changed.skipsEntry) await updateTill(call, id, { updated_at: now });
  return findTill(call, id);
}
