/**
 * Requests checks of bookings, in the transaction of the fact: a job compares them afterwards, so that no device keeps
 * a booking from being made.
 */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { remember } from "#server/kit/db/revision-cache.ts";
import type { DomainEventListeners, TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { hasDevices, type DeviceScope } from "./queries.ts";

export const COMPARE_JOB = "devices.compare";

/** By transaction and organization, as for an import with many rows. */
const known = new WeakMap<Database, Map<string, boolean>>();

async function isServed(context: TenantContext): Promise<boolean> {
  const { db, organizationId } = context;
  const ofTransaction = known.get(db)?.get(organizationId);
  if (ofTransaction !== undefined) return ofTransaction;
  const found = await remember(context, ["devices.any"], () => hasDevices(context));
  if (db.isTransaction) known.set(db, (known.get(db) ?? new Map<string, boolean>()).set(organizationId, found));
  return found;
}

async function check(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  if (!(await isServed(context))) return;
  const { db, appContext, now, organizationId } = context;
  await db
    .insertInto("device_checks")
    .values({ organization_id: organizationId, id: uuidv7(now), event_id: eventId })
    .execute();
  await appContext.jobs.send(db, COMPARE_JOB, {});
}

/** A cancellation takes codes back, a removal could not: who was told one would keep it. */
async function keepWhatDevicesKnow(
  { db, organizationId }: TenantContext,
  { eventId }: { eventId: string },
): Promise<void> {
  const known = await db
    .selectFrom("device_states")
    .select("event_id")
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (known) throw new HttpError(409, message("devices.codeSent"));
}

export const listeners = {
  "events.removing": keepWhatDevicesKnow,
  "events.booked": check,
  "events.changed": check,
  "events.approved": check,
  "events.restored": check,
  "events.ended": check,
  "events.expired": check,
  "events.completed": check,
} satisfies DomainEventListeners;

const MAX_INSERTED_ROWS = 1000;

interface Span {
  /** Default: all devices. */
  deviceId?: string;
  /** Starts before it. */
  until?: Date;
}

/**
 * Checks of bookings that are not over, on the fields of devices or told to them. A run each hour finds what no fact has
 * told, such as a booking that was made in the moment in which its device was.
 */
export async function insertChecks(
  { db, organizationId, now }: DeviceScope & { now: Date },
  { deviceId, until }: Span,
): Promise<void> {
  const ofDevice = deviceId === undefined ? sql`true` : sql`device_id = ${deviceId}`;
  const { rows } = await sql<{ id: string }>`
    select id from events
    where organization_id = ${organizationId} and end_time > ${now}
      and ${until === undefined ? sql`true` : sql`start_time < ${until}`} and kind = 'event' and (
        status = 'approved' and field_id in (
          select field_id from device_fields where organization_id = ${organizationId} and ${ofDevice}
        )
        or id in (select event_id from device_states where organization_id = ${organizationId} and ${ofDevice})
      )
    order by start_time, id`.execute(db);
  for (let start = 0; start < rows.length; start += MAX_INSERTED_ROWS)
    await db
      .insertInto("device_checks")
      .values(
        rows
          .slice(start, start + MAX_INSERTED_ROWS)
          .map(({ id }) => ({ organization_id: organizationId, id: uuidv7(now), event_id: id })),
      )
      .execute();
}
