/** Tables `vouchers` and `voucher_uses`: lists with filters, single vouchers with what they have paid. */
import { sql, type SqlBool } from "kysely";
import type { Page } from "#contract/kit.ts";
import {
  type CheckedVoucher,
  type OwnVoucher,
  TAKE_BACK_DAYS,
  type Voucher,
  type VoucherDetail,
  type vouchers,
  type VoucherState,
  type VoucherUse,
} from "#contract/vouchers.ts";
import { codeEndOf, formatVoucherCode, parseVoucherCode } from "#contract/vouchers-code-rules.ts";
import { chargeLabel } from "#server/charges/with-places.ts";
import { inScope, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { listLocalDates } from "#server/organizations/local-dates.ts";
import { assertPays } from "./assert-pays.ts";
import { type NamedVoucher, serializeVoucher, vouchersWithNames } from "./with-names.ts";

interface VoucherReader {
  db: Database;
  organizationId: string;
  now: Date;
}

const isCanceled = sql<SqlBool>`vouchers.canceled_at is not null`;
const isUsed = sql<SqlBool>`vouchers.canceled_at is null and vouchers.used >= vouchers.amount`;
const hasRest = sql<SqlBool>`vouchers.canceled_at is null and vouchers.used < vouchers.amount`;

async function stateCondition(reader: VoucherReader, state: VoucherState) {
  if (state === "canceled") return isCanceled;
  if (state === "used") return isUsed;
  const todays = await listLocalDates(reader);
  const isOver = sql<SqlBool>`(false or ${sql.join(
    todays.map(({ timezone, today }) => sql`(vouchers.expires_on < ${today} and organizations.timezone = ${timezone})`),
    sql` or `,
  )})`;
  const expired = todays.length === 0 ? sql<SqlBool>`false` : isOver;
  return state === "expired"
    ? sql<SqlBool>`(${hasRest} and ${expired})`
    : sql<SqlBool>`(${hasRest} and not ${expired})`;
}

export async function listVouchers(call: Call<typeof vouchers.list>): Promise<Page<Voucher>> {
  const { db, now, organizationId, query } = call;
  const { q, customerId, state } = query;
  let found = vouchersWithNames(db).where(inScope("vouchers.organization_id", organizationId));
  if (customerId) found = found.where("vouchers.buyer_id", "=", customerId);
  // The whole code is found, too, by who reads it from the paper; a part of it only by its end.
  const code = q === "" ? null : parseVoucherCode(q);
  if (code) found = found.where("vouchers.code", "=", code);
  else if (q)
    found = found.where(
      matchesText(
        sql`right(vouchers.code, 4) || ' ' || customers.name || ' ' || coalesce(vouchers.recipient_name, '')`,
        q,
      ),
    );
  if (state) found = found.where(await stateCondition(call, state));
  const sorted = found.orderBy("vouchers.created_at", "desc").orderBy("vouchers.id");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: data.map((row) => serializeVoucher(row, now)), meta };
}

async function listUses(db: Database, { organization_id, id, amount }: NamedVoucher): Promise<VoucherUse[]> {
  const rows = await db
    .selectFrom("voucher_uses")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.organization_id", "=", "voucher_uses.organization_id")
        .onRef("payments.id", "=", "voucher_uses.payment_id"),
    )
    .leftJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "voucher_uses.organization_id")
        .onRef("events.id", "=", "payments.event_id"),
    )
    .leftJoin("charges", (join) =>
      join
        .onRef("charges.organization_id", "=", "voucher_uses.organization_id")
        .onRef("charges.id", "=", "payments.charge_id"),
    )
    .select(["voucher_uses.id", "voucher_uses.at", "voucher_uses.payment_id", "voucher_uses.amount"])
    .select(chargeLabel.as("label"))
    .where("voucher_uses.organization_id", "=", organization_id)
    .where("voucher_uses.voucher_id", "=", id)
    .orderBy("voucher_uses.at")
    .orderBy("voucher_uses.id")
    .execute();
  let left = amount;
  const uses = rows.map((row): VoucherUse => {
    left -= row.amount;
    const { id: useId, payment_id: paymentId, label } = row;
    return { id: useId, at: row.at.toISOString(), paymentId, label, amount: row.amount, left };
  });
  return uses.toReversed();
}

