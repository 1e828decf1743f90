/** Creates, changes and links opening-hour patterns. Events are never moved. */
import type { Returns } from "#contract/kit.ts";
import type { hours, OpeningHourPattern } from "#contract/hours.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listEventsOutsideHours, serializeAffectedEvents } from "./affected-events.ts";
import { patternColumnMap } from "./column-map.ts";
import { replacePatternFields, replaceFieldPattern } from "./links.ts";
import { assertNoPatternOverlaps } from "./check-timeslots.ts";
import { findPattern, findPatternToChange, insertPattern, updatePattern } from "./queries.ts";

type SavedPattern = Returns<typeof hours.create>;

export async function createHoursPattern(call: Call<typeof hours.create>): Promise<SavedPattern> {
  const { db, now, organizationId, body } = call;
  const fieldIds = [...new Set(body.fieldIds)];
  await collectFieldErrors(
    () => assertNoPatternOverlaps(body),
    () => assertKnownFields(db, organizationId, fieldIds),
  );
  const id = uuidv7(now);
  await insertPattern(db, {
    organization_id: organizationId,
    id,
    ...patternColumnMap.toRow(body),
    created_at: now,
    updated_at: now,
  });
  await replacePatternFields(db, organizationId, id, fieldIds);
  const outside = await listEventsOutsideHours(call, fieldIds);
  return { ...(await findPattern(db, organizationId, id)), ...(await serializeAffectedEvents(call, outside)) };
}

export async function changeHoursPattern(call: Call<typeof hours.update>): Promise<SavedPattern> {
  const { db, now, organizationId, body, params, record } = call;
  const { id } = await findPatternToChange(db, organizationId, params.openingHourPatternId);
  const before = await findPattern(db, organizationId, id);
  const fieldIds = body.fieldIds && [...new Set(body.fieldIds)];
  await collectFieldErrors(
    () => assertNoPatternOverlaps(body),
    () => fieldIds && assertKnownFields(db, organizationId, fieldIds),
  );
  await updatePattern(db, organizationId, id, {
    ...patternColumnMap.toRow(body),
    name: body.name ?? before.name,
  });
  if (fieldIds) await replacePatternFields(db, organizationId, id, fieldIds);
  const changed = computeDiff(before, await findPattern(db, organizationId, id));
  record(changed);
  if (!changed.skipsEntry) await updatePattern(db, organizationId, id, { updated_at: now });
  const concerned = new Set([...before.fields.map((field) => field.id), ...(fieldIds ?? [])]);
  const outside = await listEventsOutsideHours(call, [...concerned]);
  return { ...(await findPattern(db, organizationId, id)), ...(await serializeAffectedEvents(call, outside)) };
}

export async function deleteHoursPattern(call: Call<typeof hours.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPatternToChange(db, organizationId, params.openingHourPatternId);
  await updatePattern(db, organizationId, id, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** Keeps the links of the pattern, except for fields that have another pattern by now. */
export async function restoreHoursPattern(call: Call<typeof hours.restore>): Promise<OpeningHourPattern> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPatternToChange(db, organizationId, params.openingHourPatternId, { archived: true });
  await updatePattern(db, organizationId, id, { archived_at: null, updated_at: now });
  record({ after: { name } });
  return findPattern(db, organizationId, id);
}

export async function linkOpeningHours(
  { db }: Pick<RequestContext, "db">,
  { organizationId, fieldId, openingHourPatternId }: DomainEvents["fields.saved"],
): Promise<void> {
  if (openingHourPatternId === undefined) return;
  const unknown = () => invalidFields({ openingHourPatternId: [message("hours.unknown")] });
  if (openingHourPatternId) await findPatternToChange(db, organizationId, openingHourPatternId, { orElse: unknown });
  await replaceFieldPattern(db, organizationId, fieldId, openingHourPatternId);
}
