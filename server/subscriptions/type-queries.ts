/** Table `subscription_types`. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { SubscriptionType, SubscriptionTypeForSale } from "#contract/subscriptions.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import type { SubscriptionTypesTable } from "#server/kit/db/tables.ts";
import { type HttpError, notFound } from "#server/kit/http/http-error.ts";
import { listLocalDates } from "#server/organizations/local-dates.ts";
import { subscriptionTypeColumnMap } from "./column-map.ts";

/** For the list of all organizations. */
const MAX_LISTED = 500;

export interface SubscriptionScope {
  db: Database;
  organizationId: string;
}

/** Memberships that run or are to begin, by type and organization. */
async function countHeld(scope: SubscriptionScope & { now: Date }): Promise<ReadonlyMap<string, number>> {
  const todays = await listLocalDates(scope);
  const held = sql<number>`count(*) filter (where subscriptions.canceled_on is null and (${sql.join(
    [
      sql`false`,
      ...todays.map(
        ({ timezone, today }) => sql`organizations.timezone = ${timezone} and subscriptions.holds_until >= ${today}`,
      ),
    ],
    sql` or `,
  )}))::int`;
  const rows = await scope.db
    .selectFrom("subscriptions")
    .innerJoin("organizations", "organizations.id", "subscriptions.organization_id")
    .select(["subscriptions.type_id", held.as("held")])
    .where(inScope("subscriptions.organization_id", scope.organizationId))
    .groupBy("subscriptions.type_id")
    .execute();
  return new Map(rows.map((row) => [row.type_id, row.held]));
}

const serializeType = (row: Selectable<SubscriptionTypesTable>, held: number): SubscriptionType => ({
  id: row.id,
  ...subscriptionTypeColumnMap.fromRow(row),
  held,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** By name. */
export async function listSubscriptionTypes(scope: SubscriptionScope & { now: Date }): Promise<SubscriptionType[]> {
  const rows = await scope.db
    .selectFrom("subscription_types")
    .selectAll()
    .where(inScope("organization_id", scope.organizationId))
    .orderBy("name")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  if (rows.length === 0) return [];
  const held = await countHeld(scope);
  return rows.map((row) => serializeType(row, held.get(row.id) ?? 0));
}

/** Active ones, by name. */
export const listSubscriptionTypesForSale = async (
  scope: SubscriptionScope & { now: Date },
): Promise<SubscriptionTypeForSale[]> =>
  (await listSubscriptionTypes(scope))
    .filter(({ active }) => active)
    .map(({ id, name, price, joiningFee }) => ({ id, name, price, joiningFee }));

/** Its terms as they are now; `held` is not counted. @throws HttpError 404 */
export const findSubscriptionType = async (
  { db, organizationId }: SubscriptionScope,
  id: string,
  orElse: () => HttpError = notFound,
): Promise<SubscriptionType> =>
  serializeType(
    await db
      .selectFrom("subscription_types")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(orElse),
    0,
  );

/** The organization of a type, also in the scope of all of them. @throws HttpError 404 */
export async function findOrganizationOfType({ db, organizationId }: SubscriptionScope, id: string): Promise<string> {
  const { organization_id } = await db
    .selectFrom("subscription_types")
    .select("organization_id")
    .where(inScope("organization_id", organizationId))
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return organization_id;
}

/** Locks a type until the transaction ends: its memberships are counted meanwhile. @throws HttpError 404 */
export const lockSubscriptionType = (
  { db, organizationId }: SubscriptionScope,
  id: string,
  orElse: () => HttpError = notFound,
) =>
  db
    .selectFrom("subscription_types")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(orElse);

export async function countSubscriptionTypes({ db, organizationId }: SubscriptionScope): Promise<number> {
  const { count } = await db
    .selectFrom("subscription_types")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSubscriptionType(db: Database, row: Insertable<SubscriptionTypesTable>): Promise<void> {
  await db.insertInto("subscription_types").values(row).execute();
}

export async function updateSubscriptionType(
  { db, organizationId }: SubscriptionScope,
  id: string,
  row: Updateable<SubscriptionTypesTable>,
): Promise<void> {
  if (Object.keys(row).length === 0) return;
  await db
    .updateTable("subscription_types")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
