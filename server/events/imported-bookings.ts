/** Bookings that an import brings: they are written as they stood elsewhere, and nobody gets a mail about them. */
import { defaultEventType } from "#contract/events.ts";
import type { BookingCustomer } from "#server/customers/booking-customer.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { resolveConfidentiality } from "./booking-rules.ts";
import { customerToRow } from "./column-map.ts";
import { deleteEvents, insertIfFree } from "./system-blocks.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A booking is about to be removed as if it had never been. Listeners throw an HttpError to keep it. */
    "events.removing": { eventId: string };
  }
}

export interface ImportedBooking {
  field: {
    id: string;
    facility_id: string;
    turnaround: number;
    sportId: number | null;
    min_people_by_event: number;
    max_people_by_event: number;
  };
  customer: BookingCustomer | null;
  start: Date;
  end: Date;
  name: string;
  people: number | null;
  /** For the team alone. */
  internalNotes: string | null;
  status: "approved" | "pending";
  externalId: string | null;
}

/** @returns the id of the event; undefined if its time is taken */
export async function insertImportedBooking(
  context: TenantContext,
  { field, customer, start, end, name, people, internalNotes, status, externalId }: ImportedBooking,
): Promise<string | undefined> {
  const { now, organizationId } = context;
  const { currency, bookingPrivacy, vatProfile, vatRate } = await findSettings(context);
  const isOver = end <= now;
  const choice = customer && { customerId: customer.customerId };
  const count = people ?? field.min_people_by_event;
  const row = {
    ...{ organization_id: organizationId, id: uuidv7(now), facility_id: field.facility_id, field_id: field.id },
    ...{ kind: "event", type: defaultEventType, sport_id: field.sportId, override: true, external_id: externalId },
    ...{ name, internal_notes: internalNotes, start_time: start, end_time: end, ...customerToRow(customer) },
    ...{ min_people: Math.min(field.min_people_by_event, count), people: count },
    max_people: Math.max(field.max_people_by_event, count),
    confidentiality: resolveConfidentiality({ confidentiality: null, customer: choice }, bookingPrivacy),
    status: isOver ? "completed" : status,
    pending_reason: !isOver && status === "pending" ? "approval" : null,
    ...{
      price: 0,
      paid: 0,
      refunded: 0,
      covered: 0,
      shared: 0,
      currency,
      payment_status: "none",
      debt_due_on: null,
      vat_rate: vatProfile === "standard" ? vatRate : 0,
    },
    // Nobody is reminded of what they were not told about.
    reminded_at: now,
    ...{ created_at: now, updated_at: now },
  };
  const isInserted = await insertIfFree(context.db, row, field.turnaround);
  if (!isInserted) return undefined;
  if (!isOver) await publish(context, "events.booked", { eventId: row.id, event: row });
  return row.id;
}

/**
 * Removes an imported booking whole, and frees its time.
 * @returns false if somebody has changed it since, or it has taken place
 * @throws HttpError if another module keeps it; a database error if it has payments or invoices
 */
export async function deleteImportedBooking(context: TenantContext, id: string): Promise<boolean> {
  const { db, organizationId } = context;
  const found = await db
    .selectFrom("events")
    .select(["created_at", "updated_at"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (found && found.updated_at.getTime() !== found.created_at.getTime()) return false;
  await publish(context, "events.removing", { eventId: id });
  await deleteEvents(context, [id]);
  return true;
}
