/** Suggests other free times for events that a change of the opening hours or a closure affects. */
import { isWithinOpenTime, type TimeSpan } from "#contract/hours-rules.ts";
import type { AffectedEvent } from "#contract/hours.ts";
import { listOccupiedSpans } from "#server/fields/occupied-spans.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { listOpenRangesAround } from "./open-ranges.ts";

interface AlternativeRequest extends TimeSpan {
  fieldId: string;
  facilityId: string;
  sportId: number | null;
}

const listFacilityFields = (db: Database, organizationId: string, facilityIds: readonly string[]) =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.name", "fields.facility_id", "fields.turnaround", "facilities.timezone"])
    .select((e) =>
      e
        .selectFrom("field_sports")
        .whereRef("field_sports.organization_id", "=", "fields.organization_id")
        .whereRef("field_sports.field_id", "=", "fields.id")
        .select((sports) => sports.fn.agg<number[] | null>("array_agg", ["field_sports.sport_id"]).as("ids"))
        .as("sport_ids"),
    )
    .where("fields.organization_id", "=", organizationId)
    .where(isAnyOf("fields.facility_id", facilityIds))
    .where("fields.status", "=", "open")
    .where("fields.archived_at", "is", null)
    .orderBy("fields.trail")
    .execute();

/**
 * Other fields of the facility for the same sport, open at the requested time, and free then and for their turnaround after it.
 * @returns one list per request, in their order
 */
export async function listAlternatives(
  db: Database,
  organizationId: string,
  wishes: readonly AlternativeRequest[],
): Promise<AffectedEvent["alternatives"][]> {
  if (wishes.length === 0) return [];
  const neighbours = await listFacilityFields(db, organizationId, [...new Set(wishes.map((wish) => wish.facilityId))]);
  const open = await listOpenRangesAround(db, organizationId, neighbours, wishes);
  const longest = Math.max(0, ...neighbours.map((field) => field.turnaround)) * 60_000;
  const within = {
    start: Math.min(...wishes.map((wish) => wish.start)),
    end: Math.max(...wishes.map((wish) => wish.end)) + longest,
  };
  const ids = neighbours.map(({ id }) => id);
  const taken = await listOccupiedSpans(db, organizationId, ids, within);
  return wishes.map((wish) => {
    const isFree = ({ id, turnaround }: (typeof neighbours)[number]) =>
      !(taken.get(id) ?? []).some(({ start, end }) => start < wish.end + turnaround * 60_000 && wish.start < end);
    return neighbours
      .filter((field) => field.facility_id === wish.facilityId && field.id !== wish.fieldId)
      .filter(({ sport_ids }) => wish.sportId === null || sport_ids?.includes(wish.sportId))
      .filter((field) => isWithinOpenTime(open(field.id), wish) && isFree(field))
      .map(({ id, name }) => ({ fieldId: id, name }));
  });
}
