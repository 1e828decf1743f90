/** Charges of a sale: a line each, without a booking. What was agreed is copied. */
import { sql, type Selectable, type Updateable } from "kysely";
import type { ProductForSale } from "#contract/products.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { ChargesTable } from "#server/kit/db/tables.ts";
import { publish, type JobEvents, type TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { DateSpan } from "#contract/subscriptions-rules.ts";
import { followCharge, lockSubscriptionOfCharge } from "#server/subscriptions/follow-charges.ts";
import { applyTerms } from "./terms.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A sale is no longer owed. Its charge is locked. */
    "charges.voided": { chargeId: string };
  }
}

/** A line sells a product by itself, or a pack, a membership or an extra of a booking under the product of its type, or money ahead. */
export interface SoldProduct extends Omit<ProductForSale, "kind" | "id"> {
  /** Null for money ahead. */
  id: string | null;
  kind: ProductForSale["kind"] | "pack" | "extra" | "subscription" | "top_up" | "voucher" | "share";
}

export interface SoldLine {
  product: SoldProduct;
  quantity: number;
  /** Minor units, tax included. */
  unitPrice: number;
  priceReason: string | null;
  /** Null: the organization's own rate. */
  taxRateId: string | null;
  /** The days of what is sold for a time. */
  served?: DateSpan;
  /** A promo code takes it off the line. */
  discount?: { amount: number; label: string };
  /** Paid ahead and no sale yet: a receipt without tax is over it. */
  isPrepaid?: boolean;
  /** The booking that it is a share of, and the player whose share it is. */
  share?: { eventId: string; participantId: string };
  /** The booking whose no-show it is the fee for. */
  feeOf?: string;
}

export type SaleChargeRow = Selectable<ChargesTable>;

interface SaleTerms {
  customerId: string;
  currency: string;
  /** Hundredths of a percent, for lines without a rate of their own. */
  vatRate: number;
  /** Default: at once. */
  dueAt?: Date;
  /** Why it is no debt yet. */
  pendingReason?: string | null;
}

export const amountOfLine = ({
  unitPrice,
  quantity,
  discount,
}: Pick<SoldLine, "unitPrice" | "quantity" | "discount">): number => unitPrice * quantity - (discount?.amount ?? 0);

