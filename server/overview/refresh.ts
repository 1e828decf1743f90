/** Keeps counted dates up to date: recounts changed dates, and counts missing ones. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { listFacilityTimezones } from "#server/facilities/queries.ts";
import { takeStale } from "#server/kit/notify/overview-stale.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { datesBetween } from "./split-by-hour.ts";
import { countDates, type Tally } from "./count-dates.ts";

export interface Period {
  /** Local dates, both included. */
  from: string;
  to: string;
}

const MAX_DATES_PER_RUN = 62;
const ROWS_PER_INSERT = 1000;

async function markStale(db: Database, organizationId: string, today: string, timezone: string): Promise<void> {
  const stale = await takeStale(db, organizationId);
  if (stale.length === 0) return;
  const zones = new Set([timezone, ...(await listFacilityTimezones(db, organizationId))]);
  const instants = new Map(stale.flatMap(({ around }) => (around ? [[around.getTime(), around] as const] : [])));
  const datesOf = (instant: Date) => [...zones].map((zone) => localDateOf(zone, instant));
  const dates = [...new Set([...instants.values()].flatMap(datesOf))];
  const isAll = stale.some(({ is_all }) => is_all);
  const isFromToday = stale.some(({ around }) => around === null);
  await db
    .updateTable("overview_dates")
    .set({ is_stale: true })
    .where("organization_id", "=", organizationId)
    .where(
      sql<boolean>`(${sql.lit(isAll)} or date = any(${dates}::date[]) or ${sql.lit(isFromToday)} and date >= ${today})`,
    )
    .execute();
}

async function listMissingDates(db: Database, organizationId: string, { from, to }: Period): Promise<string[]> {
  const rows = await db
    .selectFrom("overview_dates")
    .select(sql<string>`date::text`.as("date"))
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`date between ${from} and ${to}`)
    .where("is_stale", "=", false)
    .execute();
  const knownDates = new Set(rows.map(({ date }) => date));
  return datesBetween(from, to).filter((date) => !knownDates.has(date));
}

function splitIntoRuns(dates: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    const isNext = run && datesBetween(run.at(-1) ?? date, date).length === 2;
    if (run && isNext && run.length < MAX_DATES_PER_RUN) run.push(date);
    else runs.push([date]);
  }
  return runs;
}

const periodOfRun = (run: readonly string[]): Period => ({ from: run[0] ?? "", to: run.at(-1) ?? "" });

interface CountedDates {
  dates: readonly string[];
  tallies: readonly Tally[];
  /** Open time of earlier dates keeps its first value. */
  today: string;
}

/** On conflict: past dates keep their open time. */
const openMinutesToKeep = (table: string, today: string) =>
  sql<number>`case when excluded.date < ${today} then ${sql.ref(`${table}.open_minutes`)} else excluded.open_minutes end`;
const excludedColumns = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));

async function saveTallies(
  db: Database,
  organization_id: string,
  { dates, tallies, today }: CountedDates,
): Promise<void> {
  const rows = tallies.map((tally, index) => ({ date: dates[index] ?? "", tally }));
  const sums = ({ open, taken, events, revenue }: Omit<Tally, "fields" | "byStatus" | "byType" | "byHour">) => ({
    open_minutes: Math.round(open),
    taken_minutes: Math.round(taken),
    events,
    revenue: String(revenue),
  });
  await db
    .insertInto("overview_dates")
    .values(
      rows.map(({ date, tally }) => ({
        organization_id,
        date,
        ...sums(tally),
        by_status: tally.byStatus,
        by_type: tally.byType,
        by_hour: tally.byHour.map(Math.round),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "date"]).doUpdateSet({
        ...excludedColumns("taken_minutes", "events", "revenue", "by_status", "by_type", "by_hour"),
        open_minutes: openMinutesToKeep("overview_dates", today),
        is_stale: false,
        is_summed: false,
      }),
    )
    .execute();
  await db
    .updateTable("overview_fields")
    .set({ taken_minutes: 0, taken_by_hour: [], events: 0, revenue: "0" })
    .set({ open_minutes: sql`case when date < ${today} then open_minutes else 0 end` })
    .set({ open_by_hour: sql`case when date < ${today} then open_by_hour else '{}' end` })
    .where("organization_id", "=", organization_id)
    .where(sql<boolean>`date = any(${dates}::date[])`)
    .execute();
  const ofFields = rows.flatMap(({ date, tally }) =>
    [...tally.fields].map(([field_id, field]) => ({
      organization_id,
      date,
      field_id,
      ...sums(field),
      open_by_hour: field.openByHour.map(Math.round),
      taken_by_hour: field.takenByHour.map(Math.round),
    })),
  );
  for (let at = 0; at < ofFields.length; at += ROWS_PER_INSERT)
    await db
      .insertInto("overview_fields")
      .values(ofFields.slice(at, at + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "date", "field_id"]).doUpdateSet({
          ...excludedColumns("taken_minutes", "taken_by_hour", "events", "revenue"),
          open_minutes: openMinutesToKeep("overview_fields", today),
          // Dates that were counted before hours were have none to keep.
          open_by_hour: sql<number[]>`case when excluded.date < ${today} and overview_fields.open_by_hour <> '{}'
            then overview_fields.open_by_hour else excluded.open_by_hour end`,
        }),
      )
      .execute();
}

async function isFresh(db: Database, organizationId: string, period: Period): Promise<boolean> {
  const { rows } = await sql<{ stale: boolean; counted: number }>`
    select
      exists (select from overview_stale where organization_id = ${organizationId}) as stale,
      (
        select count(*)::integer from overview_dates
        where organization_id = ${organizationId} and not is_stale and date between ${period.from} and ${period.to}
      ) as counted`.execute(db);
  const [row] = rows;
  return row?.stale === false && row.counted === datesBetween(period.from, period.to).length;
}

/** Serializes counting per organization, so that no date is counted twice or overwritten with older results. */
const withOverviewLock = <T>(
  { db }: AppContext,
  organizationId: string,
  work: (db: Database) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (within) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`overview ${organizationId}`}, 0))`.execute(within);
    return work(within);
  });

/** Counts missing dates in several transactions, so that other readers do not wait for all of them. */
export async function refreshOverview(
  appContext: AppContext,
  organizationId: string,
  period: Period,
  timezone: string,
): Promise<void> {
  if (await isFresh(appContext.db, organizationId, period)) return;
  const today = localDateOf(timezone, appContext.clock.now());
  const missing = await withOverviewLock(appContext, organizationId, async (db) => {
    await markStale(db, organizationId, today, timezone);
    return listMissingDates(db, organizationId, period);
  });
  for (const run of splitIntoRuns(missing))
    await withOverviewLock(appContext, organizationId, async (db) => {
      // Other requests may have counted some dates meanwhile.
      for (const dates of splitIntoRuns(await listMissingDates(db, organizationId, periodOfRun(run)))) {
        const tallies = await countDates(db, organizationId, dates, timezone);
        await saveTallies(db, organizationId, { dates, tallies, today });
      }
    });
}
