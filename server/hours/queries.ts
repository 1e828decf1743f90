/**
 * Opening hours in SQL, as they are stored: patterns and closures. A pattern is always read as a whole, so its week is
 * JSON.
 */
import { sql, type Insertable, type Updateable } from "kysely";
import type { OpeningHourPattern } from "#contract/hours.ts";
import type { HoursException } from "#contract/hours-rules.ts";
import type { WeeklySlot } from "#contract/hours-week-rules.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import { listLinkedFields } from "#server/fields/linked-patterns.ts";
import { isAnyOf, inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { noteStaleFromToday } from "#server/kit/notify/overview-stale.ts";
import { notFound, type HttpError } from "#server/kit/http/http-error.ts";
import type { OpeningHourPatternsTable } from "#server/kit/db/tables.ts";
import { addDays } from "#server/kit/process/timezone.ts";
import { patternColumnMap } from "./column-map.ts";

const presentPatterns = (db: Database, organizationId: string) =>
  db
    .selectFrom("opening_hour_patterns")
    .innerJoin("organizations", "organizations.id", "opening_hour_patterns.organization_id")
    .where(inScope("opening_hour_patterns.organization_id", organizationId))
    .where("opening_hour_patterns.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);
const selectPatterns = (db: Database, organizationId: string) =>
  presentPatterns(db, organizationId)
    .selectAll("opening_hour_patterns")
    .select("organizations.name as organization_name");
type Row = Awaited<ReturnType<ReturnType<typeof selectPatterns>["executeTakeFirstOrThrow"]>>;

async function serializePatterns(db: Database, organizationId: string, rows: Row[]): Promise<OpeningHourPattern[]> {
  const ids = rows.map((row) => row.id);
  const fields = await listLinkedFields(db, organizationId, "field_opening_hours", ids);
  return rows.map((row) => ({
    id: row.id,
    ...patternColumnMap.fromRow(row),
    organization: { id: row.organization_id, name: row.organization_name },
    fields: fields.get(row.id) ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

export async function listPatterns(
  db: Database,
  organizationId: string,
  query: ListQuery,
): Promise<Page<OpeningHourPattern>> {
  let found = selectPatterns(db, organizationId);
  if (query.q) found = found.where(matchesText(sql`opening_hour_patterns.name`, query.q));
  const inOrder = found.orderBy("opening_hour_patterns.name").orderBy("opening_hour_patterns.id");
  const { data, meta } = await paginate(db, inOrder, query);
  return { data: await serializePatterns(db, organizationId, data), meta };
}

export async function findPattern(db: Database, organizationId: string, id: string): Promise<OpeningHourPattern> {
  const found = selectPatterns(db, organizationId).where("opening_hour_patterns.id", "=", id);
  const [pattern] = await serializePatterns(db, organizationId, [await found.executeTakeFirstOrThrow(notFound)]);
  if (!pattern) throw notFound();
  return pattern;
}

/** Locks a pattern until the transaction ends, so that two people change it one after the other. */
export const findPatternToChange = (
  db: Database,
  organizationId: string,
  id: string,
  { archived = false, orElse = notFound }: { archived?: boolean; orElse?: () => HttpError } = {},
) =>
  db
    .selectFrom("opening_hour_patterns")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", archived ? "is not" : "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow(orElse);

export async function insertPattern(db: Database, row: Insertable<OpeningHourPatternsTable>): Promise<void> {
  await db.insertInto("opening_hour_patterns").values(row).execute();
}

export async function updatePattern(
  db: Database,
  organizationId: string,
  id: string,
  row: Updateable<OpeningHourPatternsTable>,
): Promise<void> {
  await db
    .updateTable("opening_hour_patterns")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await noteStaleFromToday(db, organizationId);
}

/** Exceptions are read some days past the requested dates. */
const EXCEPTION_MARGIN_DAYS = 4;

interface FieldHours {
  hours: WeeklySlot[] | null;
  /** The pattern's exceptions, then the closures of the organization, the facility and the field. */
  exceptions: HoursException[];
}

/** Omits fields without any hours. @param dates local, both included */
export async function listFieldHours(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, FieldHours>> {
  const patterns = await db
    .selectFrom("field_opening_hours as linked")
    .innerJoin("opening_hour_patterns as pattern", (join) =>
      join
        .onRef("pattern.organization_id", "=", "linked.organization_id")
        .onRef("pattern.id", "=", "linked.pattern_id"),
    )
    .select(["linked.field_id", "pattern.hours", "pattern.exceptions"])
    .where(inScope("linked.organization_id", organizationId))
    .where(isAnyOf("linked.field_id", fieldIds))
    .where("pattern.archived_at", "is", null)
    .execute();
  const closures = await db
    .selectFrom("closures")
    .innerJoin("fields", (join) =>
      join
        .onRef("fields.organization_id", "=", "closures.organization_id")
        .on((e) =>
          e.or([e("closures.facility_id", "is", null), e("closures.facility_id", "=", e.ref("fields.facility_id"))]),
        ),
    )
    .select(["fields.id as field_id", "closures.name", "closures.from_date", "closures.to_date", "closures.closed"])
    .select(["closures.hours", "closures.created_at", "closures.facility_id", "closures.field_id as own_field_id"])
    .where(inScope("closures.organization_id", organizationId))
    .where(isAnyOf("fields.id", fieldIds))
    .where((e) => e.or([e("closures.field_id", "is", null), e("closures.field_id", "=", e.ref("fields.id"))]))
    .where("closures.archived_at", "is", null)
    .where("closures.to_date", ">=", addDays(from, -EXCEPTION_MARGIN_DAYS))
    .where("closures.from_date", "<=", addDays(to, EXCEPTION_MARGIN_DAYS))
    .orderBy("closures.created_at")
    .execute();
  const found = new Map<string, FieldHours>();
  for (const row of patterns) {
    const exceptions = (row.exceptions as Omit<HoursException, "place">[]).map((one) => ({
      ...one,
      place: "pattern" as const,
    }));
    found.set(row.field_id, { hours: row.hours as WeeklySlot[], exceptions });
  }
  for (const row of closures) {
    const hours = found.get(row.field_id) ?? { hours: null, exceptions: [] };
    const exception: HoursException = {
      name: row.name,
      from: row.from_date,
      to: row.to_date,
      closed: row.closed,
      hours: row.hours as HoursException["hours"],
      place: row.own_field_id ? "field" : row.facility_id ? "facility" : "organization",
      createdAt: row.created_at.toISOString(),
    };
    found.set(row.field_id, { ...hours, exceptions: [...hours.exceptions, exception] });
  }
  return found;
}
