/** Charges of the demo's bookings, the settlements of its payments and refunds, and the lines of its invoices. */
import type { Insertable } from "kysely";
import { isCharged, isVoid, toChargeRow } from "#server/charges/booking-charge.ts";
import type { ChargesTable, EventsTable, InvoiceLinesTable, SettlementsTable } from "#server/kit/db/tables.ts";
import type { InvoiceRow } from "#server/invoices/issue.ts";
import type { DemoPacks } from "./packs.ts";
import type { DemoPayment, DemoPayments } from "./payments.ts";
import { demoId } from "./random.ts";

const chargeIdOf = (eventId: string) => demoId(`charge ${eventId}`);

export const generateDemoCharges = (events: readonly Insertable<EventsTable>[]): Insertable<ChargesTable>[] =>
  events.flatMap((row) => {
    const {
      customer_id = null,
      pending_reason = null,
      kind = "event",
      paid = 0,
      refunded = 0,
      covered = 0,
      shared = 0,
    } = row;
    const known = { customer_id, pending_reason, kind, paid, refunded, covered, shared };
    const event = { ...row, ...known, start_time: new Date(row.start_time) };
    if (!isCharged(event)) return [];
    return [
      {
        ...toChargeRow(event),
        id: chargeIdOf(row.id),
        voided_at: isVoid(event) ? (row.ended_at ?? row.updated_at) : null,
        created_at: row.created_at,
        updated_at: row.updated_at,
      },
    ];
  });

const chargeOfPayment = ({ event_id, charge_id }: DemoPayment): string => charge_id ?? chargeIdOf(event_id ?? "");

/** Sums what is invoiced of each charge: each payment that succeeded has its invoice, each refund that did its credit note. */
export function createInvoicedReader({ payments, refunds }: DemoPayments): (chargeId: string) => number {
  const sums = new Map<string, number>();
  const chargeOf = new Map<string, string>();
  const add = (chargeId: string, amount: number) => sums.set(chargeId, (sums.get(chargeId) ?? 0) + amount);
  for (const payment of payments) {
    if (payment.status !== "succeeded") continue;
    chargeOf.set(payment.id, chargeOfPayment(payment));
    add(chargeOfPayment(payment), payment.amount);
  }
  for (const { payment_id, status, amount } of refunds)
    if (status === "succeeded") add(chargeOf.get(payment_id) ?? "", -amount);
  return (chargeId) => sums.get(chargeId) ?? 0;
}

/** @param invoices the demo's, each of which is over one booking or pack */
export function generateDemoInvoiceLines(
  invoices: readonly InvoiceRow[],
  { payments }: Pick<DemoPayments, "payments">,
): Insertable<InvoiceLinesTable>[] {
  const chargeOf = new Map(payments.map((payment) => [payment.id, chargeOfPayment(payment)]));
  return invoices.map(({ organization_id, id, payment_id, total_amount: amount }) => ({
    ...{ organization_id, invoice_id: id, charge_id: chargeOf.get(payment_id ?? "") ?? "", amount },
  }));
}

/** Settlements by packs: the whole price of each booking. */
export function generateDemoPackSettlements(
  { uses }: DemoPacks,
  events: readonly Insertable<EventsTable>[],
): Insertable<SettlementsTable>[] {
  const priceOf = new Map(events.map(({ id, price }) => [id, price]));
  return uses.map(({ organization_id, id, event_id, created_at }) => ({
    ...{ organization_id, id: demoId(`settlement ${id}`), charge_id: chargeIdOf(event_id), kind: "pack" },
    ...{ payment_id: null, pack_use_id: id, amount: priceOf.get(event_id) ?? 0, at: created_at },
  }));
}

export function generateDemoSettlements({ payments, refunds }: DemoPayments): Insertable<SettlementsTable>[] {
  const succeeded = payments.filter(({ status }) => status === "succeeded");
  const chargeOf = new Map(succeeded.map((payment) => [payment.id, chargeOfPayment(payment)]));
  const ofPayments = succeeded.map(({ organization_id, id, amount, paid_at, created_at }) => ({
    ...{ organization_id, id: demoId(`settlement ${id}`), charge_id: chargeOf.get(id) ?? "", kind: "payment" },
    ...{ payment_id: id, refund_id: null, amount, at: paid_at ?? created_at },
  }));
  const ofRefunds = refunds
    .filter(({ status }) => status !== "failed")
    .map(({ organization_id, id, payment_id, amount, created_at }) => ({
      ...{ organization_id, id: demoId(`settlement ${id}`), charge_id: chargeOf.get(payment_id) ?? "" },
      ...{ kind: "refund", payment_id, refund_id: id, amount: -amount, at: created_at },
    }));
  return [...ofPayments, ...ofRefunds];
}
