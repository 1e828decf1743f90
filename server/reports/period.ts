/** Resolves the period of a report, the one that it is compared with, and the fields that it is about. */
import { sql, type Expression, type SqlBool } from "kysely";
import { MAX_REPORT_DAYS, type ReportPeriod, type ReportQuery } from "#contract/reports.ts";
import { findTimezone } from "#server/activity/queries.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { countRangeDays } from "#server/kit/http/date-range.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";

export interface DateRange {
  /** Local dates, both included. */
  from: string;
  to: string;
}

export type ReportCall = Pick<Call, "db" | "appContext" | "now" | "organizationId" | "access"> & { query: ReportQuery };

const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

export interface ReportScope {
  organizationId: string;
  /** The organization's, for money; bookings are dated by the clock of their facility. */
  timezone: string;
  period: ReportPeriod;
  current: DateRange;
  before: DateRange;
  facilityId: string | undefined;
  sportId: number | undefined;
}

const day = (date: string) => Temporal.PlainDate.from(date);

/** @throws HttpError 422 on `to` if the range is too long or ends before it starts */
export function resolveReportPeriod({ from, to, compare = "year" }: ReportQuery, today: string): ReportPeriod {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? day(last).with({ day: 1 }).toString();
  const days = countRangeDays(first, last, MAX_REPORT_DAYS);
  const shift = (date: string) =>
    day(date)
      .subtract(compare === "year" ? { years: 1 } : { days })
      .toString();
  return { from: first, to: last, beforeFrom: shift(first), beforeTo: shift(last), compare };
}

/** For the team: private bookings and fields count as well. The platform has no reports: they are empty. @throws HttpError 404 for others */
export async function resolveReport({ db, now, organizationId, access, query }: ReportCall): Promise<ReportScope> {
  if (!access.isTeam) throw notFound();
  const timezone = await findTimezone(db, organizationId);
  const period = resolveReportPeriod(query, localDateOf(timezone, now));
  return {
    organizationId: organizationId === ALL_ORGANIZATIONS ? NO_ORGANIZATION : organizationId,
    timezone,
    period,
    current: { from: period.from, to: period.to },
    before: { from: period.beforeFrom, to: period.beforeTo },
    facilityId: query.facilityId,
    sportId: query.sportId,
  };
}

/** A field of the facility, and of the sport that is played there, where the report is about one. */
export const isReportedField = (
  { organizationId, facilityId, sportId }: ReportScope,
  { field, facility }: { field: string; facility: string },
): Expression<SqlBool> => sql<boolean>`(
  (${facilityId ?? null}::uuid is null or ${sql.ref(facility)} = ${facilityId ?? null}::uuid)
  and (${sportId ?? null}::integer is null or exists (
    select from field_sports
    where field_sports.organization_id = ${organizationId} and field_sports.field_id = ${sql.ref(field)}
      and field_sports.sport_id = ${sportId ?? null}::integer
  ))
)`;

export async function findCurrency(db: Database, { organizationId }: ReportScope): Promise<string> {
  const row = await db
    .selectFrom("organizations")
    .select("currency")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return row?.currency ?? "EUR";
}
