/** Units of packs that are given back as money. */
import { priceOfRest } from "#contract/packs-rules.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { inScope, type Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { countsOf, leftOf, termsOf } from "./queries.ts";
import { lockPackRow, packKeys, packsWithNames, type PackRow } from "./with-names.ts";

export interface PackRest {
  pack: PackRow;
  name: string;
  chargeId: string;
  /** Minor units. */
  amount: number;
}

/** Also in the scope of all organizations. @throws HttpError 404 */
export const findPackRow = (db: Database, organizationId: string, packId: string): Promise<PackRow> =>
  packsWithNames(db)
    .where(inScope("packs.organization_id", organizationId))
    .where("packs.id", "=", packId)
    .executeTakeFirstOrThrow(notFound);

/** @throws HttpError 409 for a pack that was granted, or of which nothing is left */
export async function computePackRest(db: Database, pack: PackRow): Promise<PackRest> {
  if (pack.charge_id === null) throw new HttpError(409, message("packs.grantedFree"));
  if (leftOf(pack) === 0) throw new HttpError(409, message("packs.nothingLeft"));
  const { quantity, unit_price, discount } = await db
    .selectFrom("charges")
    .select(["quantity", "unit_price", "discount"])
    .where("organization_id", "=", pack.organization_id)
    .where("id", "=", pack.charge_id)
    .executeTakeFirstOrThrow();
  const { name } = termsOf(pack);
  // The cent that is left of several packs that a promo code lowered is the customer's; no more comes back than was paid.
  const price = Math.ceil((unit_price ?? 0) - discount / (quantity ?? 1));
  return { pack, name, chargeId: pack.charge_id, amount: priceOfRest(price, countsOf(pack)) };
}

/**
 * Locks a pack that was sold, before its charge and its payment.
 * @throws HttpError 404, 409 for a pack that was granted, or of which nothing is left
 */
export async function lockPackRest(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  packId: string,
): Promise<PackRest> {
  const found = await findPackRow(db, organizationId, packId);
  await lockCustomer(db, organizationId, found.customer_id);
  return computePackRest(db, await lockPackRow(db, organizationId, packId));
}

/** Nothing of a pack can be used any more, but what comes back later. The caller has locked it. */
export async function endRest(context: TenantContext, pack: PackRow): Promise<void> {
  const { db, now, organizationId } = context;
  await db
    .updateTable("packs")
    .set({ units_refunded: pack.units_refunded + leftOf(pack), updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", pack.id)
    .execute();
  await publish(context, "packs.changed", { packId: pack.id });
}

/** Locks the packs of a sale, before its charge. */
export async function lockPacksOfCharge(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  chargeId: string,
): Promise<PackRow[]> {
  const keys = packKeys(db, organizationId).where("charge_id", "=", chargeId).orderBy("id");
  if ((await keys.forNoKeyUpdate().execute()).length === 0) return [];
  return packsWithNames(db)
    .where("packs.organization_id", "=", organizationId)
    .where("packs.charge_id", "=", chargeId)
    .execute();
}
