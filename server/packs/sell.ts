/** Packs that customers get: sold at the desk, or granted. The terms of the type are copied. */
import type { Insertable } from "kysely";
import type { PackType } from "#contract/packs.ts";
import { datesOfSale } from "#contract/packs-rules.ts";
import type { PacksTable } from "#server/kit/db/tables.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findPackProduct } from "#server/products/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import type { StoredTerms } from "./queries.ts";
import { findPackType, holdPackType } from "./type-queries.ts";

export interface NewPack {
  typeId: string;
  customerId: string;
  quantity: number;
  /** Null: granted. */
  chargeId: string | null;
  reason: string | null;
  /** The term of a membership that grants it: it can be used on its days alone. */
  term?: { id: string; from: string; to: string };
  /** Its terms as they were agreed; default: those of the type now. */
  agreed?: StoredTerms;
}

/** A type that can be sold, as the sale knows its lines. */
export interface SoldPackType {
  id: string;
  name: string;
  price: number;
  /** The product that its charge names. */
  productId: string;
}

/** @param field the member of the draft that names the type @throws HttpError 422 on it */
export async function holdPackTypeForSale(
  context: TenantContext,
  typeId: string,
  field: string,
): Promise<SoldPackType> {
  const refuse = (key: "packs.typeUnknown" | "packs.typeOver" | "packs.windowGone") =>
    invalidFields({ [field]: [message(key)] });
  await holdPackType(context, typeId, () => refuse("packs.typeUnknown"));
  const type = await findPackType(context, typeId);
  const product = await findPackProduct(context, type.productId);
  if (!type.active || !product) throw refuse("packs.typeUnknown");
  const { timezone } = await findSettings(context);
  if (type.validUntil !== null && type.validUntil < localDateOf(timezone, context.now)) throw refuse("packs.typeOver");
  const windows = await listWindows(context, type);
  if (windows.length < type.windowIds.length) throw refuse("packs.windowGone");
  return { id: type.id, name: type.name, price: type.price, productId: product.id };
}

/** Those of a type that are not archived. */
export const listWindows = async ({ db, organizationId }: TenantContext, { windowIds }: PackType) =>
  (await listTimeWindows(db, organizationId)).filter(({ id }) => windowIds.includes(id));

/** Terms of a type as they are now, with the hours of its time windows. */
export async function copyTerms(context: TenantContext, type: PackType): Promise<StoredTerms> {
  const { id: _id, active: _active, soldOnline: _sold, created_at: _created, updated_at: _updated, ...terms } = type;
  const windows = (await listWindows(context, type)).map(({ weekdays, start, end, fromDate, toDate }) => ({
    ...{ weekdays, start, end, fromDate, toDate },
  }));
  return { ...terms, windows };
}

const later = (one: string, other: string): string => (one > other ? one : other);
/** @param one null: none */
export const earlier = (one: string | null, other: string): string => (one !== null && one < other ? one : other);

/** Local dates of a pack, both included. @param today on which it is sold or granted */
function datesOfPack(
  type: Pick<PackType, "validDays" | "validUntil" | "starts">,
  today: string,
  term: NewPack["term"],
) {
  if (!term) return datesOfSale(type, today);
  const { startsOn, expiresOn } = datesOfSale(type, later(today, term.from));
  return { startsOn: startsOn ?? term.from, expiresOn: earlier(expiresOn, term.to) };
}

/** @returns the ids of the packs @throws HttpError 422 on `typeId` for a type that is not given any more */
export async function insertPacks(context: TenantContext, given: readonly NewPack[]): Promise<string[]> {
  const { db, now, organizationId } = context;
  const { timezone } = await findSettings(context);
  const rows: Insertable<PacksTable>[] = [];
  for (const { typeId, customerId, quantity, chargeId, reason, term, agreed } of given) {
    // A membership was agreed with its packs, an order with its terms: they are given also once their type is archived.
    if (!term && !agreed) await holdPackTypeForSale(context, typeId, "typeId");
    const terms = agreed ?? (await copyTerms(context, await findPackType(context, typeId)));
    const { startsOn, expiresOn } = datesOfPack(terms, localDateOf(timezone, now), term);
    const row = {
      ...{ organization_id: organizationId, customer_id: customerId, type_id: typeId },
      ...{ terms: JSON.stringify(terms), units_total: terms.units, units_used: 0 },
      ...{ starts_on: startsOn, expires_on: expiresOn, charge_id: chargeId, grant_reason: reason },
      subscription_term_id: term?.id ?? null,
      ...{ created_at: now, updated_at: now },
    };
    for (let count = 0; count < quantity; count += 1) rows.push({ ...row, id: uuidv7(now) });
  }
  if (rows.length > 0) await db.insertInto("packs").values(rows).execute();
  for (const { id } of rows) await publish(context, "packs.created", { packId: id });
  return rows.map(({ id }) => id);
}
