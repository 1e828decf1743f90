/** Creates, changes and deletes time windows (peak hours). */
import { MAX_TIME_WINDOWS, type TimeWindow, type timeWindows } from "#contract/time-windows.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { timeWindowColumnMap } from "./column-map.ts";
import {
  countTimeWindows,
  findTimeWindow,
  insertTimeWindow,
  countQuotaHolders,
  lockTimeWindow,
  updateTimeWindow,
} from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Modules that refer to it refuse. */
    "time-windows.deleting": { windowId: string; name: string };
  }
}

const nameTaken = () => invalidFields({ name: [message("time-windows.nameTaken")] });

/** @throws HttpError 422 for a name in use, 409 for too many */
export async function createTimeWindow(call: Call<typeof timeWindows.create>): Promise<TimeWindow> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  const { count, hasNamesake } = await countTimeWindows(db, organizationId, body);
  if (hasNamesake) throw nameTaken();
  if (count >= MAX_TIME_WINDOWS) throw new HttpError(409, message("time-windows.tooMany", { count: MAX_TIME_WINDOWS }));
  const id = uuidv7(now);
  const made = { created_at: now, updated_at: now };
  await insertTimeWindow(db, { organization_id: organizationId, id, ...timeWindowColumnMap.toRow(body), ...made });
  return findTimeWindow(db, organizationId, id);
}

/** @throws HttpError 422 for a name in use, and for a last date before the first */
export async function changeTimeWindow(call: Call<typeof timeWindows.update>): Promise<TimeWindow> {
  const { db, now, organizationId, body, params, record } = call;
  await lockMembers(db, organizationId);
  const { id } = await lockTimeWindow(db, organizationId, params.timeWindowId);
  const before = await findTimeWindow(db, organizationId, id);
  const { name, fromDate, toDate } = { ...before, ...body };
  if (fromDate && toDate && fromDate > toDate) throw invalidFields({ toDate: [message("hours.endsBeforeStart")] });
  if ((await countTimeWindows(db, organizationId, { name, exceptId: id })).hasNamesake) throw nameTaken();
  await updateTimeWindow(db, organizationId, id, timeWindowColumnMap.toRow(body));
  const changed = computeDiff(before, await findTimeWindow(db, organizationId, id));
  record(changed);
  if (!changed.skipsEntry) await updateTimeWindow(db, organizationId, id, { updated_at: now });
  return findTimeWindow(db, organizationId, id);
}

/** @throws HttpError 404, 409 while something refers to it */
export async function deleteTimeWindow(call: Call<typeof timeWindows.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  await lockMembers(db, organizationId);
  const { id, name } = await lockTimeWindow(db, organizationId, params.timeWindowId);
  if ((await countQuotaHolders(db, organizationId, id)) > 0)
    throw new HttpError(409, message("time-windows.inUse", { name }));
  await publish(call, "time-windows.deleting", { windowId: id, name });
  await updateTimeWindow(db, organizationId, id, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}
