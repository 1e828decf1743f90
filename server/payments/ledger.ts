/** What came in and what went back, counted from the rows: an event's money is what these say, whatever happened in between. */
import { sql, type Insertable, type Selectable } from "kysely";
import type { Invoice } from "#contract/invoice-shape.ts";
import { settleMoney } from "#server/events/holds.ts";
import { eventsAtPlaces } from "#server/events/shape.ts";
import { announce, type Scene } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import type { EventsTable, PaymentsTable, RefundsTable } from "#server/kit/tables.ts";

declare module "#server/kit/announce.ts" {
  interface Tidings {
    /** Money came in, by card or at the desk; within the transaction that says so, once for each payment. */
    "payments.succeeded": { paymentId: string };
    /** Money went back for good; within the transaction that says so, once for each refund. */
    "payments.refunded": { refundId: string };
  }
  interface Announcements {
    /** Payments are about to be shown: whoever has invoices for them adds these. */
    "payments.shown": { payments: readonly { organizationId: string; id: string }[]; invoices: Invoice[] };
  }
}

export type PaymentRow = Selectable<PaymentsTable>;

/** Payments with what they are for. */
export const paymentsAtPlaces = (db: Database) =>
  eventsAtPlaces(db).innerJoin("payments", (join) =>
    join.onRef("payments.organization_id", "=", "events.organization_id").onRef("payments.event_id", "=", "events.id"),
  );

/** A refund that is on its way counts as given. */
export const givenBack = sql<number>`coalesce((
  select sum(refunds.amount) from refunds
  where refunds.organization_id = payments.organization_id and refunds.payment_id = payments.id
    and refunds.status <> 'failed'
), 0)::int`;

/** Counts an event's money anew. Whoever calls it holds the event, so that two who count do so one after the other. */
export async function settleEvent(scene: Scene, eventId: string): Promise<void> {
  const money = await scene.db
    .selectFrom("payments")
    .select(sql<number>`coalesce(sum(payments.amount), 0)::int`.as("paid"))
    .select(sql<number>`coalesce(sum(${givenBack}), 0)::int`.as("refunded"))
    .where("organization_id", "=", scene.organizationId)
    .where("event_id", "=", eventId)
    .where("status", "=", "succeeded")
    .executeTakeFirstOrThrow();
  await settleMoney(scene, eventId, money);
}

/** Holds an event until the transaction ends. Always before its payments: two who hold them in another order wait for each other. */
export const holdEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** What is still to be paid for an event, in minor units. */
export function dueOf(event: { status: string; price: number; paid: number; refunded: number }): number {
  const stands = event.status !== "canceled" && event.status !== "rejected";
  return stands ? Math.max(0, event.price - event.paid + event.refunded) : 0;
}

/** What payers are asked for: nothing more once money was given back, which may have been to please them. */
export const askedOf = (event: {
  status: string;
  payment_status: string;
  price: number;
  paid: number;
  refunded: number;
}) => (event.payment_status === "due" || event.payment_status === "partially_paid" ? dueOf(event) : 0);

export async function insertPayment(db: Database, row: Insertable<PaymentsTable>): Promise<void> {
  await db.insertInto("payments").values(row).execute();
}

export async function insertRefund(db: Database, row: Insertable<RefundsTable>): Promise<void> {
  await db.insertInto("refunds").values(row).execute();
}

/** A payment is there: the event's money is counted, and whoever issues invoices hears of it. */
export async function tellSucceeded(scene: Scene, payment: { id: string; event_id: string }): Promise<void> {
  await settleEvent(scene, payment.event_id);
  await announce(scene, "payments.succeeded", { paymentId: payment.id });
}

/** Money has gone back for good. */
export async function tellRefunded(scene: Scene, refund: { id: string; event_id: string }): Promise<void> {
  await settleEvent(scene, refund.event_id);
  await announce(scene, "payments.refunded", { refundId: refund.id });
}

/** The page that an event can be paid on at present, if there is one. */
export const findOpenPayment = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("payments")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .where("status", "in", ["created", "processing"])
    .executeTakeFirst();

/** Who pays for an event, by name: its customer, or the event itself where it is nobody's. */
export async function payerOf(
  db: Database,
  event: Pick<Selectable<EventsTable>, "customer_id" | "customer_name" | "name">,
) {
  const { customer_id, customer_name, name } = event;
  if (!customer_id) return { user_id: null, payer_name: customer_name ?? name };
  const user = await db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", customer_id)
    .executeTakeFirstOrThrow();
  return { user_id: customer_id, payer_name: `${user.first_name} ${user.last_name}` };
}
