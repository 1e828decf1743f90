/** Occupancy (utilization, fill rate) by field and day, for the month of the planning. */
import {
  clipSpans,
  dayBounds,
  intersectSpans,
  mergeRanges,
  openRangesBetween,
  type TimeSpan,
} from "#contract/hours-rules.ts";
import type { FieldOccupancy, Occupancy, planning } from "#contract/planning.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listHoursAndSports, resolveDays, spanInTimezone, spanAcrossTimezones } from "./read-planning.ts";
import { listColumns, listTakenTimes, type PlanningColumn } from "./queries.ts";

const minute = 60_000;
const sumMinutes = (ranges: readonly TimeSpan[]) =>
  Math.round(ranges.reduce((sum, { start, end }) => sum + end - start, 0) / minute);

/** Each field with the fields that contain it, and with its parts. */
function findRelatedFields(columns: readonly PlanningColumn[]): Map<string, string[]> {
  const parents = new Map(columns.map(({ id, parent_id }) => [id, parent_id]));
  const related = new Map(columns.map(({ id }) => [id, [id]]));
  for (const { id } of columns)
    for (let around = parents.get(id); around && related.has(around); around = parents.get(around)) {
      related.get(id)?.push(around);
      related.get(around)?.push(id);
    }
  return related;
}

function splitIntoDays(from: string, to: string, timezone: string): TimeSpan[] {
  const count = Temporal.PlainDate.from(from).until(to).days + 1;
  return Array.from({ length: count }, (_, days) =>
    dayBounds(Temporal.PlainDate.from(from).add({ days }).toString(), timezone),
  );
}

/** Both inputs are sorted and do not overlap. */
function minutesByDay(days: readonly TimeSpan[], open: readonly TimeSpan[], taken: readonly TimeSpan[]) {
  const both = open.flatMap((range) =>
    taken.map((one) => intersectSpans(range, one)).filter(({ start, end }) => start < end),
  );
  return {
    open: days.map((day) => sumMinutes(clipSpans(open, day))),
    taken: days.map((day) => sumMinutes(clipSpans(both, day))),
  };
}

export async function readOccupancy(call: Call<typeof planning.occupancy>): Promise<Occupancy> {
  const { db, organizationId, query } = call;
  const columns = await listColumns(call, query);
  const { zone, from, to } = await resolveDays(call, columns);
  // Load all fields of the facility: a part or a whole outside the filter takes the field's time too.
  const isNarrow = query.fieldId !== undefined || query.sportId !== undefined;
  const all = isNarrow ? await listColumns(call, { facilityId: query.facilityId }) : columns;
  const ids = columns.map(({ id }) => id);
  const relatives = findRelatedFields(all);
  const relatedIds = [...new Set(ids.flatMap((id) => relatives.get(id) ?? [id]))];
  const { hours, sports } = await listHoursAndSports(call, ids, { from, to });
  const rows =
    relatedIds.length === 0
      ? []
      : await listTakenTimes(db, organizationId, relatedIds, spanAcrossTimezones(from, to, columns));
  const taken = Map.groupBy(rows, (row) => row.field_id);
  const zones = new Map(
    [...new Set(columns.map(({ timezone }) => timezone))].map((one) => [one, splitIntoDays(from, to, one)]),
  );
  const fieldOf = (column: PlanningColumn): FieldOccupancy => {
    const { id, timezone, status } = column;
    const bound = { hours: null, exceptions: [], ...hours.get(id), timezone, closed: status === "closed" };
    const spans = (relatives.get(id) ?? []).flatMap((one) => taken.get(one) ?? []);
    return {
      id,
      name: column.name,
      facilityId: column.facility_id,
      facilityName: column.facility_name,
      parentId: column.parent_id,
      status: status as FieldOccupancy["status"],
      space: column.space as FieldOccupancy["space"],
      lights: column.lights,
      sports: (sports.get(id) ?? []).map(({ id: sportId, name }) => ({ id: sportId, name })),
      ...minutesByDay(
        zones.get(timezone) ?? [],
        clipSpans(openRangesBetween(from, to, bound), spanInTimezone(from, to, timezone)),
        mergeRanges(spans.map((row) => ({ start: row.start_time.getTime(), end: row.end_time.getTime() }))),
      ),
    };
  };
  return { timezone: zone, from, to, fields: columns.map(fieldOf) };
}
