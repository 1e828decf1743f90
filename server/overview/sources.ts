/** Reads what the overview (statistics) counts: fields, events, and money that came in or went back. */
import { sql } from "kysely";
import type { TimeSpan } from "#contract/hours-rules.ts";
import { isNoOffer } from "#server/events/unpaid.ts";
import { MAX_EVENT_MS } from "#server/booking-limits/upcoming-events.ts";
import type { Database } from "#server/kit/db/database.ts";

/** Includes archived fields. */
export const listCountedFields = (db: Database, organizationId: string) =>
  db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.parent_id", "fields.status", "fields.archived_at", "facilities.timezone"])
    .where("fields.organization_id", "=", organizationId)
    .execute();
export type CountedField = Awaited<ReturnType<typeof listCountedFields>>[number];

/** Without blocks and offers of the waitlist. */
export const listCountedEvents = (db: Database, organizationId: string, { start, end }: TimeSpan) =>
  db
    .selectFrom("events")
    .select(["field_id", "start_time", "end_time", "status", "type"])
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "event")
    .where(isNoOffer)
    .where("start_time", ">", new Date(start - MAX_EVENT_MS))
    .where("start_time", "<", new Date(end))
    .execute();

export interface MoneyMovement {
  at: Date;
  /** Minor units; negative for refunds. */
  amount: number;
  /** Null for sales. */
  field_id: string | null;
}

/** Payments and refunds in the organization's currency, with their fields. What is put on a balance or a gift voucher counts when it is used, once. */
export async function listMoneyMovements(
  db: Database,
  organizationId: string,
  { start, end }: TimeSpan,
): Promise<MoneyMovement[]> {
  const [from, to] = [new Date(start), new Date(end)];
  const { rows } = await sql<MoneyMovement>`
    select payments.paid_at as at, payments.amount, events.field_id
    from payments
    left join charges on charges.organization_id = payments.organization_id and charges.id = payments.charge_id
    left join events on events.organization_id = payments.organization_id
      and events.id = coalesce(payments.event_id, charges.event_id, charges.share_of)
    join organizations on organizations.id = payments.organization_id and organizations.currency = payments.currency
    where payments.organization_id = ${organizationId} and payments.status = 'succeeded'
      and charges.kind is distinct from 'top_up' and charges.is_prepaid is not true and not payments.is_taxed_ahead
      and payments.paid_at >= ${from} and payments.paid_at < ${to}
    union all
    select refunds.updated_at, -refunds.amount, events.field_id
    from refunds
    join payments on payments.organization_id = refunds.organization_id and payments.id = refunds.payment_id
    left join charges on charges.organization_id = payments.organization_id and charges.id = payments.charge_id
    left join events on events.organization_id = payments.organization_id
      and events.id = coalesce(payments.event_id, charges.event_id, charges.share_of)
    join organizations on organizations.id = payments.organization_id and organizations.currency = payments.currency
    where refunds.organization_id = ${organizationId} and refunds.status = 'succeeded'
      and charges.kind is distinct from 'top_up' and charges.is_prepaid is not true and not payments.is_taxed_ahead
      and refunds.updated_at >= ${from} and refunds.updated_at < ${to}`.execute(db);
  return rows;
}
