/** Reads a series (recurring booking) with its dates. */
import type { Occurrence, series, Series } from "#contract/series.ts";
import { listEventVisibility } from "#server/events/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { expandTemplate, toLocalDateTime, planOccurrences, type SeriesTemplate } from "./plan.ts";
import { findSeries, listOccurrences, parseRule } from "./queries.ts";

type SeriesRow = Awaited<ReturnType<typeof findSeries>>;
type Row = Awaited<ReturnType<typeof listOccurrences>>[number];

const originalDate = ({ original_start }: Row, { timezone }: Pick<SeriesRow, "timezone">) =>
  toLocalDateTime(original_start.toISOString(), timezone).date;

const isActive = ({ status }: Row) => status !== "canceled" && status !== "rejected";

export async function listActiveDates(
  db: Database,
  organizationId: string,
  found: Pick<SeriesRow, "id" | "timezone">,
): Promise<Set<string>> {
  const rows = await listOccurrences(db, organizationId, found.id);
  return new Set(rows.filter(isActive).map((row) => originalDate(row, found)));
}

/** Members get 404 for a series without an event whose title they may read. */
async function listVisibleOccurrences(call: Call<typeof series.read>, found: SeriesRow): Promise<Row[]> {
  const rows = await listOccurrences(call.db, found.organization_id, found.id);
  if (call.access.isTeam) return rows;
  const ids = rows.map(({ id }) => id);
  const glimpses = await listEventVisibility(call.db, call, ids);
  const seen = new Set(glimpses.filter(({ isTitled }) => isTitled).map(({ id }) => id));
  if (seen.size === 0) throw notFound();
  return rows.filter(({ id }) => seen.has(id));
}

export async function readSeries(call: Call<typeof series.read>): Promise<Series> {
  const found = await findSeries(call.db, call, call.params.seriesId);
  const rows = await listVisibleOccurrences(call, found);
  const template = found.template as SeriesTemplate;
  const rule = parseRule(found.rule);
  const field = { id: found.field_id, name: found.field_name };
  // Sort the active event of a date last: the map keeps the last one.
  const byTurn = rows.toSorted((a, b) => Number(isActive(a)) - Number(isActive(b)));
  const byDate = new Map(byTurn.map((row) => [originalDate(row, found), row]));
  const occurrences = expandTemplate(template, rule, found.timezone).flatMap(({ date, start, end }) => {
    const row = byDate.get(date);
    if (!row && !call.access.isTeam) return [];
    return {
      date,
      startTime: (row?.start_time ?? new Date(start)).toISOString(),
      endTime: (row?.end_time ?? new Date(end)).toISOString(),
      field: row ? { id: row.field_id, name: row.field_name } : field,
      eventId: row?.id ?? null,
      status: row?.status ?? null,
    };
  });
  return {
    id: found.id,
    rule,
    name: found.name,
    facility: { id: found.facility_id, name: found.facility_name },
    field,
    timezone: found.timezone,
    duration: template.duration,
    occurrences,
  };
}

/** Upcoming dates without an active event, as they could be booked now. */
export async function listSkippedDates(call: Call<typeof series.skipped>): Promise<Occurrence[]> {
  const { db, now, params } = call;
  const found = await findSeries(db, call, params.seriesId);
  // Use the organization of the series: the platform's own call spans all organizations.
  const organizationId = found.organization_id;
  const alive = await listActiveDates(db, organizationId, found);
  const what = { template: found.template as SeriesTemplate, rule: parseRule(found.rule) };
  return planOccurrences(
    { ...call, organizationId },
    what,
    ({ date, start }) => start > now.getTime() && !alive.has(date),
  );
}
