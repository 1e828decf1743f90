/** Creates and changes opening-hour patterns, and links them with fields. No event is ever moved by it. */
import type { Body, Returns } from "#contract/kit.ts";
import type { hours, OpeningHourPattern } from "#contract/hours.ts";
import { mergeHours } from "#contract/hours-week-rules.ts";
import { refuseUnknownFields } from "#server/fields/linked.ts";
import { difference } from "#server/kit/activity.ts";
import type { Announcements, Place } from "#server/kit/announce.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { listOutside, tell } from "./affected.ts";
import { replaceFieldsOf, replacePatternOf } from "./links.ts";
import { refuseOverlaps } from "./overlaps.ts";
import { findPattern, findPatternToChange, insertPattern, updatePattern } from "./queries.ts";

type Draft = Body<typeof hours.create>;
type Saved = Returns<typeof hours.create>;

const weekRow = (week: Draft["hours"]) => JSON.stringify(mergeHours(week));
const exceptionsRow = (exceptions: Draft["exceptions"]) =>
  JSON.stringify(exceptions.map((one) => ({ ...one, hours: one.closed ? [] : mergeHours(one.hours) })));

export async function create(call: Call<typeof hours.create>): Promise<Saved> {
  const { db, now, organizationId, body } = call;
  const fieldIds = [...new Set(body.fieldIds)];
  await gather(
    () => refuseOverlaps(body),
    () => refuseUnknownFields(db, organizationId, fieldIds),
  );
  const id = v7(now);
  await insertPattern(db, {
    organization_id: organizationId,
    id,
    name: body.name,
    hours: weekRow(body.hours),
    exceptions: exceptionsRow(body.exceptions),
    created_at: now,
    updated_at: now,
  });
  await replaceFieldsOf(db, organizationId, id, fieldIds);
  const outside = await listOutside(call, fieldIds);
  return { ...(await findPattern(db, organizationId, id)), ...(await tell(call, outside)) };
}

export async function change(call: Call<typeof hours.update>): Promise<Saved> {
  const { db, now, organizationId, body, params, record } = call;
  const { id } = await findPatternToChange(db, organizationId, params.openingHourPatternId);
  const before = await findPattern(db, organizationId, id);
  const fieldIds = body.fieldIds && [...new Set(body.fieldIds)];
  await gather(
    () => refuseOverlaps(body),
    () => fieldIds && refuseUnknownFields(db, organizationId, fieldIds),
  );
  await updatePattern(db, organizationId, id, {
    name: body.name ?? before.name,
    ...(body.hours && { hours: weekRow(body.hours) }),
    ...(body.exceptions && { exceptions: exceptionsRow(body.exceptions) }),
  });
  if (fieldIds) await replaceFieldsOf(db, organizationId, id, fieldIds);
  const changed = difference(before, await findPattern(db, organizationId, id));
  record(changed);
  if (!changed.isDone) await updatePattern(db, organizationId, id, { updated_at: now });
  const concerned = new Set([...before.fields.map((field) => field.id), ...(fieldIds ?? [])]);
  const outside = await listOutside(call, [...concerned]);
  return { ...(await findPattern(db, organizationId, id)), ...(await tell(call, outside)) };
}

export async function remove(call: Call<typeof hours.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPatternToChange(db, organizationId, params.openingHourPatternId);
  await updatePattern(db, organizationId, id, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** Its fields are still linked, but for those that have another pattern by now. */
export async function restore(call: Call<typeof hours.restore>): Promise<OpeningHourPattern> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPatternToChange(db, organizationId, params.openingHourPatternId, { archived: true });
  await updatePattern(db, organizationId, id, { archived_at: null, updated_at: now });
  record({ after: { name } });
  return findPattern(db, organizationId, id);
}

/** What a field's own form says of its pattern. */
export async function linkField(
  { db }: Pick<Place, "db">,
  { organizationId, fieldId, openingHourPatternId }: Announcements["fields.saved"],
): Promise<void> {
  if (openingHourPatternId === undefined) return;
  const unknown = () => invalid({ openingHourPatternId: [say("hours.unknown")] });
  if (openingHourPatternId) await findPatternToChange(db, organizationId, openingHourPatternId, { orElse: unknown });
  await replacePatternOf(db, organizationId, fieldId, openingHourPatternId);
}
