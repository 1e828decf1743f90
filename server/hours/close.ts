/** Closes a facility or a field for some days, with a decision for each event that it touches. */
import type { Closure, Decision, hours } from "#contract/hours.ts";
import { dayBounds } from "#contract/hours-rules.ts";
import { mergeHours } from "#contract/hours-week-rules.ts";
import type { Returns } from "#contract/kit.ts";
import { findFacilityToFill } from "#server/facilities/queries.ts";
import { announce } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say, type Problem } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { listOutside, tell, type Bound } from "./affected.ts";
import { archiveClosure, findClosure, insertClosure } from "./closures.ts";
import { refuseOverlapsOf } from "./overlaps.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /** The team has decided what becomes of events that lie outside the hours: whoever keeps them moves and cancels. */
    "hours.decided": { decisions: readonly Decision[]; reason: string | null };
  }
}

type Close = Call<typeof hours.createClosure>;

interface Place {
  facilityId: string;
  timezone: string;
  /** The fields that it closes. */
  fieldIds: string[];
}

const fieldsOf = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .select(["id", "facility_id"])
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null);

async function findPlace({ db, organizationId, body }: Close): Promise<Place> {
  const { fieldId } = body;
  const unknownField = () => invalid({ fieldId: [say("fields.unknown")] });
  const unknownFacility = () => invalid({ facilityId: [say("facilities.unknown")] });
  const field = fieldId
    ? await fieldsOf(db, organizationId).where("id", "=", fieldId).executeTakeFirstOrThrow(unknownField)
    : undefined;
  const facilityId = field?.facility_id ?? body.facilityId ?? "";
  const { timezone } = await findFacilityToFill(db, organizationId, facilityId, field ? unknownField : unknownFacility);
  const all = field ? [field] : await fieldsOf(db, organizationId).where("facility_id", "=", facilityId).execute();
  return { facilityId, timezone, fieldIds: all.map(({ id }) => id) };
}

/** Whoever begins on the last day may stay for 24 hours. */
const dayMs = 86_400_000;

/** The days of a closure as instants, and until when its last night could have run. */
function timeOf({ from, to }: Close["body"], timezone: string) {
  const [{ start }, { end }] = [dayBounds(from, timezone), dayBounds(to, timezone)];
  return { end, around: { start, end: end + dayMs } };
}

/** @throws Problem 422 beside the event of each decision that there is nothing to decide for */
function refuseDecisions(decisions: readonly Decision[], touched: readonly Bound[]): void {
  const known = new Set(touched.map(({ id }) => id));
  const errors: NonNullable<Problem["errors"]> = {};
  decisions.forEach(({ eventId }, index) => {
    if (!known.delete(eventId)) errors[`decisions.${index}.eventId`] = [say("hours.unknownEvent")];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export async function close(call: Close): Promise<Returns<typeof hours.createClosure>> {
  const { db, now, organizationId, body } = call;
  const { name, from, to, closed, fieldId, decisions, reason } = body;
  const [place] = await gather(
    () => findPlace(call),
    () => refuseOverlapsOf(body),
  );
  const { end, around } = timeOf(body, place.timezone);
  const before = new Set((await listOutside(call, place.fieldIds, around)).map((event) => event.id));
  const id = v7(now);
  await insertClosure(db, {
    organization_id: organizationId,
    id,
    facility_id: place.facilityId,
    field_id: fieldId ?? null,
    name,
    from_date: from,
    to_date: to,
    closed,
    hours: JSON.stringify(closed ? [] : mergeHours(body.hours)),
    created_at: now,
  });
  const outside = await listOutside(call, place.fieldIds, around);
  // On its days all that lies outside; after them only what it alone has put there, by taking the night before away.
  const touched = outside.filter((event) => event.start_time.getTime() < end || !before.has(event.id));
  refuseDecisions(decisions, touched);
  const told = await tell(call, touched);
  if (decisions.length > 0) await announce(call, "hours.decided", { decisions, reason: reason ?? name });
  return { ...(await findClosure(db, organizationId, id)), ...told };
}

export async function open(call: Call<typeof hours.deleteClosure>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { name, from, to } = await findClosure(db, organizationId, params.closureId);
  await archiveClosure(db, organizationId, params.closureId, now);
  record({ before: { name, from, to } });
  return null;
}

export async function closeAgain(call: Call<typeof hours.restoreClosure>): Promise<Closure> {
  const { db, organizationId, params, record } = call;
  await archiveClosure(db, organizationId, params.closureId, null);
  const closure = await findClosure(db, organizationId, params.closureId);
  record({ after: { name: closure.name, from: closure.from, to: closure.to } });
  return closure;
}
