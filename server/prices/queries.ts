/** Price patterns in SQL. Patterns are always read completely, so their grid is stored as JSON. */
import { sql, type Insertable, type Updateable } from "kysely";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { PricePattern } from "#contract/prices.ts";
import type { PricePattern as Pattern } from "#contract/prices-rules.ts";
import { listLinkedFields } from "#server/fields/linked-patterns.ts";
import { isAnyOf, inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { PricePatternsTable } from "#server/kit/db/tables.ts";
import { pricePatternColumnMap } from "./column-map.ts";

const presentPatterns = (db: Database, organizationId: string) =>
  db
    .selectFrom("price_patterns")
    .innerJoin("organizations", "organizations.id", "price_patterns.organization_id")
    .where(inScope("price_patterns.organization_id", organizationId))
    .where("price_patterns.archived_at", "is", null)
    .where("organizations.archived_at", "is", null);
const selectPatterns = (db: Database, organizationId: string) =>
  presentPatterns(db, organizationId)
    .selectAll("price_patterns")
    .select(["organizations.name as organization_name", "organizations.currency"]);
type Row = Awaited<ReturnType<ReturnType<typeof selectPatterns>["executeTakeFirstOrThrow"]>>;

async function serializePricePatterns(db: Database, organizationId: string, rows: Row[]): Promise<PricePattern[]> {
  const ids = rows.map((row) => row.id);
  const fields = await listLinkedFields(db, organizationId, "field_price_patterns", ids);
  return rows.map((row) => ({
    id: row.id,
    ...pricePatternColumnMap.fromRow(row),
    organization: { id: row.organization_id, name: row.organization_name },
    currency: row.currency,
    fields: fields.get(row.id) ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

export async function listPricePatterns(
  db: Database,
  organizationId: string,
  query: ListQuery,
): Promise<Page<PricePattern>> {
  let found = selectPatterns(db, organizationId);
  if (query.q) found = found.where(matchesText(sql`price_patterns.name`, query.q));
  const inOrder = found.orderBy("price_patterns.name").orderBy("price_patterns.id");
  const { data, meta } = await paginate(db, inOrder, query);
  return { data: await serializePricePatterns(db, organizationId, data), meta };
}

export async function findPricePattern(db: Database, organizationId: string, id: string): Promise<PricePattern> {
  const row = await selectPatterns(db, organizationId)
    .where("price_patterns.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  const [pattern] = await serializePricePatterns(db, organizationId, [row]);
  if (!pattern) throw notFound();
  return pattern;
}

export const findPricePatternToChange = (db: Database, organizationId: string, id: string, { archived = false } = {}) =>
  db
    .selectFrom("price_patterns")
    .select(["id", "name", "type"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("archived_at", archived ? "is not" : "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);

export interface SoldPattern extends Pattern {
  /** Null for the default product of courts. */
  productId: string | null;
}

export async function listFieldPricePatterns(
  db: Database,
  organizationId: string,
  fieldIds: readonly string[],
): Promise<Map<string, SoldPattern[]>> {
  const rows = await db
    .selectFrom("field_price_patterns as linked")
    .innerJoin("price_patterns", (join) =>
      join
        .onRef("price_patterns.organization_id", "=", "linked.organization_id")
        .onRef("price_patterns.id", "=", "linked.pattern_id"),
    )
    .select(["linked.field_id", "price_patterns.id", "price_patterns.name", "price_patterns.type"])
    .select(["price_patterns.timeslots", "price_patterns.plans", "price_patterns.details", "price_patterns.created_at"])
    .select("price_patterns.product_id")
    .where(inScope("linked.organization_id", organizationId))
    .where(isAnyOf("linked.field_id", fieldIds))
    .where("price_patterns.archived_at", "is", null)
    .execute();
  const byField = Map.groupBy(rows, (row) => row.field_id);
  return new Map(
    [...byField].map(([fieldId, patterns]) => [
      fieldId,
      patterns.map((row) => ({
        id: row.id,
        name: row.name,
        type: row.type as Pattern["type"],
        timeslots: row.timeslots as Pattern["timeslots"],
        plans: row.plans as Pattern["plans"],
        details: row.details as Pattern["details"],
        createdAt: row.created_at.toISOString(),
        productId: row.product_id,
      })),
    ]),
  );
}

export async function insertPricePattern(db: Database, row: Insertable<PricePatternsTable>): Promise<void> {
  await db.insertInto("price_patterns").values(row).execute();
}

export async function updatePricePattern(
  db: Database,
  organizationId: string,
  id: string,
  row: Updateable<PricePatternsTable>,
): Promise<void> {
  if (Object.values(row).every((value) => value === undefined)) return;
  await db
    .updateTable("price_patterns")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function listKnownPatternIds(db: Database, organizationId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom("price_patterns")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("archived_at", "is", null)
    .execute();
  return new Set(rows.map((row) => row.id));
}
