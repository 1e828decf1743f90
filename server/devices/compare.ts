/**
 * Compares what each device (door lock, light) should know of a booking with what it was last told, and writes
 * messages for the difference. Any number of runs for the same booking write them once: runs of one booking follow one
 * another by the lock of its row in `device_bookings`, and read the booking after it.
 */
import { sql, type Insertable } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { DeviceMessagesTable } from "#server/kit/db/tables.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { COMPARE_JOB } from "./checks.ts";
import { drawAccessCodes, isAccessCodeTaken } from "./draw-access-codes.ts";
import { insertMessages, presentDevices, type DeviceScope } from "./queries.ts";
import { SEND_JOB } from "./send.ts";

const MINUTE_MS = 60_000;
/** An end makes sense for a day: nobody wants lights to stay on, or a code to stay. */
export const CLOSE_MS = 86_400_000;
const BATCH_SIZE = 100;
/** Two runs that draw the same code at once: the second draws again. */
const MAX_CODE_TRIES = 5;

interface Device {
  id: string;
  purpose: string;
  active: boolean;
  lead_minutes: number;
  lag_minutes: number;
  fieldIds: ReadonlySet<string>;
}
interface Booking {
  id: string;
  field_id: string;
  start_time: Date;
  end_time: Date;
  isConfirmed: boolean;
}
interface Scope extends DeviceScope {
  now: Date;
}

/** Those that were deleted are told nothing. */
async function listDevicesWithFields(scope: Scope): Promise<Device[]> {
  const rows = await presentDevices(scope)
    .select(["id", "purpose", "active", "lead_minutes", "lag_minutes"])
    .orderBy("id")
    .execute();
  const fields = await scope.db
    .selectFrom("device_fields")
    .select(["device_id", "field_id"])
    .where("organization_id", "=", scope.organizationId)
    .execute();
  const byDevice = Map.groupBy(fields, ({ device_id }) => device_id);
  return rows.map((row) => ({
    ...row,
    fieldIds: new Set((byDevice.get(row.id) ?? []).map(({ field_id }) => field_id)),
  }));
}

async function listBookings({ db, organizationId }: Scope, ids: readonly string[]): Promise<Booking[]> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "field_id", "start_time", "end_time", "status"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("kind", "=", "event")
    .orderBy("start_time")
    .orderBy("id")
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, isConfirmed: status === "approved" || status === "completed" }));
}

/** In the order of their ids, so that two runs never wait for each other. */
async function lockBookings({ db, organizationId, now }: Scope, ids: readonly string[]) {
  const sorted = ids.toSorted();
  await db
    .insertInto("device_bookings")
    .values(
      sorted.map((event_id) => ({
        organization_id: organizationId,
        event_id,
        starts_at: now,
        ends_at: now,
        is_confirmed: false,
      })),
    )
    .onConflict((conflict) => conflict.columns(["organization_id", "event_id"]).doNothing())
    .execute();
  return db
    .selectFrom("device_bookings")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("event_id", sorted))
    .orderBy("event_id")
    .forUpdate()
    .execute();
}
type BookingRow = Awaited<ReturnType<typeof lockBookings>>[number];

const listStates = ({ db, organizationId }: Scope, ids: readonly string[]) =>
  db
    .selectFrom("device_states")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("event_id", ids))
    .execute();
type State = Awaited<ReturnType<typeof listStates>>[number];

