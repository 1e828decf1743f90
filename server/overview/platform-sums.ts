/**
 * Totals of all organizations, by date and by spans of days, so that the platform's overview of a year stays fast. The
 * job updates them every minute.
 */
import { sql } from "kysely";
import { eventStatuses, eventTypes } from "#contract/events.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { dayMs } from "./split-by-hour.ts";
import type { Period } from "./refresh.ts";

/** Days, longest first; each is a multiple of the next. Single days are read from `overview_fields`. */
const SPAN_LENGTHS = [64, 16, 4] as const;
const dayNumber = (date: string) => Date.parse(date) / dayMs;
const dateOfDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

export interface DaySpan {
  days: number;
  first: string;
}

/** The minimum number of spans that cover a period exactly. */
export function splitIntoSpans({ from, to }: Period): DaySpan[] {
  const spans: DaySpan[] = [];
  const last = dayNumber(to);
  for (let day = dayNumber(from); day <= last;) {
    const days = SPAN_LENGTHS.find((length) => day % length === 0 && day + length - 1 <= last) ?? 1;
    spans.push({ days, first: dateOfDay(day) });
    day += days;
  }
  return spans;
}

const spansAround = (date: string): DaySpan[] =>
  SPAN_LENGTHS.map((days) => ({ days, first: dateOfDay(Math.floor(dayNumber(date) / days) * days) }));

/** Sums arrays by element, which PostgreSQL has no function for. */
export const sumArrayColumn = (column: string, length: number) =>
  sql`array[${sql.join(Array.from({ length }, (_, index) => sql`sum(${sql.ref(column)}[${sql.lit(index + 1)}])`))}]::integer[]`;

async function sumDates(db: Database, dates: readonly string[]): Promise<void> {
  await sql`delete from overview_everywhere where date = any(${dates}::date[])`.execute(db);
  await sql`
    insert into overview_everywhere
      (date, currency, open_minutes, taken_minutes, events, revenue, by_status, by_type, by_hour)
    select date, currency, sum(open_minutes), sum(taken_minutes), sum(events), sum(revenue),
      ${sumArrayColumn("by_status", eventStatuses.length)}, ${sumArrayColumn("by_type", eventTypes.length)}, ${sumArrayColumn("by_hour", 24)}
    from overview_dates
    join organizations on organizations.id = overview_dates.organization_id and organizations.archived_at is null
    where date = any(${dates}::date[])
    group by date, currency`.execute(db);
}

async function sumSpans(db: Database, changed: readonly { organization_id: string; date: string }[]): Promise<void> {
  const spansByKey = new Map(
    changed.flatMap(({ organization_id, date }) =>
      spansAround(date).map((span) => [`${organization_id} ${span.days} ${span.first}`, { organization_id, ...span }]),
    ),
  );
  const spans = [...spansByKey.values()];
  const requestedSpans = sql`unnest(
    ${spans.map((span) => span.organization_id)}::uuid[], ${spans.map(({ days }) => days)}::integer[],
    ${spans.map(({ first }) => first)}::date[]
  ) as asked (organization_id, days, first_date)`;
  await sql`
    delete from overview_spans using ${requestedSpans}
    where overview_spans.days = asked.days and overview_spans.first_date = asked.first_date
      and overview_spans.organization_id = asked.organization_id`.execute(db);
  await sql`
    insert into overview_spans
      (days, first_date, organization_id, field_id, open_minutes, taken_minutes, events, revenue)
    select asked.days, asked.first_date, counted.organization_id, counted.field_id, sum(counted.open_minutes),
      sum(counted.taken_minutes), sum(counted.events), sum(counted.revenue)
    from ${requestedSpans}
    join overview_fields as counted on counted.organization_id = asked.organization_id
      and counted.date >= asked.first_date and counted.date < asked.first_date + asked.days
    group by asked.days, asked.first_date, counted.organization_id, counted.field_id`.execute(db);
}

/** The organization leaves the sums, or counts in another currency: the job sums its dates again. */
export async function clearPlatformSums(
  { db }: Pick<RequestContext, "db">,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await db
    .updateTable("overview_dates")
    .set({ is_summed: false })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Takes all dates of one longest span together, so that its spans are summed once. False if nothing has changed. */
const sumNextDates = ({ db }: AppContext): Promise<boolean> =>
  db.transaction().execute(async (within) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('overview everywhere', 0))`.execute(within);
    const { rows: found } = await sql<{ date: string | null }>`
      select min(date) as date from overview_dates where not is_summed`.execute(within);
    const first = found[0]?.date;
    const longest = first ? spansAround(first)[0] : undefined;
    if (!longest) return false;
    const { rows } = await sql<{ organization_id: string; date: string }>`
      update overview_dates set is_summed = true
      where not is_summed and date >= ${longest.first} and date < ${longest.first}::date + ${longest.days}::integer
      returning organization_id, date`.execute(within);
    await sumDates(within, [...new Set(rows.map(({ date }) => date))]);
    await sumSpans(within, rows);
    return true;
  });

export async function updatePlatformSums(appContext: AppContext): Promise<void> {
  while (await sumNextDates(appContext));
}