/** @returns the ids of the charges, ascending in the order of the lines */
export async function insertSaleCharges(
  { db, now, organizationId }: TenantContext,
  { customerId, currency, vatRate, dueAt = now, pendingReason = null }: SaleTerms,
  lines: readonly SoldLine[],
): Promise<string[]> {
  const ids = lines.map(() => uuidv7(now)).toSorted();
  const rows = lines.map((line, index) => ({
    organization_id: organizationId,
    id: ids[index] ?? "",
    kind: line.product.kind,
    customer_id: customerId,
    product_id: line.product.id,
    label: line.product.name,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    discount: line.discount?.amount ?? 0,
    discount_label: line.discount?.label ?? null,
    price_reason: line.priceReason,
    tax_rate_id: line.taxRateId,
    served_from: line.served?.from ?? null,
    served_to: line.served?.to ?? null,
    share_of: line.share?.eventId ?? null,
    participant_id: line.share?.participantId ?? null,
    fee_of: line.feeOf ?? null,
    vat_rate: vatRate,
    is_prepaid: line.isPrepaid ?? false,
    due_at: dueAt,
    pending_reason: pendingReason,
    currency,
    amount: amountOfLine(line),
    credited: 0,
    settled: 0,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto("charges").values(rows).execute();
  await applyTerms({ db, organizationId }, { chargeIds: ids });
  return ids;
}

/** Forgets why something was sold at another price, or voided; what was sold and for how much stays, so that all sums stay. */
export async function forgetPriceReasons(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ price_reason: null, void_reason: sql`case when void_reason is not null then '' end` })
    .where("organization_id", "=", organizationId)
    .where((charge) => charge.or([charge("price_reason", "is not", null), charge("void_reason", "is not", null)]))
    .where(isAnyOf("customer_id", customerIds))
    .execute();
}

const selectSaleCharge = (db: Database, organizationId: string, chargeId: string) =>
  db
    .selectFrom("charges")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .where("event_id", "is", null);

/** @throws HttpError 404 */
export const findSaleCharge = (db: Database, organizationId: string, chargeId: string): Promise<SaleChargeRow> =>
  selectSaleCharge(db, organizationId, chargeId).executeTakeFirstOrThrow(notFound);

/**
 * Locks a line of a sale until the transaction ends, after the membership that follows its money and before its payments.
 * @throws HttpError 404
 */
export async function lockSaleCharge(db: Database, organizationId: string, chargeId: string): Promise<SaleChargeRow> {
  await lockSubscriptionOfCharge({ db, organizationId }, chargeId);
  return selectSaleCharge(db, organizationId, chargeId).forUpdate().executeTakeFirstOrThrow(notFound);
}

/** Minor units; nothing of what is void. */
export const amountOwed = ({ voided_at, amount, credited, settled }: SaleChargeRow): number =>
  voided_at === null ? Math.max(0, amount - credited - settled) : 0;

/** As `chargeLabel` has it. */
export const nameOfSale = ({ label, quantity }: SaleChargeRow): string =>
  quantity !== null && quantity > 1 ? `${label}\u00a0×\u00a0${quantity}` : (label ?? "");

/**
 * Ends a line: it is owed no more, but for what is paid of it, which is refunded by itself. The caller has locked it.
 * @param by the account of whoever ended it
 */
export async function endSaleCharge(
  context: TenantContext,
  charge: SaleChargeRow,
  { reason, by }: { reason: string | null; by: string | null },
): Promise<void> {
  const { db, now, organizationId } = context;
  if (charge.void_reason !== null) return;
  const settled = Math.min(charge.settled, charge.amount);
  await db
    .updateTable("charges")
    .set({
      ...{ void_reason: reason ?? "", voided_by: by, voided_at: charge.settled > 0 ? null : now },
      ...{ credited: charge.amount - settled, updated_at: now },
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", charge.id)
    .execute();
  await publish(context, "charges.voided", { chargeId: charge.id });
  if (charge.invoiced > settled)
    await publish(context, "charges.overInvoiced", { chargeId: charge.id, isOtherCustomers: false });
}

/**
 * Lowers what a line costs, to no less than what is paid of it; an invoice over more gets its credit note. The caller has
 * locked it.
 */
export async function lowerSaleCharge(
  context: TenantContext,
  charge: SaleChargeRow,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  const { db, now, organizationId } = context;
  await db
    .updateTable("charges")
    .set({ amount, unit_price: amount, quantity: 1, discount: 0, discount_label: null })
    .set({ price_reason: reason, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", charge.id)
    .execute();
  if (charge.invoiced > Math.max(amount, charge.settled))
    await publish(context, "charges.overInvoiced", { chargeId: charge.id, isOtherCustomers: false });
}

/** Ends one of the units of a line without a discount; an invoice over it gets its credit note. The caller has locked it. */
export async function removeUnitFromCharge(context: TenantContext, charge: SaleChargeRow): Promise<void> {
  const { db, now, organizationId } = context;
  const amount = charge.amount - (charge.unit_price ?? 0);
  await db
    .updateTable("charges")
    .set({ amount, quantity: (charge.quantity ?? 0) - 1, credited: Math.min(charge.credited, amount), updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", charge.id)
    .execute();
  if (charge.invoiced > Math.max(amount, charge.settled))
    await publish(context, "charges.overInvoiced", { chargeId: charge.id, isOtherCustomers: false });
}

/** The lines that are the shares of a booking, also those that have ended. */
export const listSharesOfEvent = (db: Database, organizationId: string, eventId: string): Promise<SaleChargeRow[]> =>
  db
    .selectFrom("charges")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("share_of", "=", eventId)
    .orderBy("id")
    .execute();

/** The fee that stands for the no-show of a booking, also where it is paid; its ended ones are left out. */
export const findNoShowFee = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("charges")
    .select(["id", "customer_id"])
    .where("organization_id", "=", organizationId)
    .where("fee_of", "=", eventId)
    .where("void_reason", "is", null)
    .executeTakeFirst();

/** The fee for the no-show of a booking that was charged last, and is ended. */
export const findEndedFee = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("fee_of", "=", eventId)
    .where("void_reason", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Takes the end of a line back: it is owed as far as it is neither paid nor refunded. The caller has locked it. */
export async function reopenSaleCharge(
  { db, now, organizationId }: TenantContext,
  chargeId: string,
  { wasRefunded = false }: { wasRefunded?: boolean } = {},
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ void_reason: null, voided_by: null, voided_at: null, updated_at: now, ...(!wasRefunded && { credited: 0 }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .execute();
}

/** Whether money of a line went back, also where it is on its way. */
export async function wasRefunded(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  { id }: Pick<SaleChargeRow, "id">,
): Promise<boolean> {
  const found = await db
    .selectFrom("settlements")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("charge_id", "=", id)
    .where("kind", "=", "refund")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Changes a line of which nothing is invoiced, such as one that waits for its payment. The caller has locked it. */
export async function changeSaleCharge(
  { db, now, organizationId }: TenantContext,
  chargeId: string,
  row: Pick<
    Updateable<ChargesTable>,
    "customer_id" | "due_at" | "pending_reason" | "label" | "quantity" | "unit_price" | "amount"
  >,
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ ...row, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .execute();
}

/** When the customer was last reminded of it. */
export async function saveReminder(
  { db, now, organizationId }: Pick<TenantContext, "now" | "organizationId"> & { db: Database },
  chargeId: string,
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ reminded_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .execute();
}

/**
 * The caller has locked the booking or the sale.
 * @param step which was sent of it, on which day of the organization; undefined where it is in the mail of another debt
 */
export async function saveReminderStep(
  { db, now, organizationId }: Pick<TenantContext, "now" | "organizationId"> & { db: Database },
  chargeId: string,
  step: { days: number; on: string } | undefined,
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ reminded_at: now, ...(step && { reminder_days: step.days, reminder_sent_on: step.on }) })
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .execute();
}

/** After a refund, owed is what the organization has kept, as of a booking. The caller has locked the line of the sale. */
export async function updateSaleCharge(
  context: TenantContext,
  chargeId: string,
  { paid, refunded }: { paid: number; refunded: number },
): Promise<void> {
  const { db, now, organizationId } = context;
  const settled = paid - refunded;
  const { kind, invoiced, amount, credited } = await db
    .updateTable("charges")
    .set({
      settled,
      credited: sql`case when ${sql.lit(refunded > 0)} or void_reason is not null
        then greatest(amount - ${settled}::int, 0) else 0 end`,
      // Money that came for a voided sale is on its way back.
      voided_at: sql`case when void_reason is null or ${sql.lit(settled > 0)} then null else coalesce(voided_at, ${now}) end`,
      updated_at: now,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", chargeId)
    .returning(["kind", "invoiced", "amount", "credited"])
    .executeTakeFirstOrThrow();
  if (invoiced > settled && invoiced > amount - credited)
    await publish(context, "charges.overInvoiced", { chargeId, isOtherCustomers: false });
  if (kind !== "subscription") return;
  const isOwed = amount - credited > settled;
  await followCharge(context, chargeId, { settled, isOwed, wasRefunded: refunded > 0 });
}

/**
 * Sales that are another customer's now, as after a merge.
 * @param ids default: all of the former customer
 * @returns the ids of those that moved
 */
export async function moveSaleCharges(
  { db, organizationId }: Pick<TenantContext, "organizationId"> & { db: Database },
  from: string,
  to: string,
  ids?: readonly string[],
): Promise<string[]> {
  let moved = db
    .updateTable("charges")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from)
    .where("event_id", "is", null);
  if (ids) moved = moved.where(isAnyOf("id", ids));
  return (await moved.returning("id").execute()).map(({ id }) => id);
}
