/** Tables `promo_codes` and `promo_uses`. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { PromoTarget } from "#contract/promo-codes-discount-rules.ts";
import type { PromoCode } from "#contract/promo-codes.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { PromoCodesTable, PromoUsesTable } from "#server/kit/db/tables.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { promoCodeColumnMap } from "./column-map.ts";

/** For the list of all organizations. */
const MAX_LISTED = 1000;

export interface PromoScope {
  db: Database;
  organizationId: string;
}

export type PromoCodeRow = Selectable<PromoCodesTable>;
export type PromoUseRow = Selectable<PromoUsesTable>;

const serializePromoCode = (row: PromoCodeRow, uses: number): PromoCode => ({
  id: row.id,
  ...promoCodeColumnMap.fromRow(row),
  uses,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Uses whose booking or sale stands. */
const standingUses = (db: Database) =>
  db
    .selectFrom("promo_uses")
    .leftJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "promo_uses.organization_id")
        .onRef("events.id", "=", "promo_uses.event_id"),
    )
    .leftJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "promo_uses.organization_id")
        .onRef("charges.id", "=", "promo_uses.charge_id"),
    )
    .where((use) =>
      use.or([
        use("events.status", "not in", ["canceled", "rejected"]),
        use.and([
          use("charges.voided_at", "is", null),
          use("charges.void_reason", "is", null),
          use("charges.credited", "<", use.ref("charges.amount")),
        ]),
      ]),
    );

/** Counts uses of a code that stand, beside that of a booking. @param customerId of whom; default: of all customers */
export async function countUses(
  { db, organizationId }: PromoScope,
  promoCodeId: string,
  { exceptEventId, customerId }: { exceptEventId: string | null; customerId?: string },
): Promise<number> {
  let uses = standingUses(db)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("promo_uses.organization_id", "=", organizationId)
    .where("promo_uses.promo_code_id", "=", promoCodeId);
  if (exceptEventId !== null) uses = uses.where("promo_uses.event_id", "is distinct from", exceptEventId);
  if (customerId !== undefined)
    uses = uses.where((use) =>
      use.or([use("events.customer_id", "=", customerId), use("charges.customer_id", "=", customerId)]),
    );
  const { count } = await uses.executeTakeFirstOrThrow();
  return Number(count);
}

/** Bookings of a customer that stand, beside one. */
export async function countBookings(
  { db, organizationId }: PromoScope,
  customerId: string,
  exceptEventId: string | null,
): Promise<number> {
  let bookings = db
    .selectFrom("events")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", customerId)
    .where("kind", "=", "event")
    .where("status", "not in", ["canceled", "rejected"]);
  if (exceptEventId !== null) bookings = bookings.where("id", "<>", exceptEventId);
  const { count } = await bookings.executeTakeFirstOrThrow();
  return Number(count);
}

async function countUsesByCode({ db, organizationId }: PromoScope): Promise<ReadonlyMap<string, number>> {
  const counts = await standingUses(db)
    .select("promo_uses.promo_code_id")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(inScope("promo_uses.organization_id", organizationId))
    .groupBy("promo_uses.promo_code_id")
    .execute();
  return new Map(counts.map(({ promo_code_id, count }) => [promo_code_id, Number(count)]));
}

export async function listPromoCodes(scope: PromoScope): Promise<PromoCode[]> {
  const rows = await scope.db
    .selectFrom("promo_codes")
    .selectAll()
    .where(inScope("organization_id", scope.organizationId))
    .orderBy("code")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  const uses = await countUsesByCode(scope);
  return rows.map((row) => serializePromoCode(row, uses.get(row.id) ?? 0));
}

/** @throws HttpError 404 */
export async function findPromoCode(scope: PromoScope, id: string): Promise<PromoCode> {
  const row = await scope.db
    .selectFrom("promo_codes")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return serializePromoCode(row, await countUses(scope, id, { exceptEventId: null }));
}

/** One that can be used, by its text; undefined for unknown and archived ones alike. */
export const findActiveCode = ({ db, organizationId }: PromoScope, code: string): Promise<PromoCodeRow | undefined> =>
  db
    .selectFrom("promo_codes")
    .selectAll()
    .where(inScope("organization_id", organizationId))
    .where("code", "=", code)
    .where("active", "=", true)
    .executeTakeFirst();

/** @param targets one of which they lower the price of */
export const hasActiveCodes = async (
  { db, organizationId }: PromoScope,
  targets: readonly PromoTarget[],
): Promise<boolean> =>
  (await db
    .selectFrom("promo_codes")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("active", "=", true)
    .where("applies_to", "in", targets)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Locks a code until the transaction ends: its uses are counted one after the other. @throws HttpError 404 */
export const lockPromoCode = ({ db, organizationId }: PromoScope, id: string): Promise<PromoCodeRow> =>
  db
    .selectFrom("promo_codes")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);

/** The caller holds the organization's members, so that two of one text are not made at once. */
export async function countPromoCodes({ db, organizationId }: PromoScope): Promise<number> {
  const { count } = await db
    .selectFrom("promo_codes")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findNamesake = ({ db, organizationId }: PromoScope, code: string) =>
  db
    .selectFrom("promo_codes")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("code", "=", code)
    .executeTakeFirst();

export async function insertPromoCode(db: Database, row: Insertable<PromoCodesTable>): Promise<void> {
  await db.insertInto("promo_codes").values(row).execute();
}

export async function updatePromoCode(
  { db, organizationId }: PromoScope,
  id: string,
  row: Updateable<PromoCodesTable>,
): Promise<void> {
  await db
    .updateTable("promo_codes")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export const findUse = ({ db, organizationId }: PromoScope, eventId: string): Promise<PromoUseRow | undefined> =>
  db
    .selectFrom("promo_uses")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();

export async function insertUse(db: Database, row: Insertable<PromoUsesTable>): Promise<void> {
  await db.insertInto("promo_uses").values(row).execute();
}

export async function updateUse(
  { db, organizationId }: PromoScope,
  id: string,
  row: Updateable<PromoUsesTable>,
): Promise<void> {
  await db
    .updateTable("promo_uses")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function deleteUse({ db, organizationId }: PromoScope, id: string): Promise<void> {
  await db.deleteFrom("promo_uses").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}