async function updateBookings(
  scope: Scope,
  rows: readonly BookingRow[],
  bookings: readonly Booking[],
  devices: readonly Device[],
): Promise<void> {
  const { db, organizationId, now } = scope;
  const byId = new Map(rows.map((row) => [row.event_id, row]));
  const needsCode = (booking: Booking) =>
    booking.isConfirmed &&
    byId.get(booking.id)?.code === null &&
    booking.end_time > now &&
    devices.some(({ purpose, active, fieldIds }) => purpose === "access" && active && fieldIds.has(booking.field_id));
  const codes = await drawAccessCodes(scope, bookings.filter(needsCode).length);
  for (const booking of bookings) {
    const row = byId.get(booking.id);
    const code = needsCode(booking) ? (codes.pop() ?? null) : (row?.code ?? null);
    const isSame =
      row?.code === code &&
      row.is_confirmed === booking.isConfirmed &&
      row.starts_at.getTime() === booking.start_time.getTime() &&
      row.ends_at.getTime() === booking.end_time.getTime();
    if (isSame) continue;
    const hasMoved = row?.starts_at.getTime() !== booking.start_time.getTime();
    await db
      .updateTable("device_bookings")
      .set({
        code,
        starts_at: booking.start_time,
        ends_at: booking.end_time,
        is_confirmed: booking.isConfirmed,
        ...(hasMoved && { told_at: null }),
      })
      .where("organization_id", "=", organizationId)
      .where("event_id", "=", booking.id)
      .execute();
  }
}

interface Difference {
  device: Device;
  booking: Booking;
  state: State | undefined;
  want: { from: Date; to: Date } | undefined;
}

const addMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

function findDifferences(
  devices: readonly Device[],
  bookings: readonly Booking[],
  states: readonly State[],
  now: Date,
): Difference[] {
  const stateOf = new Map(states.map((state) => [`${state.device_id} ${state.event_id}`, state]));
  return bookings.flatMap((booking) =>
    devices.flatMap((device): Difference[] => {
      const state = stateOf.get(`${device.id} ${booking.id}`);
      if (!device.active) return [];
      const to = addMinutes(booking.end_time, device.lag_minutes);
      const isWanted = booking.isConfirmed && device.fieldIds.has(booking.field_id);
      if (isWanted) {
        const from = addMinutes(booking.start_time, -device.lead_minutes);
        const isSame = state?.valid_from?.getTime() === from.getTime() && state.valid_until?.getTime() === to.getTime();
        // The end of one that is over has been told, or nothing.
        const isOver = to <= now && (state === undefined || (state.valid_until !== null && state.valid_until <= now));
        return isSame || isOver ? [] : [{ device, booking, state, want: { from, to } }];
      }
      return state ? [{ device, booking, state, want: undefined }] : [];
    }),
  );
}

/** @returns whether one that opens has not been tried at all */
async function replaceWaiting({ db, organizationId }: Scope, { device, booking }: Difference): Promise<boolean> {
  const replaced = await db
    .updateTable("device_messages")
    .set({ status: "replaced" })
    .where("organization_id", "=", organizationId)
    .where("event_id", "=", booking.id)
    .where("device_id", "=", device.id)
    .where("status", "=", "waiting")
    .returning(["action", "tries"])
    .execute();
  return replaced.some(({ action, tries }) => (action === "grant" || action === "on") && tries === 0);
}

type NewMessage = Insertable<DeviceMessagesTable>;

function buildMessage(
  { organizationId, now }: Scope,
  { device, booking }: Difference,
  action: "open" | "close",
  span: { from: Date | null; to: Date | null },
  { dueAt, expiresAt }: { dueAt: Date; expiresAt: Date },
): NewMessage {
  const names = device.purpose === "access" ? { open: "grant", close: "revoke" } : { open: "on", close: "off" };
  return {
    organization_id: organizationId,
    id: uuidv7(now),
    device_id: device.id,
    action: names[action],
    event_id: booking.id,
    valid_from: span.from,
    valid_until: span.to,
    due_at: dueAt,
    expires_at: expiresAt,
    next_try_at: dueAt,
    created_at: now,
  };
}

