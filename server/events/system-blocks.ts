/** Blocks that another module keeps: made and removed by the system, around what stands. */
import { sql, type Insertable } from "kysely";
import type { eventKinds } from "#contract/events.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { type Database, isAnyOf } from "#server/kit/db/database.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { noteStale } from "#server/kit/notify/overview-stale.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { occupiedRange } from "./booking-rules.ts";
import { assertUnitsFree, publishReleased } from "./occupancy.ts";
import { insertEvent, updateEvent } from "./queries.ts";

export interface SystemBlock {
  field: { id: string; facility_id: string; turnaround: number };
  start: Date;
  end: Date;
  name: string;
  /** For the team alone. */
  internalNotes: string | null;
}

/** @returns the id of the event; undefined if somebody has taken the time meanwhile */
export async function insertSystemBlock(
  context: TenantContext,
  { field, start, end, name, internalNotes }: SystemBlock,
): Promise<string | undefined> {
  const { db, now, organizationId } = context;
  const { currency } = await findSettings(context);
  const row = {
    ...{ organization_id: organizationId, id: uuidv7(now), facility_id: field.facility_id, field_id: field.id },
    ...{ kind: "block", type: "other", confidentiality: "private", status: "approved", override: true },
    ...{ name, internal_notes: internalNotes, start_time: start, end_time: end },
    ...{ price: 0, currency, payment_status: "none", created_at: now, updated_at: now },
  };
  if (!(await insertIfFree(db, row, field.turnaround))) return undefined;
  await insertLiveChange(db, { organizationId, module: "events", subjectId: row.id, at: now });
  return row.id;
}

/**
 * Inserts an event, and undoes nothing but that if its time is taken.
 * @param turnaround minutes
 * @returns whether its time was free
 */
export async function insertIfFree(
  db: Database,
  row: Insertable<EventsTable> & { start_time: Date; end_time: Date },
  turnaround: number,
): Promise<boolean> {
  const during = occupiedRange(row.start_time, row.end_time, turnaround);
  await sql`savepoint new_event`.execute(db);
  try {
    await assertUnitsFree(row.field_id, () => insertEvent(db, row, during, "en"));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await sql`rollback to savepoint new_event`.execute(db);
    return false;
  }
  await sql`release savepoint new_event`.execute(db);
  return true;
}

export async function updateSystemBlock(
  { db, now, organizationId }: TenantContext,
  id: string,
  { name, internalNotes }: Pick<SystemBlock, "name" | "internalNotes">,
): Promise<void> {
  await updateEvent(db, organizationId, id, { name, internal_notes: internalNotes, updated_at: now });
  await insertLiveChange(db, { organizationId, module: "events", subjectId: id, at: now });
}

/** Removes them whole, and frees their time. Nobody has paid for a block or was invoiced for it. */
export const deleteSystemBlocks = (context: TenantContext, ids: readonly string[]): Promise<void> =>
  deleteEvents(context, ids, "block");

/** Removes events whole, and frees their time. A database error if one has payments or invoices. */
export async function deleteEvents(
  context: TenantContext,
  ids: readonly string[],
  kind: (typeof eventKinds)[number] = "event",
): Promise<void> {
  const { db, now, organizationId } = context;
  await db
    .deleteFrom("occupancies")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("event_id", ids))
    .execute();
  const deleted = await db
    .deleteFrom("events")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("kind", "=", kind)
    .returning(["id", "field_id", "start_time", "end_time", "user_id"])
    .execute();
  await noteStale(
    db,
    organizationId,
    deleted.flatMap(({ start_time, end_time }) => [start_time, end_time]),
  );
  for (const event of deleted) {
    await insertLiveChange(db, { organizationId, module: "events", subjectId: event.id, at: now });
    await publishReleased(context, event);
  }
}
