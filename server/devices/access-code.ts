/** The access code of a booking (door code, PIN code), for those who may see it; `draw-access-codes.ts` draws it. */
import { CODE_SHOWN_MS, type AccessCode, type devices } from "#contract/devices.ts";
import { inScope } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { presentDevices } from "./queries.ts";

const MINUTE_MS = 60_000;

type AccessCall = Call<typeof devices.accessCode>;

async function findBooking({ db, organizationId, params, user, access }: AccessCall) {
  const event = await db
    .selectFrom("events")
    .select(["organization_id", "id", "user_id", "field_id", "kind", "status", "start_time", "end_time"])
    .where(inScope("events.organization_id", organizationId))
    .where("id", "=", params.eventId)
    .executeTakeFirstOrThrow(notFound);
  const isDesk = access.isTeam && access.permissions.has("events.update");
  if (!isDesk && event.user_id !== user.id) throw notFound();
  return { event, isDesk };
}

/** Devices that open by code there, with the state of the last grant of each. */
async function listDoors(
  { db }: AccessCall,
  organizationId: string,
  { id, field_id }: { id: string; field_id: string },
) {
  const doors = await presentDevices({ db, organizationId })
    .innerJoin("device_fields", (join) =>
      join
        .onRef("device_fields.organization_id", "=", "devices.organization_id")
        .onRef("device_fields.device_id", "=", "devices.id"),
    )
    .select(["devices.id", "devices.name", "devices.lead_minutes", "devices.lag_minutes"])
    .where("device_fields.field_id", "=", field_id)
    .where("devices.purpose", "=", "access")
    .where("devices.active", "=", true)
    .orderBy("devices.name")
    .orderBy("devices.id")
    .execute();
  const grants = await db
    .selectFrom("device_messages")
    .distinctOn("device_id")
    .select(["device_id", "status"])
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", id)
    .where("action", "=", "grant")
    .orderBy("device_id")
    .orderBy("position", "desc")
    .execute();
  const statusOf = new Map(grants.map(({ device_id, status }) => [device_id, status]));
  return doors.map((door) => ({ ...door, isAccepted: statusOf.get(door.id) === "accepted" }));
}

/** @throws HttpError 404 for who has not booked and is not of the desk */
export async function readAccessCode(call: AccessCall): Promise<AccessCode> {
  const { db, now } = call;
  const { event, isDesk } = await findBooking(call);
  const isConfirmed = event.kind === "event" && (event.status === "approved" || event.status === "completed");
  const doors = isConfirmed ? await listDoors(call, event.organization_id, event) : [];
  const [lead, lag] = [
    Math.max(0, ...doors.map(({ lead_minutes }) => lead_minutes)),
    Math.max(0, ...doors.map(({ lag_minutes }) => lag_minutes)),
  ];
  const [start, end] = [event.start_time.getTime(), event.end_time.getTime()];
  const [shownFrom, validTo] = [start - Math.max(CODE_SHOWN_MS, lead * MINUTE_MS), end + lag * MINUTE_MS];
  const isOver = now.getTime() >= validTo;
  const isShown = isDesk || (now.getTime() >= shownFrom && !isOver);
  const stored =
    doors.length > 0 && isShown
      ? await db
          .selectFrom("device_bookings")
          .select("code")
          .where("organization_id", "=", event.organization_id)
          .where("event_id", "=", event.id)
          .executeTakeFirst()
      : undefined;
  return {
    state: doors.length === 0 ? "none" : isOver ? "over" : isShown ? "shown" : "later",
    code: stored?.code ?? null,
    shownFrom: new Date(shownFrom).toISOString(),
    validFrom: new Date(start - lead * MINUTE_MS).toISOString(),
    validTo: new Date(validTo).toISOString(),
    devices: doors.map(({ name, isAccepted }) => ({ name, isAccepted })),
  };
}