async function findSalePayment(
  db: Database,
  { organization_id, charge_id }: Pick<NamedVoucher, "organization_id" | "charge_id">,
): Promise<string | null> {
  const found = await db
    .selectFrom("payments")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("charge_id", "=", charge_id)
    .where("status", "=", "succeeded")
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Local date of the organization. */
export const lastTakeBackDay = ({ created_at, timezone }: Pick<NamedVoucher, "created_at" | "timezone">): string =>
  addDays(localDateOf(timezone, created_at), TAKE_BACK_DAYS);

/** @throws HttpError 404 */
export const findNamedVoucher = (db: Database, organizationId: string, id: string): Promise<NamedVoucher> =>
  vouchersWithNames(db)
    .where(inScope("vouchers.organization_id", organizationId))
    .where("vouchers.id", "=", id)
    .executeTakeFirstOrThrow(notFound);

/** @throws HttpError 404 */
export async function findVoucher({ db, organizationId, now }: VoucherReader, id: string): Promise<VoucherDetail> {
  const row = await findNamedVoucher(db, organizationId, id);
  const uses = await listUses(db, row);
  const until = lastTakeBackDay(row);
  const canComeBack = row.canceled_at === null && row.used === 0 && until >= localDateOf(row.timezone, now);
  return {
    ...serializeVoucher(row, now),
    code: formatVoucherCode(row.code),
    message: row.message,
    paymentId: await findSalePayment(db, row),
    takeBackUntil: canComeBack ? until : null,
    uses,
  };
}

/** @throws HttpError 422 for no code of the organization, 409 for one that cannot pay */
export async function findCheckedVoucher(
  call: Pick<Call<typeof vouchers.check>, "db" | "now" | "organizationId" | "body" | "language">,
): Promise<CheckedVoucher> {
  const { db, now, organizationId, body } = call;
  const code = parseVoucherCode(body.code);
  const unknown = () => invalidFields({ code: [message("vouchers.unknownCode")] });
  if (code === null) throw unknown();
  const row = await vouchersWithNames(db)
    .where("vouchers.organization_id", "=", organizationId)
    .where("vouchers.code", "=", code)
    .executeTakeFirstOrThrow(unknown);
  assertPays(call, row, localDateOf(row.timezone, now));
  return {
    ...{ id: row.id, codeEnd: codeEndOf(code), left: row.amount - row.used, currency: row.currency },
    expiresOn: row.expires_on,
  };
}

/** Whether anybody has a gift voucher that could pay something. */
export async function hasUsableVouchers(reader: VoucherReader): Promise<boolean> {
  const { db, organizationId } = reader;
  const found = await vouchersWithNames(db)
    .where("vouchers.organization_id", "=", organizationId)
    .where(await stateCondition(reader, "active"))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Those that one has bought, and those that were mailed to one's address. */
export async function listOwnVouchers(call: Call<typeof vouchers.mine>): Promise<Page<OwnVoucher>> {
  const { db, now, user, query } = call;
  const own = db
    .selectFrom("customers")
    .select(["customers.organization_id", "customers.id"])
    .where("customers.user_id", "=", user.id);
  const isMailed = sql<SqlBool>`(vouchers.recipient_email = ${user.email} and vouchers.delivered_at is not null)`;
  const found = vouchersWithNames(db)
    .where(sql<SqlBool>`((vouchers.organization_id, vouchers.buyer_id) in ${own} or ${isMailed})`)
    .where("vouchers.canceled_at", "is", null)
    .select(isMailed.as("is_mailed"));
  const sorted = found.orderBy("vouchers.created_at", "desc").orderBy("vouchers.id");
  const { data, meta } = await paginate(db, sorted, query);
  return {
    data: data.map((row) => ({
      ...serializeVoucher(row, now),
      // The code is the recipient’s where it was mailed, and the buyer’s where it is printed.
      code: row.is_mailed || row.recipient_email === null ? formatVoucherCode(row.code) : null,
    })),
    meta,
  };
}
