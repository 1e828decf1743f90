/** Gift vouchers that pay: the voucher is held from before what it pays is, until the transaction ends. */
import { sql } from "kysely";
import { parseVoucherCode } from "#contract/vouchers-code-rules.ts";
import { addInvoiced } from "#server/charges/update-charges.ts";
import { chargesWithPlaces } from "#server/charges/with-places.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { assertPays } from "./assert-pays.ts";
import { stateOf, type VoucherRow } from "./with-names.ts";

/** After money came back to it, a voucher can be used for so many days at least. */
const DAYS_TO_USE = 7;

/** The method of the desk, with the code where it is a voucher. */
export interface VoucherPayment {
  method: string;
  voucherCode?: string | null | undefined;
}

const lockRow = (
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  by: { code: string } | { id: string },
) =>
  db
    .selectFrom("vouchers")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where((voucher) => ("code" in by ? voucher("code", "=", by.code) : voucher("id", "=", by.id)))
    .forNoKeyUpdate();

/**
 * Holds the voucher that pays, where the method is one. The caller has locked bookings and customers, and no charge.
 * @param field the member of the draft that has its code
 * @returns null for other methods
 * @throws HttpError 422 without a code of the organization, 409 with what has become of it
 */
export async function holdVoucherToPay(
  context: TenantContext & { language: Language },
  { method, voucherCode }: VoucherPayment,
  field = "voucherCode",
): Promise<VoucherRow | null> {
  if (method !== "voucher") return null;
  const refuse = (key: "vouchers.codeNeeded" | "vouchers.unknownCode") => invalidFields({ [field]: [message(key)] });
  if (!voucherCode) throw refuse("vouchers.codeNeeded");
  const code = parseVoucherCode(voucherCode);
  if (code === null) throw refuse("vouchers.unknownCode");
  const row = await lockRow(context, { code }).executeTakeFirstOrThrow(() => refuse("vouchers.unknownCode"));
  const { timezone } = await findSettings(context);
  assertPays(context, row, localDateOf(timezone, context.now));
  return row;
}

/** @throws HttpError 409 with what is left */
export function assertOnVoucher(
  { language }: { language: Language },
  voucher: VoucherRow | null,
  { amount, currency }: { amount: number; currency: string },
): void {
  if (voucher === null) return;
  const left = voucher.currency === currency ? voucher.amount - voucher.used : 0;
  if (left < amount)
    throw new HttpError(409, message("vouchers.notEnough", { left: formatMoney(left, voucher.currency, language) }));
}

/** Tax rates of charges of bookings and sales, and the part of them that is invoiced. */
const listTaxed = (db: Database, organizationId: string, chargeIds: readonly string[]) =>
  chargesWithPlaces(db, organizationId)
    .leftJoin("tax_rates", (join) =>
      join
        .onRef("tax_rates.organization_id", "=", "organizations.id")
        .on("tax_rates.id", "=", sql<string>`coalesce(events.tax_rate_id, charges.tax_rate_id)`),
    )
    .select(["charges.id", "charges.amount", "charges.credited", "charges.invoiced", "charges.is_prepaid"])
    .select(sql<string>`coalesce(events.name, charges.label)`.as("name"))
    .select(sql<boolean>`coalesce(tax_rates.is_exempt, false)`.as("is_exempt"))
    // As invoices have it: hundredths of a percent, else the rate of the sale, else the present one.
    .select(
      sql<number>`coalesce(tax_rates.rate / 10, nullif(coalesce(events.vat_rate, charges.vat_rate), 0),
        organizations.vat_rate)::float8`.as("rate"),
    )
    .where("charges.organization_id", "=", organizationId)
    .where(isAnyOf("charges.id", chargeIds))
    .execute();

/**
 * The tax of a voucher of one purpose was invoiced with it, so it pays what has that tax and no invoice. The caller holds the charge.
 * @throws HttpError 409
 */
async function coverByItsInvoice(
  context: TenantContext,
  voucher: VoucherRow,
  { chargeId, amount }: { chargeId: string; amount: number },
): Promise<void> {
  const rows = await listTaxed(context.db, context.organizationId, [chargeId, voucher.charge_id]);
  const sold = rows.find(({ id }) => id === voucher.charge_id);
  const paid = rows.find(({ id }) => id === chargeId);
  if (!sold || !paid) throw new Error(`No charge ${chargeId}`);
  const { name } = paid;
  if (paid.is_prepaid || paid.rate !== sold.rate || paid.is_exempt !== sold.is_exempt)
    throw new HttpError(409, message("vouchers.otherRate", { name }));
  if (paid.invoiced + amount > paid.amount - paid.credited)
    throw new HttpError(409, message("vouchers.alreadyInvoiced", { name }));
  await addInvoiced(context, [{ chargeId, amount }]);
}

