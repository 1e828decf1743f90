/** Occupancy report (utilization): taken and open minutes by field, weekday and hour. */
import { sql } from "kysely";
import type { Occupancy, OccupancyReport } from "#contract/reports.ts";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { sumArrayColumn } from "#server/overview/platform-sums.ts";
import { refreshOverview } from "#server/overview/refresh.ts";
import { type DateRange, isReportedField, type ReportCall, resolveReport, type ReportScope } from "./period.ts";

const HOURS = 24;
const WEEKDAYS = 7;

interface ReportedField {
  id: string;
  parent_id: string | null;
  name: string;
  facility_id: string;
  facility_name: string;
  is_archived: boolean;
  /** The report is about it. */
  is_reported: boolean;
}

/** Minutes by weekday and hour: Monday 0:00 first. */
class Minutes {
  readonly open = new Float64Array(WEEKDAYS * HOURS);
  readonly taken = new Float64Array(WEEKDAYS * HOURS);

  addTaken(other: Minutes, share = 1): void {
    for (let at = 0; at < this.taken.length; at++)
      this.taken[at] = (this.taken[at] ?? 0) + (other.taken[at] ?? 0) * share;
  }
  addAll(other: Minutes): void {
    this.addTaken(other);
    for (let at = 0; at < this.open.length; at++) this.open[at] = (this.open[at] ?? 0) + (other.open[at] ?? 0);
  }
  sumWhere(isMeant: (weekday: number, hour: number) => boolean): Occupancy {
    const sum = { openMinutes: 0, takenMinutes: 0 };
    for (let at = 0; at < this.taken.length; at++) {
      if (!isMeant(Math.floor(at / HOURS) + 1, at % HOURS)) continue;
      sum.openMinutes += this.open[at] ?? 0;
      sum.takenMinutes += this.taken[at] ?? 0;
    }
    return { openMinutes: Math.round(sum.openMinutes), takenMinutes: Math.round(sum.takenMinutes) };
  }
  sum(): Occupancy {
    return this.sumWhere(() => true);
  }
  hours(isMeant: (weekday: number) => boolean = () => true): Occupancy[] {
    return Array.from({ length: HOURS }, (_, hour) => this.sumWhere((weekday, at) => at === hour && isMeant(weekday)));
  }
}

const listReportedFields = (db: Database, scope: ReportScope): Promise<ReportedField[]> =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.parent_id", "fields.name", "facilities.id as facility_id"])
    .select("facilities.name as facility_name")
    .select(sql<boolean>`fields.archived_at is not null`.as("is_archived"))
    .select(
      sql<boolean>`${isReportedField(scope, {
        field: "fields.id",
        facility: "fields.facility_id",
      })}`.as("is_reported"),
    )
    .where("fields.organization_id", "=", scope.organizationId)
    .orderBy("facilities.name")
    .orderBy("facilities.id")
    .orderBy("fields.name")
    .orderBy("fields.id")
    .execute();

/** Minutes of each field by its own bookings alone. */
async function listOwnMinutes(
  db: Database,
  organizationId: string,
  { from, to }: DateRange,
): Promise<Map<string, Minutes>> {
  const { rows } = await sql<{ field_id: string; weekday: number; open: (number | null)[]; taken: (number | null)[] }>`
    select field_id, extract(isodow from date)::integer as weekday,
      ${sumArrayColumn("open_by_hour", HOURS)} as open, ${sumArrayColumn("taken_by_hour", HOURS)} as taken
    from overview_fields
    where organization_id = ${organizationId} and date between ${from} and ${to}
    group by field_id, weekday`.execute(db);
  const byField = new Map<string, Minutes>();
  for (const { field_id, weekday, open, taken } of rows) {
    const minutes = byField.get(field_id) ?? new Minutes();
    byField.set(field_id, minutes);
    for (let hour = 0; hour < HOURS; hour++) {
      minutes.open[(weekday - 1) * HOURS + hour] = open[hour] ?? 0;
      minutes.taken[(weekday - 1) * HOURS + hour] = taken[hour] ?? 0;
    }
  }
  return byField;
}

/** A booking of a whole takes its parts; one of a part takes its share of the whole. */
function addBookingsOfRelatives(
  fields: readonly ReportedField[],
  own: ReadonlyMap<string, Minutes>,
): Map<string, Minutes> {
  const parts = Map.groupBy(fields, ({ parent_id }) => parent_id);
  const shown = new Map<string, Minutes>();
  /** @returns leaves below the field, 1 for a field without parts */
  const add = (field: ReportedField, ancestors: readonly Minutes[]): number => {
    const minutes = new Minutes();
    shown.set(field.id, minutes);
    const its = own.get(field.id) ?? new Minutes();
    minutes.addAll(its);
    const below = (parts.get(field.id) ?? []).map((part) => ({ part, leaves: add(part, [...ancestors, its]) }));
    const leaves = below.reduce((sum, part) => sum + part.leaves, 0) || 1;
    for (const { part, leaves: count } of below) {
      const area = new Minutes();
      area.addTaken(shown.get(part.id) ?? area);
      for (const ancestor of [...ancestors, its]) area.addTaken(ancestor, -1);
      minutes.addTaken(area, count / leaves);
    }
    for (const ancestor of ancestors) minutes.addTaken(ancestor);
    return leaves;
  };
  for (const root of parts.get(null) ?? []) add(root, []);
  return shown;
}

async function countOccupancy(db: Database, scope: ReportScope, range: DateRange, fields: readonly ReportedField[]) {
  const shown = addBookingsOfRelatives(fields, await listOwnMinutes(db, scope.organizationId, range));
  const byId = new Map(fields.map((field) => [field.id, field]));
  const isBelowReported = ({ parent_id }: ReportedField): boolean => {
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    return parent !== undefined && (parent.is_reported || isBelowReported(parent));
  };
  const sum = new Minutes();
  for (const field of fields)
    if (field.is_reported && !isBelowReported(field)) sum.addAll(shown.get(field.id) ?? new Minutes());
  return { sum, minutesOf: (id: string) => shown.get(id) ?? new Minutes() };
}

export async function readOccupancy(call: ReportCall): Promise<OccupancyReport> {
  const { db, appContext, organizationId } = call;
  const scope = await resolveReport(call);
  if (organizationId !== ALL_ORGANIZATIONS)
    for (const range of [scope.current, scope.before])
      await refreshOverview(appContext, organizationId, range, scope.timezone);
  const fields = await listReportedFields(db, scope);
  const current = await countOccupancy(db, scope, scope.current, fields);
  const before = await countOccupancy(db, scope, scope.before, fields);
  return {
    period: scope.period,
    sum: current.sum.sum(),
    sumBefore: before.sum.sum(),
    fields: fields
      .filter(({ is_reported }) => is_reported)
      .map(({ id, name, facility_id, facility_name, is_archived }) => ({
        is_archived,
        id,
        name,
        facilityId: facility_id,
        facilityName: facility_name,
        ...current.minutesOf(id).sum(),
        before: before.minutesOf(id).sum(),
        hours: current.minutesOf(id).hours(),
      }))
      .filter(({ is_archived, takenMinutes }) => !is_archived || takenMinutes > 0)
      .map(({ is_archived: _archived, ...field }) => field),
    weekdays: Array.from({ length: WEEKDAYS }, (_, index) => ({
      weekday: index + 1,
      hours: current.sum.hours((weekday) => weekday === index + 1),
    })),
  };
}
