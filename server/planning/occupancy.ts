/** How full days are: minutes that are open, and how many of them are taken. */
import { clip, dayBounds, intersect, mergeRanges, openRangesBetween, type Span } from "#contract/hours-rules.ts";
import type { FieldOccupancy, Occupancy, planning } from "#contract/planning.ts";
import { listHoursOf } from "#server/hours/queries.ts";
import type { Call } from "#server/kit/serve.ts";
import { daysOf, spanIn, spanOfAll } from "./days.ts";
import { listColumns, listSportsOf, listTaken, type Column } from "./queries.ts";

const minute = 60_000;
const minutesOf = (ranges: readonly Span[]) =>
  Math.round(ranges.reduce((sum, { start, end }) => sum + end - start, 0) / minute);

/** Each field with all that it is part of, and all that is part of it. */
function relativesOf(columns: readonly Column[]): Map<string, string[]> {
  const parents = new Map(columns.map(({ id, parent_id }) => [id, parent_id]));
  const related = new Map(columns.map(({ id }) => [id, [id]]));
  for (const { id } of columns)
    for (let around = parents.get(id); around && related.has(around); around = parents.get(around)) {
      related.get(id)?.push(around);
      related.get(around)?.push(id);
    }
  return related;
}

/** The local days from one date to another, as they are in a zone. */
function daysIn(from: string, to: string, timezone: string): Span[] {
  const count = Temporal.PlainDate.from(from).until(to).days + 1;
  return Array.from({ length: count }, (_, days) =>
    dayBounds(Temporal.PlainDate.from(from).add({ days }).toString(), timezone),
  );
}

/** How much of each day is open, and taken. Both in order, none of either touching another. */
function minutesBy(days: readonly Span[], open: readonly Span[], taken: readonly Span[]) {
  // What both have: of every open range the parts that are taken.
  const both = open.flatMap((range) =>
    taken.map((one) => intersect(range, one)).filter(({ start, end }) => start < end),
  );
  return {
    open: days.map((day) => minutesOf(clip(open, day))),
    taken: days.map((day) => minutesOf(clip(both, day))),
  };
}

export async function readOccupancy(call: Call<typeof planning.occupancy>): Promise<Occupancy> {
  const { db, organizationId, query } = call;
  const columns = await listColumns(db, call, query);
  const { zone, from, to } = await daysOf(call, columns);
  // A part or a whole that was not asked for takes time all the same.
  const isNarrow = query.fieldId !== undefined || query.sportId !== undefined;
  const all = isNarrow ? await listColumns(db, call, { facilityId: query.facilityId }) : columns;
  const ids = columns.map(({ id }) => id);
  const relatives = relativesOf(all);
  const wanted = [...new Set(ids.flatMap((id) => relatives.get(id) ?? [id]))];
  const hours = await listHoursOf(db, organizationId, ids, { from, to });
  const sports = await listSportsOf(db, call, ids);
  const rows = wanted.length === 0 ? [] : await listTaken(db, organizationId, wanted, spanOfAll(from, to, columns));
  const taken = Map.groupBy(rows, (row) => row.field_id);
  const zones = new Map(
    [...new Set(columns.map(({ timezone }) => timezone))].map((one) => [one, daysIn(from, to, one)]),
  );
  const fieldOf = (column: Column): FieldOccupancy => {
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
      ...minutesBy(
        zones.get(timezone) ?? [],
        clip(openRangesBetween(from, to, bound), spanIn(from, to, timezone)),
        mergeRanges(spans.map((row) => ({ start: row.start_time.getTime(), end: row.end_time.getTime() }))),
      ),
    };
  };
  return { timezone: zone, from, to, fields: columns.map(fieldOf) };
}
