/** Updates the charge of a booking as the booking changes, and its settlements as payments and refunds come. */
import { sql, type Insertable } from "kysely";
import type { BookedEvent } from "#server/events/book.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import type { ChargesTable } from "#server/kit/db/tables.ts";
import { publish, type DomainEventListeners, type TenantContext } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { isCharged, isVoid, toChargeRow } from "./booking-charge.ts";
import { applyTerms } from "./terms.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** More of a charge is invoiced than is owed and was paid, or it is another customer's now. Its booking is locked. */
    "charges.overInvoiced": { chargeId: string; isOtherCustomers: boolean };
  }
}

/** Columns that follow the booking. */
const followedColumns = [
  "customer_id",
  "due_at",
  "currency",
  "amount",
  "credited",
  "settled",
  "pending_reason",
] as const satisfies readonly (keyof ChargesTable)[];

const upsertCharge = statement((db, row: Insertable<ChargesTable>) =>
  db
    .insertInto("charges")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "event_id"])
        .doUpdateSet((update) => ({
          ...Object.fromEntries(followedColumns.map((column) => [column, update.ref(`excluded.${column}`)])),
          // The first moment stays.
          voided_at: sql<Date | null>`case when excluded.voided_at is not null
            then coalesce(charges.voided_at, excluded.voided_at) end`,
          updated_at: update.ref("excluded.updated_at"),
        }))
        .where(
          sql<boolean>`(${sql.join(followedColumns.map((column) => sql.ref(`charges.${column}`)))}, charges.voided_at is null)
            is distinct from (${sql.join(followedColumns.map((column) => sql.ref(`excluded.${column}`)))}, excluded.voided_at is null)`,
        ),
    )
    .returning(["id", "amount", "credited", "settled", "invoiced"]),
);

/** @param debtorId customer of the charge until now */
async function saveCharge(
  context: TenantContext,
  event: BookedEvent,
  debtorId: string | null = event.customer_id,
): Promise<void> {
  const { db, now } = context;
  const [changed] = await upsertCharge(db, {
    ...toChargeRow(event),
    id: uuidv7(now),
    voided_at: isVoid(event) ? now : null,
    created_at: now,
    updated_at: now,
  });
  if (!changed || changed.invoiced <= changed.settled) return;
  const isOtherCustomers = debtorId !== event.customer_id;
  if (isOtherCustomers || changed.invoiced > changed.amount - changed.credited)
    await publish(context, "charges.overInvoiced", { chargeId: changed.id, isOtherCustomers });
}

