/** A series as it stands: its dates with their events, and those that have none. */
import type { Occurrence, series, Series } from "#contract/series.ts";
import { listGlimpses } from "#server/events/queries.ts";
import type { Database } from "#server/kit/database.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { expand, localOf, plan, type Template } from "./plan.ts";
import { findSeries, listOccurrences, ruleOf } from "./queries.ts";

type Found = Awaited<ReturnType<typeof findSeries>>;
type Row = Awaited<ReturnType<typeof listOccurrences>>[number];

const dateOf = ({ original_start }: Row, { timezone }: Pick<Found, "timezone">) =>
  localOf(original_start.toISOString(), timezone).date;

const isAlive = ({ status }: Row) => status !== "canceled" && status !== "rejected";

/** The dates whose event takes place, or took. */
export async function findAliveDates(
  db: Database,
  organizationId: string,
  found: Pick<Found, "id" | "timezone">,
): Promise<Set<string>> {
  const rows = await listOccurrences(db, organizationId, found.id);
  return new Set(rows.filter(isAlive).map((row) => dateOf(row, found)));
}

/** The events that one may see; others than the team learn of nothing else. */
async function listSeen(call: Call<typeof series.read>, found: Found): Promise<Row[]> {
  const rows = await listOccurrences(call.db, found.organization_id, found.id);
  if (call.standing.isTeam) return rows;
  const ids = rows.map(({ id }) => id);
  const glimpses = await listGlimpses(call.db, call, ids);
  const seen = new Set(glimpses.filter(({ isVisible }) => isVisible).map(({ id }) => id));
  if (seen.size === 0) throw notFound();
  return rows.filter(({ id }) => seen.has(id));
}

/** A series with every date of its rule, the skipped ones too. */
export async function read(call: Call<typeof series.read>): Promise<Series> {
  const found = await findSeries(call.db, call, call.params.seriesId);
  const rows = await listSeen(call, found);
  const template = found.template as Template;
  const rule = ruleOf(found.rule);
  const field = { id: found.field_id, name: found.field_name };
  // Of several events of one date the one that takes place holds, else the latest.
  const byTurn = rows.toSorted((one, other) => Number(isAlive(one)) - Number(isAlive(other)));
  const byDate = new Map(byTurn.map((row) => [dateOf(row, found), row]));
  const occurrences = expand(template, rule, found.timezone).flatMap(({ date, start, end }) => {
    const row = byDate.get(date);
    if (!row && !call.standing.isTeam) return [];
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

/** The dates to come without an event that takes place, as they could be booked now. */
export async function listSkipped(call: Call<typeof series.skipped>): Promise<Occurrence[]> {
  const { db, now, params } = call;
  const found = await findSeries(db, call, params.seriesId);
  // The platform asks of all organizations: the fields are those of the one that the series is in.
  const organizationId = found.organization_id;
  const alive = await findAliveDates(db, organizationId, found);
  const what = { template: found.template as Template, rule: ruleOf(found.rule) };
  return plan({ ...call, organizationId }, what, ({ date, start }) => start > now.getTime() && !alive.has(date));
}
