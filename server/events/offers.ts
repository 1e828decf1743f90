/** Slots that the waitlist offers: an event that waits for an answer, holds its time, and counts in no figure. */
import type { Insertable } from "kysely";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { findSettings } from "#server/organizations/queries.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import { publish, type RequestContext, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message, notFound } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { translators } from "#server/kit/process/translators.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { noteEventActivity } from "./activity-entries.ts";
import { occupiedRange } from "./booking-rules.ts";
import { assertUnitsFree, releaseUnits } from "./occupancy.ts";
import { insertEvent, updateEvent, type EventUpdate } from "./queries.ts";
import { mailColumns, selectWithNames } from "./serialize.ts";
import type { DueEventRow } from "./due-events.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** An offer is none any more, before its time is released; `taken` ones become a booking instead. */
    "events.offerEnded": { eventId: string; outcome: OfferOutcome };
  }
}
export type OfferOutcome = "declined" | "lapsed" | "withdrawn";

/** The team takes an offer back to book somebody on the telephone. */
const TEAM_BOOKS_MS = 5 * 60_000;

export interface OfferedSlot {
  field: { id: string; facility_id: string; turnaround: number };
  start: Date;
  end: Date;
  /** Name of whom it is offered to, for the team. */
  name: string;
  sportId: number | null;
  expiresAt: Date;
}

/** @returns the id of the event. @throws HttpError 409 if any unit is taken by now */
export async function insertOffer(
  context: TenantContext,
  { field, start, end, name, sportId, expiresAt }: OfferedSlot,
): Promise<string> {
  const { db, now, organizationId } = context;
  const { currency } = await findSettings(context);
  const row: Insertable<EventsTable> = {
    ...{ organization_id: organizationId, id: uuidv7(now), facility_id: field.facility_id, field_id: field.id },
    ...{ name, type: "free_play", sport_id: sportId, confidentiality: "private" },
    ...{ status: "pending", pending_reason: "offer", hold_expires_at: expiresAt },
    ...{ start_time: start, end_time: end, price: 0, currency, payment_status: "none" },
    ...{ created_at: now, updated_at: now },
  };
  const during = occupiedRange(start, end, field.turnaround);
  const event = await assertUnitsFree(field.id, () => insertEvent(db, row, during, "en"));
  await noteEventActivity(context, "events.offer", event, {}, {});
  return event.id;
}

/** Locks it until the transaction ends. @throws HttpError 409 once it has ended */
export async function lockOffer(db: Database, organizationId: string, eventId: string): Promise<DueEventRow> {
  const event = await db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (eventStateOf(event) !== "pendingOffer") throw offerOver();
  return event;
}

/**
 * Makes the offer the booking that its taker asked for. Its time stays taken throughout.
 * @throws HttpError 409 once it has ended
 */
export async function takeOffer(
  { db, now, organizationId, language }: Pick<RequestContext, "db" | "now" | "organizationId" | "language">,
  id: string,
  { organization_id: _organization, id: _id, created_at: _created, ...row }: EventUpdate,
) {
  const taken = await db
    .updateTable("events")
    .set(row)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("pending_reason", "=", "offer")
    .where("hold_expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  if (!taken) throw offerOver();
  // Counted from now on.
  await updateEvent(db, organizationId, id, { status: row.status });
  const events = db.selectFrom("events").where("events.organization_id", "=", organizationId);
  return selectWithNames(events, language, organizationId)
    .select(mailColumns)
    .where("events.id", "=", id)
    .executeTakeFirstOrThrow();
}

export const offerOver = () => new HttpError(409, message("waitlist.offerOver"));

/** The caller has locked the event. */
export async function endOffer(context: TenantContext, event: DueEventRow, outcome: OfferOutcome): Promise<void> {
  const { db, now, organizationId } = context;
  await releaseUnits(db, event);
  const { countryId } = await findSettings(context);
  // Nobody is named by a booking that was not made.
  const name = translators[languageOfCountry(countryId)]("waitlist.offerTitle");
  await updateEvent(db, organizationId, event.id, {
    ...{ name, status: "canceled", pending_reason: null, hold_expires_at: null },
    ...{ former_status: event.status, former_pending_reason: event.pending_reason },
    ...{ ended_at: now, ended_by: null, expired: true, updated_at: now },
  });
  if (outcome === "lapsed") await noteEventActivity(context, "events.lapse", event, {}, {});
  else await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
  await publish(context, "events.offerEnded", { eventId: event.id, outcome });
  const { field_id: fieldId, start_time: start, end_time: end, user_id: userId } = event;
  const keptUntil = new Date(now.getTime() + TEAM_BOOKS_MS);
  await publish(context, "events.released", {
    ...{ fieldId, start, end, userId },
    ...(outcome === "withdrawn" && { keptUntil }),
  });
}
