/** Products and tax rates that each new organization begins with, in the language of its country. */
import { FRANCE_ID, languageOfCountry } from "#contract/general-countries-rules.ts";
import type { ProductKind } from "#contract/products.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { insertProducts, insertTaxRates } from "./queries.ts";
import type { MessageKey } from "#messages/keys.ts";

const defaultProducts = {
  court: "products.courtHire",
  subscription: "products.membership",
  pack: "products.packs",
  extra: "products.extras",
  goods: "products.goods",
  fee: "products.fees",
  voucher: "products.vouchers",
} as const satisfies Partial<Record<ProductKind, MessageKey>>;

/** Code général des impôts, articles 278, 278 bis to 279, 278-0 bis, 281 quater to 281 nonies, and 261, 7-1°. */
const frenchRates = [
  { name: "products.rateNormal", rate: 20_000, is_exempt: false },
  { name: "products.rateIntermediate", rate: 10_000, is_exempt: false },
  { name: "products.rateReduced", rate: 5_500, is_exempt: false },
  { name: "products.rateParticular", rate: 2_100, is_exempt: false },
  { name: "products.rateExempt", rate: 0, is_exempt: true },
] as const satisfies readonly { name: MessageKey; rate: number; is_exempt: boolean }[];

export async function insertDefaultProducts(
  db: Database,
  { id, countryId }: { id: string; countryId: number },
  now: Date,
): Promise<void> {
  const isFrench = countryId === FRANCE_ID;
  const t = translators[languageOfCountry(countryId)];
  const made = { organization_id: id, active: true, created_at: now, updated_at: now };
  await insertProducts(
    db,
    Object.entries(defaultProducts).map(([kind, name]) => ({
      ...made,
      id: uuidv7(now),
      name: t(name),
      kind,
      is_default: true,
    })),
  );
  await insertTaxRates(
    db,
    isFrench ? frenchRates.map((rate) => ({ ...made, ...rate, id: uuidv7(now), name: t(rate.name) })) : [],
  );
}

export async function setUpProducts(
  { db, now }: Pick<RequestContext, "db" | "now">,
  { organizationId }: DomainEvents["organizations.created"],
): Promise<void> {
  const { countryId } = await findOrganization(db, organizationId);
  await insertDefaultProducts(db, { id: organizationId, countryId }, now);
}
