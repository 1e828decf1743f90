/** Makes, changes and ends calendars that fields follow. */
import { MAX_BUSY_CALENDARS, type BusyCalendar, type busyCalendars } from "#contract/busy-calendars.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockAndReauthorize } from "#server/members/permissions.ts";
import { assertFields, assertUrl } from "./check.ts";
import { toHttps } from "./download.ts";
import { deleteBusyTimes } from "./blocks.ts";
import {
  countCalendars,
  findCalendar,
  insertCalendar,
  lockCalendar,
  presentTimes,
  replaceFields,
  updateCalendar,
} from "./queries.ts";
import { READ_JOB } from "./sync.ts";

/** For the activity: never the address, which often holds a secret. */
const toRecord = ({ name, host, fieldIds }: BusyCalendar) => ({ name, address: host, fields: fieldIds });

/** @throws HttpError 422 for an address that is not public or fields of others, 409 for too many calendars */
export async function createCalendar(call: Call<typeof busyCalendars.create>): Promise<BusyCalendar> {
  const { db, appContext, now, organizationId, body, record } = call;
  await lockAndReauthorize(call, "organizations.update");
  await collectFieldErrors(
    async () => assertUrl(call, body.url),
    () => assertFields(call, body.fieldIds),
  );
  if ((await countCalendars(call)) >= MAX_BUSY_CALENDARS)
    throw new HttpError(409, message("busy-calendars.tooManyCalendars", { count: MAX_BUSY_CALENDARS }));
  const id = uuidv7(now);
  await insertCalendar(db, {
    ...{ organization_id: organizationId, id, name: body.name, url: toHttps(body.url) },
    ...{ next_read_at: now, created_at: now, updated_at: now },
  });
  await replaceFields(call, id, [...new Set(body.fieldIds)]);
  await appContext.jobs.send(db, READ_JOB, {});
  const created = await findCalendar(call, id);
  record({ subjectId: id, after: toRecord(created) });
  return created;
}

/** Forgets what was read, so that the next reading is whole. */
const unread = (now: Date) => ({
  etag: null,
  last_modified: null,
  content_hash: null,
  applied_at: null,
  next_read_at: now,
});

export async function changeCalendar(call: Call<typeof busyCalendars.update>): Promise<BusyCalendar> {
  const { db, appContext, now, params, body, record } = call;
  const { id } = await lockCalendar(call, params.busyCalendarId);
  const before = await findCalendar(call, id);
  const { name, url, fieldIds } = body;
  await collectFieldErrors(
    async () => url !== undefined && assertUrl(call, url),
    async () => fieldIds && assertFields(call, fieldIds),
  );
  await updateCalendar(call, id, {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url: toHttps(url), failures: 0, failing_since: null, failure: null, told_at: null }),
    ...unread(now),
    updated_at: now,
  });
  if (fieldIds) {
    await replaceFields(call, id, [...new Set(fieldIds)]);
    const left = await presentTimes(call).where("calendar_id", "=", id).execute();
    await deleteBusyTimes(
      call,
      left.filter(({ field_id }) => !fieldIds.includes(field_id)).map((time) => time.id),
    );
  }
  await appContext.jobs.send(db, READ_JOB, {});
  const after = await findCalendar(call, id);
  const changed = computeDiff(toRecord(before), toRecord(after));
  // Another address on the same server changes nothing that is shown.
  record(url === undefined ? changed : { before: changed.before, after: { ...changed.after, address: after.host } });
  return after;
}

export async function readNow(call: Call<typeof busyCalendars.readNow>): Promise<BusyCalendar> {
  const { db, appContext, now, params } = call;
  const { id, url } = await lockCalendar(call, params.busyCalendarId);
  if (url === null) throw new HttpError(409, message("busy-calendars.noAddress"));
  await updateCalendar(call, id, unread(now));
  await appContext.jobs.send(db, READ_JOB, {});
  return findCalendar(call, id);
}

export async function deleteCalendar(call: Call<typeof busyCalendars.delete>): Promise<null> {
  const { now, params, record } = call;
  const { id, name } = await lockCalendar(call, params.busyCalendarId);
  const times = await presentTimes(call).where("calendar_id", "=", id).execute();
  await deleteBusyTimes(
    call,
    times.map((time) => time.id),
  );
  await replaceFields(call, id, []);
  await updateCalendar(call, id, { url: null, archived_at: now, updated_at: now });
  record({ before: { name }, after: {} });
  return null;
}

/** A field that is archived follows nothing any more. */
export async function endField(
  call: Pick<Call, "db" | "appContext" | "now" | "organizationId" | "memory">,
  fieldId: string,
) {
  const { db, organizationId } = call;
  const times = await presentTimes(call).where("field_id", "=", fieldId).execute();
  await deleteBusyTimes(
    call,
    times.map((time) => time.id),
  );
  await db
    .deleteFrom("busy_calendar_fields")
    .where("organization_id", "=", organizationId)
    .where("field_id", "=", fieldId)
    .execute();
}
