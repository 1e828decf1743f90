/** Packs with the names of their organization and their customer. */
import type { Database } from "#server/kit/db/database.ts";

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