async function resolveDifference(scope: Scope, difference: Difference): Promise<NewMessage[]> {
  const { db, organizationId, now } = scope;
  const { device, booking, state, want } = difference;
  const wasUntried = state !== undefined && (await replaceWaiting(scope, difference));
  const wasSent = state !== undefined && (state.is_sent || !wasUntried);
  const close = (at: Date) => ({ dueAt: at, expiresAt: new Date(at.getTime() + CLOSE_MS) });
  const former = { from: state?.valid_from ?? null, to: state?.valid_until ?? null };
  const closesNow = buildMessage(scope, difference, "close", former, close(now));
  if (!want) {
    await db
      .deleteFrom("device_states")
      .where("organization_id", "=", organizationId)
      .where("device_id", "=", device.id)
      .where("event_id", "=", booking.id)
      .execute();
    return wasSent ? [closesNow] : [];
  }
  const row = { valid_from: want.from, valid_until: want.to, is_sent: wasSent };
  await db
    .insertInto("device_states")
    .values({ organization_id: organizationId, device_id: device.id, event_id: booking.id, ...row })
    .onConflict((conflict) => conflict.columns(["organization_id", "device_id", "event_id"]).doUpdateSet(row))
    .execute();
  const isAccess = device.purpose === "access";
  // Lights that are on for a booking that has moved to later, or is over by its new end, are turned off now.
  const isOnTooEarly = !isAccess && wasSent && want.from > now;
  if (want.to <= now) return wasSent ? [closesNow] : [];
  return [
    ...(isOnTooEarly ? [closesNow] : []),
    buildMessage(scope, difference, "open", want, {
      dueAt: isAccess || want.from < now ? now : want.from,
      expiresAt: want.to,
    }),
    buildMessage(scope, difference, "close", want, close(want.to)),
  ];
}

/** In one transaction, which locks the rows of these bookings. */
async function compareBatch(scope: Scope, ids: readonly string[]): Promise<boolean> {
  const rows = await lockBookings(scope, ids);
  // Checks that come after this statement stay for another run; what those before it tell of is read after it.
  await scope.db
    .deleteFrom("device_checks")
    .where("organization_id", "=", scope.organizationId)
    .where(isAnyOf("event_id", ids))
    .execute();
  const devices = await listDevicesWithFields(scope);
  const bookings = await listBookings(scope, ids);
  await updateBookings(scope, rows, bookings, devices);
  const messages: NewMessage[] = [];
  for (const difference of findDifferences(devices, bookings, await listStates(scope, ids), scope.now))
    messages.push(...(await resolveDifference(scope, difference)));
  await insertMessages(scope.db, messages);
  return messages.length > 0;
}

interface Checked {
  organizationId: string;
  eventIds: string[];
}
/** The oldest, all from one organization. @param failed organizations that are left for another run */
async function listChecked(db: Database, failed: readonly string[]): Promise<Checked | undefined> {
  const first = await db
    .selectFrom("device_checks")
    .select("organization_id")
    .where((where) => where.not(isAnyOf("organization_id", failed)))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const organizationId = first.organization_id;
  const rows = await db
    .selectFrom("device_checks")
    .select("event_id")
    .where("organization_id", "=", organizationId)
    .groupBy("event_id")
    .orderBy(sql`min(id::text)`)
    .limit(BATCH_SIZE)
    .execute();
  return { organizationId, eventIds: rows.map(({ event_id }) => event_id) };
}

async function compareOnce(appContext: AppContext, organizationId: string, eventIds: readonly string[]): Promise<void> {
  await appContext.db.transaction().execute(async (db) => {
    const now = appContext.clock.now();
    const hasMessages = await compareBatch({ db, organizationId, now }, eventIds);
    if (hasMessages) await appContext.jobs.send(db, SEND_JOB, {});
  });
}

async function compare(appContext: AppContext, organizationId: string, eventIds: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await compareOnce(appContext, organizationId, eventIds);
    } catch (error) {
      if (!isAccessCodeTaken(error) || tries >= MAX_CODE_TRIES) throw error;
    }
  }
}

/** The table stores the checks, so that a lost trigger loses nothing. */
export const compareBookings: Job = {
  name: COMPARE_JOB,
  cron: "* * * * *",
  isWakeUp: true,
  async run(appContext) {
    const failures = new Map<string, unknown>();
    for (;;) {
      const checked = await listChecked(appContext.db, [...failures.keys()]);
      if (!checked) break;
      const { organizationId, eventIds } = checked;
      // A failure for one organization keeps no other from its doors.
      await compare(appContext, organizationId, eventIds).catch((error: unknown) =>
        failures.set(organizationId, error),
      );
    }
    if (failures.size > 0)
      throw new AggregateError([...failures.values()], `Bookings of ${failures.size} organizations were not compared`);
  },
};
