/**
 * Creates and deletes closures. Events outside the hours stay, unless the team decides to move or cancel them
 * (`applyDecisions`).
 */
import type { Closure, ClosureDecision, hours } from "#contract/hours.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import type { Returns } from "#contract/kit.ts";
import { lockFacility } from "#server/facilities/queries.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listEventsOutsideHours, serializeAffectedEvents, type BoundEvent } from "./affected-events.ts";
import { closureColumnMap } from "./column-map.ts";
import { archiveClosure, findClosure, insertClosure } from "./closures.ts";
import { assertNoClosureOverlaps } from "./overlaps.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** The team decided about events outside the hours; subscribers move and cancel them. */
    "hours.decided": { decisions: readonly ClosureDecision[]; reason: string | null };
    /** A closure is taken away: there may be time again between these local dates, both included. */
    "hours.reopened": { from: string; to: string };
  }
}

type CreateClosureCall = Call<typeof hours.createClosure>;

interface ClosurePlace {
  facilityId: string;
  timezone: string;
  fieldIds: string[];
}

const presentFields = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .select(["id", "facility_id"])
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null);

async function findClosurePlace({ db, organizationId, body }: CreateClosureCall): Promise<ClosurePlace> {
  const { fieldId } = body;
  const unknownField = () => invalidFields({ fieldId: [message("fields.unknown")] });
  const unknownFacility = () => invalidFields({ facilityId: [message("facilities.unknown")] });
  const field = fieldId
    ? await presentFields(db, organizationId).where("id", "=", fieldId).executeTakeFirstOrThrow(unknownField)
    : undefined;
  const facilityId = field?.facility_id ?? body.facilityId ?? "";
  const { timezone } = await lockFacility(db, organizationId, facilityId, field ? unknownField : unknownFacility);
  const all = field ? [field] : await presentFields(db, organizationId).where("facility_id", "=", facilityId).execute();
  return { facilityId, timezone, fieldIds: all.map(({ id }) => id) };
}

/** Milliseconds: an event that starts on the last day may last 24 hours. */
const dayMs = 86_400_000;

function closureTime({ from, to }: CreateClosureCall["body"], timezone: string) {
  const [{ start }, { end }] = [dayBounds(from, timezone), dayBounds(to, timezone)];
  return { end, around: { start, end: end + dayMs } };
}

function assertKnownDecisions(decisions: readonly ClosureDecision[], touched: readonly BoundEvent[]): void {
  const undecidedIds = new Set(touched.map(({ id }) => id));
  const errors: NonNullable<HttpError["errors"]> = {};
  decisions.forEach(({ eventId }, index) => {
    if (!undecidedIds.delete(eventId)) errors[`decisions.${index}.eventId`] = [message("hours.unknownEvent")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

export async function createClosure(call: CreateClosureCall): Promise<Returns<typeof hours.createClosure>> {
  const { db, now, organizationId, body } = call;
  const { name, decisions, reason } = body;
  const [place] = await collectFieldErrors(
    () => findClosurePlace(call),
    () => assertNoClosureOverlaps(body),
  );
  const { end, around } = closureTime(body, place.timezone);
  const before = new Set((await listEventsOutsideHours(call, place.fieldIds, around)).map((event) => event.id));
  const id = uuidv7(now);
  await insertClosure(db, {
    organization_id: organizationId,
    id,
    ...closureColumnMap.toRow({ ...body, facilityId: place.facilityId, hours: body.closed ? [] : body.hours }),
    created_at: now,
  });
  const outside = await listEventsOutsideHours(call, place.fieldIds, around);
  // Affected are all events outside the hours on these days, and later ones that only this closure put outside.
  const touched = outside.filter((event) => event.start_time.getTime() < end || !before.has(event.id));
  assertKnownDecisions(decisions, touched);
  const affectedEvents = await serializeAffectedEvents(call, touched);
  if (decisions.length > 0) await publish(call, "hours.decided", { decisions, reason: reason ?? name });
  return { ...(await findClosure(db, organizationId, id)), ...affectedEvents };
}

export async function deleteClosure(call: Call<typeof hours.deleteClosure>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { name, from, to } = await findClosure(db, organizationId, params.closureId);
  await archiveClosure(db, organizationId, params.closureId, now);
  record({ before: { name, from, to } });
  await publish(call, "hours.reopened", { from, to });
  return null;
}

export async function restoreClosure(call: Call<typeof hours.restoreClosure>): Promise<Closure> {
  const { db, organizationId, params, record } = call;
  await archiveClosure(db, organizationId, params.closureId, null);
  const closure = await findClosure(db, organizationId, params.closureId);
  record({ after: { name: closure.name, from: closure.from, to: closure.to } });
  return closure;
}
