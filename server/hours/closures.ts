/** Closures in SQL: lists, overlaps, past and upcoming. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { Closure, hours } from "#contract/hours.ts";
import type { Page, Query } from "#contract/kit.ts";
import { inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { noteStaleFromToday } from "#server/kit/notify/overview-stale.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { ClosuresTable } from "#server/kit/db/tables.ts";
import { closureColumnMap } from "./column-map.ts";

const closuresIn = (db: Database, organizationId: string) =>
  db
    .selectFrom("closures")
    .innerJoin("organizations", "organizations.id", "closures.organization_id")
    .leftJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "closures.organization_id")
        .onRef("facilities.id", "=", "closures.facility_id"),
    )
    .leftJoin("fields", (join) =>
      join
        .onRef("fields.organization_id", "=", "closures.organization_id")
        .onRef("fields.id", "=", "closures.field_id"),
    )
    .selectAll("closures")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"])
    .select("fields.name as field_name")
    .where(inScope("closures.organization_id", organizationId))
    .where("closures.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .where("fields.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);
type ClosureRow = Awaited<ReturnType<ReturnType<typeof closuresIn>["executeTakeFirstOrThrow"]>>;

const serializeClosure = (row: ClosureRow): Closure => ({
  id: row.id,
  ...closureColumnMap.fromRow(row),
  organization: { id: row.organization_id, name: row.organization_name },
  allFacilities: row.facility_id === null,
  facility:
    row.facility_id === null
      ? null
      : { id: row.facility_id, name: row.facility_name ?? "", timezone: row.timezone ?? "" },
  field: row.field_id === null ? null : { id: row.field_id, name: row.field_name ?? "" },
  created_at: row.created_at.toISOString(),
});

/** A closure is over when today is after its last day, in the time zone of its facility or in those of all facilities. */
async function isOver(db: Database, organizationId: string, now: Date) {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const zones = await db
    .selectFrom("facilities")
    .select("timezone")
    .distinct()
    .where(inScope("organization_id", organizationId))
    .execute();
  const todays = zones.map(({ timezone }) => instant.toZonedDateTimeISO(timezone).toPlainDate().toString());
  return sql<boolean>`closures.to_date < coalesce((
    select min(today) from unnest(${zones.map(({ timezone }) => timezone)}::text[], ${todays}::date[]) as clock (zone, today)
    where facilities.timezone is null or clock.zone = facilities.timezone
  ), ${localDateOf("UTC", now)}::date)`;
}

export const selectClosuresOn = (db: Database, organizationId: string, date: string) =>
  closuresIn(db, organizationId).where("closures.from_date", "<=", date).where("closures.to_date", ">=", date);

async function closuresByPast(db: Database, organizationId: string, past: boolean | undefined, now: Date) {
  const over = await isOver(db, organizationId, now);
  return closuresIn(db, organizationId).where(past ? over : sql<boolean>`not ${over}`);
}

export async function listClosures(
  db: Database,
  organizationId: string,
  query: Query<typeof hours.closures>,
  now: Date,
): Promise<Page<Closure>> {
  let found = query.date
    ? selectClosuresOn(db, organizationId, query.date)
    : await closuresByPast(db, organizationId, query.past, now);
  if (query.facilityId)
    found = found.where((e) =>
      e.or([e("closures.facility_id", "is", null), e("closures.facility_id", "=", query.facilityId ?? null)]),
    );
  if (query.fieldId) found = found.where("closures.field_id", "=", query.fieldId);
  if (query.q) found = found.where(matchesText(sql`closures.name`, query.q));
  const inOrder = query.past
    ? found.orderBy("closures.to_date", "desc").orderBy("closures.id")
    : found.orderBy("closures.from_date").orderBy("closures.id");
  const { data, meta } = await paginate(db, inOrder, query);
  return { data: data.map(serializeClosure), meta };
}

export const findClosure = async (db: Database, organizationId: string, id: string): Promise<Closure> =>
  serializeClosure(
    await closuresIn(db, organizationId).where("closures.id", "=", id).executeTakeFirstOrThrow(notFound),
  );

export async function insertClosure(db: Database, row: Insertable<ClosuresTable>): Promise<void> {
  await db.insertInto("closures").values(row).execute();
  await noteStaleFromToday(db, row.organization_id);
}

/** @throws HttpError 404 */
export async function lockClosure(db: Database, organizationId: string, id: string): Promise<void> {
  await db
    .selectFrom("closures")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
}

export async function updateClosureRow(
  db: Database,
  organizationId: string,
  id: string,
  changes: Updateable<ClosuresTable>,
): Promise<void> {
  await db
    .updateTable("closures")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await noteStaleFromToday(db, organizationId);
}

/** @param at null restores the closure. @throws HttpError 404 if it is not in the other state */
export async function archiveClosure(db: Database, organizationId: string, id: string, at: Date | null): Promise<void> {
  await db
    .updateTable("closures")
    .set({ archived_at: at })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", at ? "is" : "is not", null)
    .returning("id")
    .executeTakeFirstOrThrow(notFound);
  await noteStaleFromToday(db, organizationId);
}
