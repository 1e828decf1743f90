/** Ledger (balance): computes the money of an event from its payments and refunds, such as the amount due (outstanding). */
import { sql, type Expression, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { ownPrice } from "#contract/events-states-rules.ts";
import type { disputeStates } from "#contract/payments.ts";
import { updateSaleCharge } from "#server/charges/sale-charges.ts";
import { saveSettlements, type ChargeKey, type SettledMoney } from "#server/charges/update-charges.ts";
import { updateEventMoney } from "#server/events/occupancy.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import {
  ALL_ORGANIZATIONS,
  inScope,
  isAnyOf,
  organizationOf,
  type Database,
  type TableQuery,
} from "#server/kit/db/database.ts";
import { noteStale } from "#server/kit/notify/overview-stale.ts";
import type { EventsTable, PaymentsTable, RefundsTable } from "#server/kit/db/tables.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** Published once per payment, in its transaction. */
    "payments.succeeded": { paymentId: string };
    /** After each of the payments has succeeded, in their transaction. */
    "payments.takenTogether": { paymentIds: readonly string[] };
    /** Published once per refund, in its transaction. */
    "payments.refunded": { refundId: string; paymentId: string };
    /** The payer's attempt is over, and nothing was paid. */
    "payments.failed": { paymentId: string };
    /** A payment succeeded on a page that keeps its card. */
    "payments.savedCard": { paymentId: string };
    /** A card on file was not charged. The debt, the payment and the card are locked. */
    "payments.cardRefused": { paymentId: string; cardId: string; refusal: CardRefusal };
    /** The provider or the bank gives nothing back: the team has to, in another way. */
    "payments.refundFailed": { refundId: string };
    /** The team gave back in another way what the bank had returned. */
    "payments.refundPaidOtherwise": { refundId: string };
    /** The payer's bank wants the money back. */
    "payments.disputed": { paymentId: string; amount: number; reason: string | null; dueBy: Date | null };
  }
}

import type { CardRefusal } from "./provider.ts";

export type PaymentRow = Selectable<PaymentsTable>;

export type PaymentsQuery = TableQuery<"payments">;

/** The booking that a payment is for, or the line of a sale. */
export type PaymentSubject = Pick<PaymentRow, "event_id" | "charge_id">;

export function keyOfSubject({ event_id, charge_id }: PaymentSubject): ChargeKey {
  if (event_id !== null) return { eventId: event_id };
  if (charge_id === null) throw new Error("A payment without a booking is for a line of a sale");
  return { chargeId: charge_id };
}

/** Tells whether both are of one booking, or of one line of a sale. */
export const isSameSubject = (one: PaymentSubject, other: PaymentSubject): boolean =>
  one.event_id === null ? one.charge_id === other.charge_id : one.event_id === other.event_id;

/** The condition of payments for a booking, or for a line of a sale. */
export const isPaymentFor = (key: ChargeKey): Expression<SqlBool> =>
  "eventId" in key
    ? sql<SqlBool>`payments.event_id = ${key.eventId}`
    : sql<SqlBool>`payments.charge_id = ${key.chargeId}`;

/**
 * Joins by key only. A payment is for a booking, or for a line of a sale (`charges`).
 * @param payments all, or those of a page
 * @param organizationId of all payments, where it is known
 */
export const paymentsWithPlaces = (
  db: Database,
  payments: PaymentsQuery = db.selectFrom("payments"),
  organizationId = ALL_ORGANIZATIONS,
) => {
  const organization = organizationOf("organizations.id", organizationId);
  return db
    .selectFrom(payments.selectAll("payments").as("payments"))
    .innerJoin("organizations", "organizations.id", "payments.organization_id")
    .leftJoin("events", (join) =>
      join.on("events.organization_id", "=", organization).onRef("events.id", "=", "payments.event_id"),
    )
    .leftJoin("fields", (join) =>
      join.on("fields.organization_id", "=", organization).onRef("fields.id", "=", "events.field_id"),
    )
    .leftJoin("facilities", (join) =>
      join.on("facilities.organization_id", "=", organization).onRef("facilities.id", "=", "events.facility_id"),
    )
    .leftJoin("charges", (join) =>
      join.on("charges.organization_id", "=", organization).onRef("charges.id", "=", "payments.charge_id"),
    )
    .where(inScope("organizations.id", organizationId));
};