const findChargeId = async (
  { db, organizationId }: TenantContext,
  { event_id, charge_id }: { event_id: string | null; charge_id: string | null },
): Promise<string> => {
  if (event_id === null) return charge_id ?? "";
  const { id } = await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", event_id)
    .executeTakeFirstOrThrow();
  return id;
};

export const isTaxedAhead = (voucher: VoucherRow | null): boolean => voucher?.purpose === "single";

/** `used` is the sum of the uses; the database refuses more than there is. The caller holds the voucher. */
async function recount({ db, now, organizationId }: TenantContext, voucherId: string): Promise<void> {
  const sum = sql<number>`(select coalesce(sum(uses.amount), 0)::int from voucher_uses as uses
    where uses.organization_id = ${organizationId} and uses.voucher_id = ${voucherId})`;
  await db
    .updateTable("vouchers")
    .set({ used: sum, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", voucherId)
    .execute();
}

/** A payment of a voucher that is held, and seen to have enough. The caller holds what is paid. @throws HttpError 409 */
export async function insertVoucherUse(
  context: TenantContext,
  voucher: VoucherRow,
  paid: { paymentId: string; amount: number; event_id: string | null; charge_id: string | null },
): Promise<void> {
  const { db, now, organizationId } = context;
  const { paymentId, amount } = paid;
  if (isTaxedAhead(voucher))
    await coverByItsInvoice(context, voucher, { chargeId: await findChargeId(context, paid), amount });
  await db
    .insertInto("voucher_uses")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), voucher_id: voucher.id, payment_id: paymentId },
      ...{ refund_id: null, amount, at: now },
    })
    .execute();
  await recount(context, voucher.id);
}

const findVoucherOf = async (
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  paymentId: string,
): Promise<string> => {
  const { voucher_id } = await db
    .selectFrom("voucher_uses")
    .select("voucher_id")
    .where("organization_id", "=", organizationId)
    .where("payment_id", "=", paymentId)
    .limit(1)
    .executeTakeFirstOrThrow();
  return voucher_id;
};

/** Holds the voucher that has made a payment, before the charge is held. */
export async function lockVoucherOf(context: TenantContext, paymentId: string): Promise<void> {
  await lockRow(context, { id: await findVoucherOf(context, paymentId) }).executeTakeFirstOrThrow();
}

/** Money that a voucher had paid comes back to it; one that has run out can be used for a week more. */
export async function giveBackToVoucher(
  context: TenantContext,
  payment: { id: string; event_id: string | null; charge_id: string | null; is_taxed_ahead: boolean },
  { refundId, amount }: { refundId: string; amount: number },
): Promise<void> {
  const { db, now, organizationId } = context;
  const row = await lockRow(context, { id: await findVoucherOf(context, payment.id) }).executeTakeFirstOrThrow();
  await db
    .insertInto("voucher_uses")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), voucher_id: row.id, payment_id: payment.id },
      ...{ refund_id: refundId, amount: -amount, at: now },
    })
    .execute();
  await recount(context, row.id);
  const { timezone } = await findSettings(context);
  const usableUntil = addDays(localDateOf(timezone, now), DAYS_TO_USE);
  if (row.expires_on < usableUntil)
    await db
      .updateTable("vouchers")
      .set({ expires_on: usableUntil })
      .where("organization_id", "=", organizationId)
      .where("id", "=", row.id)
      .execute();
  // The voucher's own invoice is not over it any more.
  if (payment.is_taxed_ahead)
    await addInvoiced(context, [{ chargeId: await findChargeId(context, payment), amount: -amount }]);
}

/** Holds a voucher that is to be taken back. @throws HttpError 409 where it was used or is no longer there */
export async function holdUnused(
  context: TenantContext & { language: Language },
  voucherId: string,
  orElse: () => HttpError,
): Promise<VoucherRow> {
  const row = await lockRow(context, { id: voucherId }).executeTakeFirstOrThrow(orElse);
  const { timezone } = await findSettings(context);
  if (stateOf(row, localDateOf(timezone, context.now)) === "canceled")
    throw new HttpError(409, message("vouchers.wasTakenBack"));
  if (row.used > 0) throw new HttpError(409, message("vouchers.wasUsed"));
  return row;
}

/** The caller holds it. */
export async function cancelVoucher({ db, now, organizationId }: TenantContext, voucherId: string): Promise<void> {
  await db
    .updateTable("vouchers")
    .set({ canceled_at: now, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", voucherId)
    .execute();
}
