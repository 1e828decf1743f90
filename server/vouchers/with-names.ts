/** Gift vouchers with the names of their organization and their buyer. */
import type { Selectable } from "kysely";
import type { Voucher, VoucherState } from "#contract/vouchers.ts";
import { codeEndOf } from "#contract/vouchers-code-rules.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { VouchersTable } from "#server/kit/db/tables.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";

export const vouchersWithNames = (db: Database) =>
  db
    .selectFrom("vouchers")
    .innerJoin("organizations", "organizations.id", "vouchers.organization_id")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "vouchers.organization_id")
        .onRef("customers.id", "=", "vouchers.buyer_id"),
    )
    .selectAll("vouchers")
    .select(["organizations.name as organization_name", "organizations.timezone", "customers.name as buyer_name"]);
export type NamedVoucher = Awaited<ReturnType<ReturnType<typeof vouchersWithNames>["executeTakeFirstOrThrow"]>>;

export type VoucherRow = Selectable<VouchersTable>;

/** @param today local date of the organization */
export function stateOf(
  { canceled_at, used, amount, expires_on }: Pick<VoucherRow, "canceled_at" | "used" | "amount" | "expires_on">,
  today: string,
): VoucherState {
  if (canceled_at !== null) return "canceled";
  if (used >= amount) return "used";
  return expires_on < today ? "expired" : "active";
}

/** Nothing is left of one that was taken back. */
export const leftOf = ({ canceled_at, amount, used }: Pick<VoucherRow, "canceled_at" | "amount" | "used">): number =>
  canceled_at === null ? amount - used : 0;

export const serializeVoucher = (row: NamedVoucher, now: Date): Voucher => ({
  id: row.id,
  organization: { id: row.organization_id, name: row.organization_name },
  codeEnd: codeEndOf(row.code),
  state: stateOf(row, localDateOf(row.timezone, now)),
  purpose: row.purpose as Voucher["purpose"],
  amount: row.amount,
  left: leftOf(row),
  currency: row.currency,
  expiresOn: row.expires_on,
  buyer: { id: row.buyer_id, name: row.buyer_name },
  recipientName: row.recipient_name,
  recipientEmail: row.recipient_email,
  deliverOn: row.deliver_on,
  deliveredAt: row.delivered_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