/** The publisher has locked the booking. */
export async function followBooking(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const event = await context.db
    .selectFrom("events")
    .leftJoin("charges", (join) =>
      join.onRef("charges.organization_id", "=", "events.organization_id").onRef("charges.event_id", "=", "events.id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.organization_id", "events.id", "events.kind", "events.customer_id", "events.status"])
    .select(["events.pending_reason", "events.start_time", "events.currency"])
    .select(["events.price", "events.shared", "events.paid", "events.refunded", "events.covered"])
    .select(["charges.id as charge_id", "charges.customer_id as debtor_id"])
    .select(["events.debt_due_on", "customers.billing"])
    .where("events.organization_id", "=", context.organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow();
  if (event.charge_id !== null) await saveCharge(context, event, event.debtor_id);
  else if (isCharged(event)) await saveCharge(context, event);
  // Another day or another customer may be due on another one.
  const isOtherCustomers = event.charge_id !== null && event.debtor_id !== event.customer_id;
  if (event.billing === "monthly" || (isOtherCustomers && event.debt_due_on !== null))
    await applyTermsOfBooking(context, eventId);
}

async function applyTermsOfBooking({ db, organizationId }: TenantContext, eventId: string): Promise<void> {
  const charge = await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (charge) await applyTerms({ db, organizationId }, { chargeIds: [charge.id] });
}

export const listeners: DomainEventListeners = {
  async "events.booked"(context, { event }) {
    if (isCharged(event)) await saveCharge(context, event);
  },
  "events.changed": followBooking,
  "events.approved": followBooking,
  "events.ended": followBooking,
  "events.restored": followBooking,
  "events.expired": followBooking,
};

/** Money of a booking: a payment that succeeded, or a refund, one that is on its way included. */
export interface SettledMoney {
  paymentId: string;
  refundId: string | null;
  /** Minor units; negative for a refund. */
  amount: number;
  at: Date;
}

const keyOf = (paymentId: string, refundId: string | null) => refundId ?? paymentId;

/** The charge of a booking, or a line of a sale. */
export type ChargeKey = { eventId: string } | { chargeId: string };

/**
 * Adds what the settlements of a charge lack. A refund that failed is not in `money` any more: it is taken back. The caller
 * has locked the booking, whose charge follows it, or the line of the sale.
 */
export async function saveSettlements(
  { db, now, organizationId }: TenantContext,
  key: ChargeKey,
  money: readonly SettledMoney[],
): Promise<void> {
  const known = await db
    .selectFrom("charges")
    .leftJoin("settlements", (join) =>
      join
        .onRef("settlements.organization_id", "=", "charges.organization_id")
        .onRef("settlements.charge_id", "=", "charges.id"),
    )
    .select(["charges.id as charge_id", "settlements.payment_id", "settlements.refund_id"])
    .select(sql<number>`coalesce(sum(settlements.amount), 0)::int`.as("amount"))
    .where("charges.organization_id", "=", organizationId)
    .where((charge) =>
      "eventId" in key ? charge("charges.event_id", "=", key.eventId) : charge("charges.id", "=", key.chargeId),
    )
    .groupBy(["charges.id", "settlements.payment_id", "settlements.refund_id"])
    .execute();
  const [first] = known;
  if (!first) return;
  const wanted = new Map(money.map((one) => [keyOf(one.paymentId, one.refundId), one]));
  const present = new Map<string, SettledMoney>();
  for (const { payment_id, refund_id, amount } of known)
    if (payment_id !== null)
      present.set(keyOf(payment_id, refund_id), { paymentId: payment_id, refundId: refund_id, amount, at: now });
  const rows = [...new Map([...present, ...wanted])]
    .map(([key, one]) => ({
      ...one,
      amount: (wanted.get(key)?.amount ?? 0) - (present.get(key)?.amount ?? 0),
    }))
    .filter(({ amount }) => amount !== 0)
    .map(({ paymentId, refundId, amount, at }) => ({
      organization_id: organizationId,
      id: uuidv7(now),
      charge_id: first.charge_id,
      kind: refundId === null ? "payment" : "refund",
      payment_id: paymentId,
      refund_id: refundId,
      amount,
      // A correction is made now.
      at: present.has(keyOf(paymentId, refundId)) ? now : at,
    }));
  if (rows.length > 0) await db.insertInto("settlements").values(rows).execute();
}

/**
 * Adds what a pack settles of a booking, or negatively what it does not any more. The caller has locked the booking, whose charge
 * follows it, and the pack.
 */
export async function insertPackSettlement(
  { db, now, organizationId }: Pick<TenantContext, "db" | "now" | "organizationId">,
  { eventId, packUseId, amount }: { eventId: string; packUseId: string; amount: number },
): Promise<void> {
  if (amount === 0) return;
  const { id: charge_id } = await db
    .selectFrom("charges")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const row = { charge_id, kind: "pack", payment_id: null, pack_use_id: packUseId, amount, at: now };
  await db
    .insertInto("settlements")
    .values({ organization_id: organizationId, id: uuidv7(now), ...row })
    .execute();
}

/** Minor units that a use of a pack settles now. */
export async function sumPackSettlements(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  packUseId: string,
): Promise<number> {
  const { amount } = await db
    .selectFrom("settlements")
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as("amount"))
    .where("organization_id", "=", organizationId)
    .where("pack_use_id", "=", packUseId)
    .executeTakeFirstOrThrow();
  return amount;
}

/** Adds what a document is over, negative for a credit note. The caller has locked the bookings. */
export async function addInvoiced(
  { db, organizationId }: Pick<TenantContext, "organizationId"> & { db: Database },
  lines: readonly { chargeId: string; amount: number }[],
): Promise<void> {
  for (const { chargeId, amount } of lines) {
    const { invoiced, settled, due_on } = await db
      .updateTable("charges")
      .set({ invoiced: sql`invoiced + ${amount}` })
      .where("organization_id", "=", organizationId)
      .where("id", "=", chargeId)
      .returning(["invoiced", "settled", "due_on"])
      .executeTakeFirstOrThrow();
    // No invoice asks for it any more.
    if (amount < 0 && due_on !== null && invoiced <= settled)
      await applyTerms({ db, organizationId }, { chargeIds: [chargeId] });
  }
}

/** Charges of bookings that are another customer's now, as after a merge. */
export async function moveCharges(
  { db, organizationId }: Pick<TenantContext, "organizationId"> & { db: Database },
  eventIds: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await db
    .updateTable("charges")
    .set({ customer_id: to })
    .where("organization_id", "=", organizationId)
    .where("customer_id", "=", from)
    .where(isAnyOf("event_id", eventIds))
    .execute();
}
