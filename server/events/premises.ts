/**
 * Events and the place where they are: as long as some are to come, their organization, facility and field stay; what happens to
 * them when their field is divided, stands for itself again, or is closed. Whoever announces a change of fields holds them all,
 * so that nobody books them meanwhile.
 */
import { sql } from "kysely";
import { events } from "#contract/events.ts";
import type { Decision } from "#contract/hours.ts";
import type { Place } from "#server/kit/announce.ts";
import { Problem, say } from "#server/kit/problem.ts";
import { perform } from "#server/kit/perform.ts";
import { change } from "./change.ts";
import { cancel } from "./end.ts";
import { anyToCome, toCome } from "./holds.ts";

type When = Pick<Place, "db" | "now">;

/** @throws Problem 409 that says how many */
export async function refuseWhileBooked(
  { db, now }: When,
  { organizationId }: { organizationId: string },
): Promise<void> {
  const { count } = await toCome(db, organizationId, now).executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new Problem(409, say("events.organizationBooked", { count: Number(count) }));
}

/** @throws Problem 409 that says how many */
export async function refuseWhileFacilityBooked(
  { db, now }: When,
  { organizationId, facilityId }: { organizationId: string; facilityId: string },
): Promise<void> {
  const { count } = await toCome(db, organizationId, now)
    .where("facility_id", "=", facilityId)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new Problem(409, say("events.facilityBooked", { count: Number(count) }));
}

interface OfField {
  organizationId: string;
  fieldId: string;
}

/** @throws Problem 409 that says how many */
export async function refuseWhileFieldBooked({ db, now }: When, { organizationId, fieldId }: OfField): Promise<void> {
  const { count } = await toCome(db, organizationId, now).where("field_id", "=", fieldId).executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new Problem(409, say("events.fieldBooked", { count: Number(count) }));
}

/** Events lie in the facility where they were booked, and blocks too. @throws Problem 409 beside `facilityId` */
export async function refuseMove({ db, now }: When, { organizationId, fieldId }: OfField): Promise<void> {
  const { count } = await anyToCome(db, organizationId, now).where("field_id", "=", fieldId).executeTakeFirstOrThrow();
  if (Number(count) === 0) return;
  const saying = say("events.fieldStays", { count: Number(count) });
  throw new Problem(409, saying, { errors: { facilityId: [saying] } });
}

interface Parts {
  organizationId: string;
  wholeIds: string[];
  unitIds: string[];
}

/**
 * Gives units to what is booked on the fields that they are now a part of. What is over may have overlapped, when the fields
 * did not know of each other: such events stay without the units. So whoever moves an event takes the units that its field
 * has by then.
 * @throws Problem 409 beside `parentId` where bookings to come overlap; it says how many
 */
export async function occupyParts({ db, now }: Pick<Place, "db" | "now">, parts: Parts): Promise<void> {
  const { organizationId, wholeIds, unitIds } = parts;
  const { rows } = await sql<{ count: number }>`
    with booked as (
      select distinct on (events.id) events.id, occupancies.during, occupancies.active
      from events join occupancies on occupancies.organization_id = events.organization_id and occupancies.event_id = events.id
      where events.organization_id = ${organizationId} and events.field_id = any(${wholeIds})
    ), wanted as (
      select booked.*, unit_id from booked cross join unnest(${unitIds}::uuid[]) as unit_id
    ), given as (
      insert into occupancies (organization_id, unit_id, event_id, during, active)
      select ${organizationId}::uuid, unit_id, id, during, active from wanted order by unit_id, id
      on conflict do nothing
      returning unit_id, event_id
    )
    select count(distinct wanted.id)::int as count
    from wanted left join given on given.unit_id = wanted.unit_id and given.event_id = wanted.id
    where given.event_id is null and upper(wanted.during) > ${now}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  const saying = say("events.partOverlaps", { count });
  throw new Problem(409, saying, { errors: { parentId: [saying] } });
}

/** Takes units from what is booked on fields that they are no part of any more. */
export async function freeParts({ db }: Pick<Place, "db">, parts: Parts): Promise<void> {
  const { organizationId, wholeIds, unitIds } = parts;
  await sql`
    delete from occupancies using events
    where occupancies.organization_id = ${organizationId} and occupancies.unit_id = any(${unitIds})
      and events.organization_id = occupancies.organization_id and events.id = occupancies.event_id
      and events.field_id = any(${wholeIds})`.execute(db);
}

/**
 * Gives what is booked and not over the field's new turnaround, as far as the next booking leaves room. Nobody's booking is
 * moved for it, and the change is never refused: a busy field could otherwise not be given one for months.
 */
export async function changeTurnaround(
  { db, now }: Pick<Place, "db" | "now">,
  { organizationId, fieldId, turnaround }: { organizationId: string; fieldId: string; turnaround: number },
): Promise<void> {
  const wanted = sql`events.end_time + make_interval(mins => ${turnaround}::int)`;
  await sql`
    update occupancies set during = tstzrange(lower(occupancies.during), least(${wanted}, (
      select min(lower(next.during))
      from occupancies as own join occupancies as next on next.organization_id = own.organization_id
        and next.unit_id = own.unit_id and next.active and next.event_id <> own.event_id
        and next.during && tstzrange(events.end_time, ${wanted})
      where own.organization_id = events.organization_id and own.event_id = events.id
        and lower(next.during) >= events.end_time
    )))
    from events
    where events.organization_id = ${organizationId} and events.field_id = ${fieldId}
      and occupancies.organization_id = events.organization_id and occupancies.event_id = events.id
      and upper(occupancies.during) > ${now}`.execute(db);
}

async function carryOutOne(place: Place, decision: Decision, reason: string | null): Promise<void> {
  const { eventId, action, fieldId, startTime, refund } = decision;
  if (action === "cancel") {
    const body = { reason, refund: refund ?? "full", notify: true } as const;
    await perform(place, events.cancel, cancel, { params: { eventId }, body });
  }
  if (action === "move") {
    // Whoever is moved for a closure pays what was agreed.
    const body = {
      ...(fieldId && { fieldId }),
      ...(startTime && { startTime }),
      pricing: "keep",
      notify: true,
    } as const;
    await perform(place, events.update, change, { params: { eventId }, body });
  }
}

/**
 * All of it or nothing.
 * @throws Problem of the first that cannot be done, beside its place in the list: `decisions.3`
 */
export async function carryOut(
  place: Place,
  { decisions, reason }: { decisions: readonly Decision[]; reason: string | null },
): Promise<void> {
  for (const [index, decision] of decisions.entries()) {
    try {
      await carryOutOne(place, decision, reason);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const own = Object.values(error.errors ?? {}).flat();
      const errors = { [`decisions.${index}`]: own.length > 0 ? own : [error.saying] };
      throw new Problem(error.status === 404 ? 422 : error.status, error.saying, { errors });
    }
  }
}
