/**
 * Creates, changes and deletes closures. Events outside the hours stay, unless the team decides to move or cancel them
 * (`applyDecisions`).
 */
import type { Closure, ClosureDecision, hours } from "#contract/hours.ts";
import { dayBounds, type TimeSpan } from "#contract/hours-rules.ts";
import type { Returns } from "#contract/kit.ts";
import { lockFacility } from "#server/facilities/queries.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listEventsOutsideHours, serializeAffectedEvents, type BoundEvent } from "./affected-events.ts";
import { closureColumnMap } from "./column-map.ts";
import { archiveClosure, findClosure, insertClosure, lockClosure, updateClosureRow } from "./closures.ts";
import { assertNoClosureOverlaps } from "./check-timeslots.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** The team decided about events outside the hours; subscribers move and cancel them. */
    "hours.decided": { decisions: readonly ClosureDecision[]; reason: string | null };
    /** A closure is taken away: there may be time again between these local dates, both included. */
    "hours.reopened": { from: string; to: string };
  }
}

type CreateClosureCall = Call<typeof hours.createClosure>;
type TenantCall = Pick<CreateClosureCall, "db" | "organizationId" | "now">;
type Period = Pick<Closure, "from" | "to">;

interface ClosurePlace {
  /** Null for all facilities. */
  facilityId: string | null;
  fieldIds: string[];
}

const presentFields = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .select(["id", "facility_id"])
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null);

async function listFieldIds({ db, organizationId }: TenantCall, facilityId: string | null): Promise<string[]> {
  const present = presentFields(db, organizationId);
  const found = await (facilityId === null ? present : present.where("facility_id", "=", facilityId)).execute();
  return found.map(({ id }) => id);
}

async function findClosurePlace(call: CreateClosureCall): Promise<ClosurePlace> {
  const { db, organizationId, body } = call;
  const { fieldId } = body;
  if (body.allFacilities) return { facilityId: null, fieldIds: await listFieldIds(call, null) };
  const unknownField = () => invalidFields({ fieldId: [message("fields.unknown")] });
  const unknownFacility = () => invalidFields({ facilityId: [message("facilities.unknown")] });
  const field = fieldId
    ? await presentFields(db, organizationId).where("id", "=", fieldId).executeTakeFirstOrThrow(unknownField)
    : undefined;
  const facilityId = field?.facility_id ?? body.facilityId ?? "";
  await lockFacility(db, organizationId, facilityId, field ? unknownField : unknownFacility);
  return { facilityId, fieldIds: field ? [field.id] : await listFieldIds(call, facilityId) };
}

/** Milliseconds: an event that starts on the last day may last 24 hours. */
const dayMs = 86_400_000;
/** Local dates begin and end at most this long before and after those of UTC. */
const maxOffsetMs = 14 * 3_600_000;

const timeAround = ({ from, to }: Period): TimeSpan => ({
  start: dayBounds(from, "UTC").start - maxOffsetMs,
  end: dayBounds(to, "UTC").end + maxOffsetMs + dayMs,
});

const isOnDays = ({ from, to }: Period, { start_time, end_time, timezone }: BoundEvent): boolean =>
  dayBounds(from, timezone).start < end_time.getTime() && start_time.getTime() < dayBounds(to, timezone).end;

function assertKnownDecisions(decisions: readonly ClosureDecision[], touched: readonly BoundEvent[]): void {
  const undecidedIds = new Set(touched.map(({ id }) => id));
  const errors: NonNullable<HttpError["errors"]> = {};
  decisions.forEach(({ eventId }, index) => {
    if (!undecidedIds.delete(eventId)) errors[`decisions.${index}.eventId`] = [message("hours.unknownEvent")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** Carries out the decisions about the events that a closure touches. */
async function decide(
  call: Call,
  touched: readonly BoundEvent[],
  { decisions, reason }: { decisions: readonly ClosureDecision[]; reason: string },
) {
  assertKnownDecisions(decisions, touched);
  const affectedEvents = await serializeAffectedEvents(call, touched);
  if (decisions.length > 0) await publish(call, "hours.decided", { decisions, reason });
  return affectedEvents;
}

export async function createClosure(call: CreateClosureCall): Promise<Returns<typeof hours.createClosure>> {
  const { db, now, organizationId, body } = call;
  const { name, decisions, reason } = body;
  const [place] = await collectFieldErrors(
    () => findClosurePlace(call),
    () => assertNoClosureOverlaps(body),
  );
  const around = timeAround(body);
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
  const touched = outside.filter((event) => isOnDays(body, event) || !before.has(event.id));
  const affectedEvents = await decide(call, touched, { decisions, reason: reason ?? name });
  return { ...(await findClosure(db, organizationId, id)), ...affectedEvents };
}

/** Affected are the events that the change puts outside the hours. */
export async function updateClosure(
  call: Call<typeof hours.updateClosure>,
): Promise<Returns<typeof hours.updateClosure>> {
  const { db, organizationId, params, body, record } = call;
  const { closureId } = params;
  await lockClosure(db, organizationId, closureId);
  const before = await findClosure(db, organizationId, closureId);
  const { decisions = [], reason, ...changes } = body;
  const changed = { ...before, ...changes };
  await collectFieldErrors(
    () => assertPeriod(changed),
    () => assertNoClosureOverlaps(changed),
  );
  const fieldIds = before.field ? [before.field.id] : await listFieldIds(call, before.facility?.id ?? null);
  const around = timeAround(changed);
  const outsideBefore = new Set((await listEventsOutsideHours(call, fieldIds, around)).map((event) => event.id));
  await updateClosureRow(
    db,
    organizationId,
    closureId,
    closureColumnMap.toRow({ ...changes, name: changed.name, hours: changed.closed ? [] : changed.hours }),
  );
  const outside = await listEventsOutsideHours(call, fieldIds, around);
  const touched = outside.filter((event) => !outsideBefore.has(event.id));
  const affectedEvents = await decide(call, touched, { decisions, reason: reason ?? changed.name });
  const closure = await findClosure(db, organizationId, closureId);
  record(computeDiff(before, closure));
  await publish(call, "hours.reopened", { from: before.from, to: before.to });
  return { ...closure, ...affectedEvents };
}

function assertPeriod({ from, to, closed, hours: special }: Pick<Closure, "from" | "to" | "closed" | "hours">): void {
  const errors: NonNullable<HttpError["errors"]> = {
    ...(from > to && { to: [message("hours.endsBeforeStart")] }),
    ...(!closed && special.length === 0 && { hours: [message("hours.noHoursOfException")] }),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
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