/** The customer of the booking, or of the sale. */
export const paymentCustomerId = sql<string | null>`coalesce(events.customer_id, charges.customer_id)`;

/** How a refund goes back. */
export const refundMethod = sql<string>`coalesce(refunds.method, payments.method)`;

/** Includes pending refunds. */
export const refundedAmount = (organizationId: Expression<string> | string) => sql<number>`coalesce((
  select sum(refunds.amount) from refunds
  where refunds.organization_id = ${organizationId} and refunds.payment_id = payments.id
    and refunds.status <> 'failed'
), 0)::int`;

/** States in which the payer's bank holds the money back, or has given it to the payer. */
const openDisputeStates = ["needs_response", "under_review", "lost"] satisfies (typeof disputeStates)[number][];

/** Whether a refund would give the money back a second time: no provider accepts one. A dispute is over all that one page has paid. */
export async function hasOpenDispute(
  db: Database,
  { organization_id, id }: Pick<PaymentRow, "organization_id" | "id">,
): Promise<boolean> {
  const groups = db
    .selectFrom("payments")
    .select("group_id")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("provider", "is not", null);
  const paidWithIt = db
    .selectFrom("payments")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("group_id", "in", groups);
  const found = await db
    .selectFrom("disputes")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where((dispute) => dispute.or([dispute("payment_id", "=", id), dispute("payment_id", "in", paidWithIt)]))
    .where("status", "in", openDisputeStates)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Payments that succeeded, of an event or a line of a sale, and their refunds, pending ones included. */
async function listSettledMoney({ db, organizationId }: TenantContext, key: ChargeKey): Promise<SettledMoney[]> {
  const rows = await db
    .selectFrom("payments")
    .leftJoin("refunds", (join) =>
      join
        .onRef("refunds.organization_id", "=", "payments.organization_id")
        .onRef("refunds.payment_id", "=", "payments.id")
        .on("refunds.status", "<>", "failed"),
    )
    .select(["payments.id", "payments.amount", "refunds.id as refund_id", "refunds.amount as given_back"])
    .select(sql<Date>`coalesce(payments.paid_at, payments.created_at)`.as("paid_at"))
    .select("refunds.created_at as refunded_at")
    .where("payments.organization_id", "=", organizationId)
    .where(isPaymentFor(key))
    .where("payments.status", "=", "succeeded")
    .execute();
  const paid = new Map(rows.map(({ id, amount, paid_at }) => [id, { amount, at: paid_at }]));
  return [
    ...[...paid].map(([paymentId, one]) => ({ paymentId, refundId: null, ...one })),
    ...rows.flatMap(({ id, refund_id: refundId, given_back, refunded_at: at }) =>
      refundId && given_back && at ? [{ paymentId: id, refundId, amount: -given_back, at }] : [],
    ),
  ];
}

/** Pending refunds included. */
function computeTotals(money: readonly SettledMoney[]): { paid: number; refunded: number } {
  const sumOf = (rows: readonly SettledMoney[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
  const paid = sumOf(money.filter(({ refundId }) => refundId === null));
  return { paid, refunded: paid - sumOf(money) };
}

/** The caller has locked the event. */
export async function updateEventTotals(context: TenantContext, eventId: string): Promise<void> {
  const money = await listSettledMoney(context, { eventId });
  await updateEventMoney(context, eventId, computeTotals(money));
  await saveSettlements(context, { eventId }, money);
}

/** The caller has locked the event, or the line of the sale. */
export async function updateTotals(context: TenantContext, subject: PaymentSubject): Promise<void> {
  const key = keyOfSubject(subject);
  if ("eventId" in key) return updateEventTotals(context, key.eventId);
  const { chargeId } = key;
  const money = await listSettledMoney(context, { chargeId });
  await saveSettlements(context, { chargeId }, money);
  await updateSaleCharge(context, chargeId, computeTotals(money));
}

/** Locks an event until the transaction ends. Lock it before its payments: another order would deadlock. */
export const lockEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** The unpaid part of what its booker owes, in minor units. */
export function amountDue(event: {
  status: string;
  price: number;
  shared: number;
  paid: number;
  refunded: number;
  covered: number;
}): number {
  const stands = event.status !== "canceled" && event.status !== "rejected";
  return stands ? Math.max(0, ownPrice(event) - event.paid + event.refunded - event.covered) : 0;
}

/** The amount that a payer can pay, in minor units: 0 after a refund, which may have been a gesture. */
export const amountPayable = (event: {
  status: string;
  payment_status: string;
  price: number;
  shared: number;
  paid: number;
  refunded: number;
  covered: number;
}) => (event.payment_status === "due" || event.payment_status === "partially_paid" ? amountDue(event) : 0);

export async function insertPayment(db: Database, row: Insertable<PaymentsTable>): Promise<void> {
  await db.insertInto("payments").values(row).execute();
  await noteStale(db, row.organization_id, [row.paid_at]);
}

export async function updatePayment(
  db: Database,
  { organization_id, id, paid_at }: Pick<PaymentRow, "organization_id" | "id" | "paid_at">,
  row: Updateable<PaymentsTable>,
): Promise<void> {
  await db
    .updateTable("payments")
    .set(row)
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
  await noteStale(db, organization_id, [paid_at, row.paid_at]);
}

/** @param given when the team mailed or copied the link to this payment */
export const noteLink = (
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  id: string,
  given: Pick<Updateable<PaymentsTable>, "link_sent_at" | "link_copied_at">,
): Promise<void> => updatePayment(db, { organization_id: organizationId, id, paid_at: null }, given);

export async function insertRefund(db: Database, row: Insertable<RefundsTable>): Promise<void> {
  await db.insertInto("refunds").values(row).execute();
  if (row.status === "succeeded") await noteStale(db, row.organization_id, [row.updated_at]);
}

export async function updateRefund(
  db: Database,
  { organization_id, id }: Pick<Selectable<RefundsTable>, "organization_id" | "id">,
  row: Updateable<RefundsTable>,
): Promise<void> {
  const updated = await db
    .updateTable("refunds")
    .set(row)
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returning(["status", "updated_at"])
    .executeTakeFirst();
  if (updated?.status === "succeeded") await noteStale(db, organization_id, [updated.updated_at]);
}

/** Its money counts for its field, on the dates when it moved. */
export async function noteMoneyStale(
  { db, organizationId }: TenantContext,
  { eventId }: { eventId: string },
): Promise<void> {
  const paid = await db
    .selectFrom("payments")
    .select(["id", "paid_at"])
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("status", "=", "succeeded")
    .execute();
  if (paid.length === 0) return;
  const refunded = await db
    .selectFrom("refunds")
    .select("updated_at")
    .where("organization_id", "=", organizationId)
    .where(
      isAnyOf(
        "payment_id",
        paid.map(({ id }) => id),
      ),
    )
    .where("status", "=", "succeeded")
    .execute();
  const instants = [...paid.map(({ paid_at }) => paid_at), ...refunded.map(({ updated_at }) => updated_at)];
  await noteStale(db, organizationId, instants);
}

export async function publishPaymentSucceeded(
  context: TenantContext,
  payment: { id: string } & PaymentSubject,
): Promise<void> {
  await updateTotals(context, payment);
  await publish(context, "payments.succeeded", { paymentId: payment.id });
}

export async function publishPaymentRefunded(
  context: TenantContext,
  refund: { id: string; payment_id: string } & PaymentSubject,
): Promise<void> {
  await updateTotals(context, refund);
  await publish(context, "payments.refunded", { refundId: refund.id, paymentId: refund.payment_id });
}

export const findOpenPayment = (db: Database, organizationId: string, key: ChargeKey) =>
  db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(isPaymentFor(key))
    .where("status", "in", ["created", "processing"])
    .executeTakeFirst();

/** Finds the payer: the customer, under the name that the organization knows; without one, what is paid. */
export async function findPayer(
  db: Database,
  paid: Pick<Selectable<EventsTable>, "organization_id" | "customer_id" | "user_id" | "name">,
) {
  const customer = paid.customer_id
    ? await db
        .selectFrom("customers")
        .select("name")
        .where("organization_id", "=", paid.organization_id)
        .where("id", "=", paid.customer_id)
        .executeTakeFirstOrThrow()
    : undefined;
  return { user_id: paid.user_id, payer_name: customer?.name ?? paid.name };
}
