/** Packs with the names of their organization and their customer. */
import type { Database } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";

export const packsWithNames = (db: Database) =>
  db
    .selectFrom("packs")
    .innerJoin("organizations", "organizations.id", "packs.organization_id")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "packs.organization_id")
        .onRef("customers.id", "=", "packs.customer_id"),
    )
    .selectAll("packs")
    .select(["organizations.name as organization_name", "organizations.timezone", "customers.name as customer_name"]);
export type PackRow = Awaited<ReturnType<ReturnType<typeof packsWithNames>["executeTakeFirstOrThrow"]>>;

/** Packs of an organization by key alone, to be locked: rows with joins cannot be on a cluster. */
export const packKeys = (db: Database, organizationId: string) =>
  db.selectFrom("packs").select("id").where("organization_id", "=", organizationId);

/** Locks a pack until the transaction ends, after its customer. @throws HttpError 404 */
export async function lockPackRow(
  db: Database,
  organizationId: string,
  id: string,
  orElse: typeof notFound = notFound,
): Promise<PackRow> {
  await packKeys(db, organizationId).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow(orElse);
  return packsWithNames(db)
    .where("packs.organization_id", "=", organizationId)
    .where("packs.id", "=", id)
    .executeTakeFirstOrThrow(orElse);
}
