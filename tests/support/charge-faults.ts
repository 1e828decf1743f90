/** Finds bookings whose charge, settlements or invoices say something else than the booking and its payments do. */
import { sql, type RawBuilder } from "kysely";
import { computeOwed, isCharged, isVoid, settledOf } from "#server/charges/booking-charge.ts";
import type { Database } from "#server/kit/db/database.ts";

/** Money of vouchers whose own invoice is over it, less what came back to them. @param of the condition of its payments */
const coveredByVouchers = (
  of: RawBuilder<unknown>,
) => sql`(select coalesce(sum(uses.amount), 0)::int from voucher_uses as uses
  join payments on payments.organization_id = uses.organization_id and payments.id = uses.payment_id
  where payments.organization_id = charges.organization_id and payments.is_taxed_ahead and ${of})`;

/** @returns a sentence for each fault; none if everything adds up */
export async function listChargeFaults(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("events")
    .leftJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "events.organization_id").onRef("charges.event_id", "=", "events.id"),
    )
    .select(["events.organization_id", "events.id", "events.kind", "events.customer_id", "events.status"])
    .select(["events.pending_reason", "events.start_time", "events.currency"])
    .select(["events.price", "events.shared", "events.paid", "events.refunded", "events.covered"])
    .select(["charges.id as charge_id", "charges.customer_id as debtor_id", "charges.pending_reason as charge_reason"])
    .select(["charges.due_at", "charges.amount", "charges.credited", "charges.settled", "charges.voided_at"])
    .select("charges.invoiced")
    .select(
      sql<number>`(select coalesce(sum(amount), 0)::int from invoice_lines
        where invoice_lines.organization_id = charges.organization_id and invoice_lines.charge_id = charges.id)
        + ${coveredByVouchers(sql`payments.event_id = charges.event_id`)}`.as("documented"),
    )
    .select(
      sql<number>`(select coalesce(sum(payments.amount - (
          select coalesce(sum(refunds.amount), 0) from refunds where refunds.organization_id = payments.organization_id
            and refunds.payment_id = payments.id and (payments.is_taxed_ahead or exists (select from invoices
              where invoices.organization_id = refunds.organization_id and invoices.refund_id = refunds.id)))), 0)::int
        from payments where payments.organization_id = events.organization_id and payments.event_id = events.id
          and payments.status = 'succeeded')`.as("held"),
    )
    .select(
      sql<number>`(select coalesce(sum(amount), 0)::int from settlements
        where settlements.organization_id = charges.organization_id and settlements.charge_id = charges.id)`.as(
        "moved",
      ),
    )
    .execute();
  const documents = await db
    .selectFrom("invoices")
    .select("invoices.number")
    .where(
      sql<boolean>`total_amount <> (select coalesce(sum(amount), 0) from invoice_lines
        where invoice_lines.organization_id = invoices.organization_id and invoice_lines.invoice_id = invoices.id)`,
    )
    .execute();
  const faults = documents.map(({ number }) => `${number}: its lines do not add up`);
  return rows.flatMap(findFaults).concat(faults);

  function findFaults(row: (typeof rows)[number]): string[] {
    if (row.charge_id === null) return isCharged(row) ? [`${row.id}: no charge`] : [];
    const kept = [row.debtor_id, row.charge_reason, row.due_at?.getTime(), row.voided_at !== null];
    const wanted = [row.customer_id, row.pending_reason, row.start_time.getTime(), isVoid(row)];
    const owed = (row.amount ?? 0) - (row.credited ?? 0);
    const received = settledOf(row);
    const invoiced = row.invoiced ?? 0;
    return [
      ...(JSON.stringify(kept) === JSON.stringify(wanted) ? [] : [`${row.id}: ${kept.join()} for ${wanted.join()}`]),
      ...(owed === computeOwed(row) ? [] : [`${row.id}: owes ${owed} for ${computeOwed(row)}`]),
      ...(row.settled === received ? [] : [`${row.id}: settled ${row.settled} for ${received}`]),
      ...(row.moved === received ? [] : [`${row.id}: settlements of ${row.moved} for ${received}`]),
      ...(invoiced === row.documented ? [] : [`${row.id}: invoiced ${invoiced}, by lines ${row.documented}`]),
      ...(invoiced >= row.held ? [] : [`${row.id}: invoiced ${invoiced} of ${row.held} received`]),
      ...(invoiced <= Math.max(owed, row.held) ? [] : [`${row.id}: invoiced ${invoiced} of ${owed} owed`]),
    ];
  }
}

/** @returns a sentence for each line of a sale whose money or documents say something else; none if everything adds up */
export async function listSaleFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<SaleRow>`
    select charges.id, charges.amount, charges.credited, charges.settled, charges.invoiced, charges.void_reason,
      (select coalesce(sum(payments.amount), 0)::int from payments
        where payments.organization_id = charges.organization_id and payments.charge_id = charges.id
          and payments.status = 'succeeded') as paid,
      (select coalesce(sum(refunds.amount), 0)::int from refunds
        join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
        where payments.organization_id = charges.organization_id and payments.charge_id = charges.id
          and refunds.status <> 'failed') as refunded,
      (select coalesce(sum(amount), 0)::int from settlements
        where settlements.organization_id = charges.organization_id and settlements.charge_id = charges.id) as moved,
      (select coalesce(sum(amount), 0)::int from invoice_lines
        where invoice_lines.organization_id = charges.organization_id and invoice_lines.charge_id = charges.id)
        + ${coveredByVouchers(sql`payments.charge_id = charges.id`)} as documented
    from charges where charges.event_id is null`.execute(db);
  return rows.flatMap(({ id, amount, credited, settled, invoiced, void_reason, paid, refunded, moved, documented }) => {
    const kept = paid - refunded;
    const owed = refunded > 0 || void_reason !== null ? kept : amount;
    return [
      ...(settled === kept && moved === kept
        ? []
        : [`${id}: settled ${settled}, by settlements ${moved}, for ${kept}`]),
      ...(amount - credited === owed ? [] : [`${id}: owes ${amount - credited} for ${owed}`]),
      ...(invoiced === documented && invoiced >= kept && invoiced <= owed
        ? []
        : [`${id}: invoiced ${invoiced}, by lines ${documented}, for ${kept} of ${owed}`]),
    ];
  });
}

interface SaleRow {
  id: string;
  amount: number;
  credited: number;
  settled: number;
  invoiced: number;
  void_reason: string | null;
  paid: number;
  refunded: number;
  moved: number;
  documented: number;
}
