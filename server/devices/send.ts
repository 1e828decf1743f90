/** Tells devices (door locks, lights) what waits: in order for each booking, one at a time for a switch, again after pauses until it has no sense any more. */
import { sql } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { sendDue } from "#server/kit/process/send-due.ts";
import { inSpan } from "#server/kit/process/traces.ts";
import { deliver, type Outcome } from "./adapters.ts";
import { updateDevice, type DeviceRow, type MessageRow } from "./queries.ts";

export const SEND_JOB = "devices.send";

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** Pauses after the first attempt, the second, and so on; the last one repeats. */
const RETRY_DELAYS_MS = [5 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour];
/** From this long before the start, a code or a light is tried every minute. */
const URGENT_MS = hour;
const MAX_CLOSE_DELAY_MS = 15 * minute;
/** Until when an attempt counts as running: what a stopped process has left is tried again. */
const LEASE_MS = minute;
const CONCURRENCY = 50;
const CONCURRENCY_PER_DEVICE = 5;

type Due = Pick<MessageRow, "organization_id" | "id" | "device_id">;

const opens = ({ action }: Pick<MessageRow, "action">) => action === "grant" || action === "on";

/** Messages that have no sense any more are given up. */
async function giveUpExpired(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("device_messages")
    .set({ status: "unanswered" })
    .where("status", "=", "waiting")
    .where("due_at", "<=", now)
    .where("expires_at", "<=", now)
    .where((where) => where.or([where("claimed_until", "is", null), where("claimed_until", "<=", now)]))
    .execute();
}

/** The first of each booking and device, a few of each device, the oldest first. */
const listDue = ({ db, clock }: AppContext, count: number, busy: readonly string[]): Promise<Due[]> => {
  const now = clock.now();
  return db
    .with("waiting", (cte) =>
      cte
        .selectFrom("device_messages as message")
        .innerJoin("devices", (join) =>
          join
            .onRef("devices.organization_id", "=", "message.organization_id")
            .onRef("devices.id", "=", "message.device_id"),
        )
        .select(["message.organization_id", "message.id", "message.device_id", "message.position"])
        .select(["message.next_try_at", "message.claimed_until"])
        .select(
          sql<number>`row_number() over (
            partition by message.organization_id, message.device_id, message.event_id order by message.position
          )`.as("turn"),
        )
        .where("message.status", "=", "waiting")
        .where("message.due_at", "<=", now)
        .where("devices.archived_at", "is", null)
        .where((where) => where.or([where("devices.active", "=", true), where("message.action", "=", "test")])),
    )
    .with("due", (cte) =>
      cte
        .selectFrom("waiting")
        .select(["organization_id", "id", "device_id", "position"])
        .select(sql<number>`row_number() over (partition by organization_id, device_id order by position)`.as("place"))
        .where("turn", "=", 1)
        .where("next_try_at", "<=", now)
        .where((where) => where.or([where("claimed_until", "is", null), where("claimed_until", "<=", now)]))
        .where((where) => where.not(isAnyOf("device_id", busy))),
    )
    .selectFrom("due")
    .select(["organization_id", "id", "device_id"])
    .where("place", "<=", CONCURRENCY_PER_DEVICE)
    .orderBy("place")
    .orderBy("position")
    .limit(count)
    .execute();
};

interface Claim {
  device: DeviceRow;
  message: MessageRow;
}

/** Messages of the same booking follow one another, and so do all of a switch. */
const findRunning = (
  db: Database,
  { organization_id, device_id, event_id }: MessageRow,
  device: DeviceRow,
  now: Date,
) => {
  const running = db
    .selectFrom("device_messages")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("device_id", "=", device_id)
    .where("claimed_until", ">", now);
  return device.purpose === "access"
    ? running.where("event_id", "=", event_id).limit(1).executeTakeFirst()
    : running.where("event_id", "is not", null).limit(1).executeTakeFirst();
};

/** Another booking wants the light now. */
const findOtherBooking = (db: Database, { organization_id, device_id, event_id }: MessageRow, now: Date) =>
  db
    .selectFrom("device_states")
    .select("event_id")
    .where("organization_id", "=", organization_id)
    .where("device_id", "=", device_id)
    .where("event_id", "<>", event_id)
    .where("valid_from", "<=", now)
    .where("valid_until", ">", now)
    .limit(1)
    .executeTakeFirst();

/** The device's row decides between processes. @returns `settled` without anything to send, undefined if it has to wait */
const claim = ({ db: pool, clock }: AppContext, due: Due): Promise<Claim | "settled" | undefined> =>
  pool.transaction().execute(async (db) => {
    const device = await db
      .selectFrom("devices")
      .selectAll()
      .where("organization_id", "=", due.organization_id)
      .where("id", "=", due.device_id)
      .where("archived_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!device) return undefined;
    const now = clock.now();
    const messages = db
      .selectFrom("device_messages")
      .selectAll()
      .where("organization_id", "=", due.organization_id)
      .where("id", "=", due.id);
    const message = await messages
      .where("status", "=", "waiting")
      .where("next_try_at", "<=", now)
      .where((where) => where.or([where("claimed_until", "is", null), where("claimed_until", "<=", now)]))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!message || (message.action !== "test" && !device.active)) return undefined;
    const set = (row: { status: string } | { tries: number; claimed_until: Date }) =>
      db
        .updateTable("device_messages")
        .set(row)
        .where("organization_id", "=", due.organization_id)
        .where("id", "=", due.id)
        .execute();
    const finish = (status: string) => set({ status }).then(() => "settled" as const);
    if (message.expires_at <= now) return finish("unanswered");
    if (message.action !== "test") {
      if (await findRunning(db, message, device, now)) return undefined;
      if (message.action === "off" && (await findOtherBooking(db, message, now))) return finish("not_needed");
    }
    const claimed = { tries: message.tries + 1, claimed_until: new Date(now.getTime() + LEASE_MS) };
    await set(claimed);
    return { device, message: { ...message, ...claimed } };
  });

/** The message as it is now. The code is read when it is sent: messages hold none. */
async function buildBody({ db }: AppContext, { device, message }: Claim, at: Date) {
  const { organization_id: organizationId, action, event_id: eventId } = message;
  const head = { deviceId: device.id, device: device.name };
  if (eventId === null)
    return { code: null, body: JSON.stringify({ type: action, timestamp: at.toISOString(), data: head }) };
  const booking = await db
    .selectFrom("events")
    .leftJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .leftJoin("device_bookings", (join) =>
      join
        .onRef("device_bookings.organization_id", "=", "events.organization_id")
        .onRef("device_bookings.event_id", "=", "events.id"),
    )
    .select(["events.field_id", "fields.name as field_name", "customers.name as customer_name"])
    .select("device_bookings.code")
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirst();
  const isAccess = device.purpose === "access";
  const code = isAccess ? (booking?.code ?? null) : null;
  const data = {
    ...head,
    bookingId: eventId,
    /** Rises with each message: a device ignores those that are older than what it has. */
    sequence: Number(message.position),
    field: booking ? { id: booking.field_id, name: booking.field_name } : null,
    from: message.valid_from?.toISOString() ?? null,
    to: message.valid_until?.toISOString() ?? null,
    ...(isAccess && { code, person: action === "grant" ? (booking?.customer_name ?? null) : null }),
  };
  return { code, body: JSON.stringify({ type: action, timestamp: at.toISOString(), data }) };
}

/** @returns when to try again */
export function findNextTry(message: Pick<MessageRow, "action" | "tries" | "valid_from">, now: Date): Date {
  const delay = RETRY_DELAYS_MS[Math.min(message.tries, RETRY_DELAYS_MS.length) - 1] ?? 0;
  if (!opens(message)) return new Date(now.getTime() + Math.min(delay, MAX_CLOSE_DELAY_MS));
  const untilUrgent = (message.valid_from ?? now).getTime() - URGENT_MS - now.getTime();
  return new Date(now.getTime() + Math.min(delay, Math.max(untilUrgent, minute)));
}

async function sendMessage(appContext: AppContext, { device, message }: Claim): Promise<void> {
  const at = appContext.clock.now();
  const { body, code } = await buildBody(appContext, { device, message }, at);
  const begin = performance.now();
  const outcome = await inSpan("tell device", () => deliver(appContext, { device, message, body, code, at }), {
    kind: "client",
    attributes: { "baseline.adapter": device.adapter, "baseline.action": message.action },
  });
  const durationMs = Math.round(performance.now() - begin);
  await appContext.db
    .transaction()
    .execute((db) => applyOutcome(db, appContext, { device, message }, { at, durationMs, outcome }));
}

async function applyOutcome(
  db: Database,
  { jobs, clock }: AppContext,
  { device: { id: deviceId }, message }: Claim,
  { at, durationMs, outcome }: { at: Date; durationMs: number; outcome: Outcome },
): Promise<void> {
  const { organization_id: organizationId, id, action } = message;
  const now = clock.now();
  // Before its message, as by whoever claims one.
  const device = await db
    .selectFrom("devices")
    .select("failing_since")
    .where("organization_id", "=", organizationId)
    .where("id", "=", deviceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const nextTryAt = outcome.isAccepted || action === "test" ? undefined : findNextTry(message, now);
  const status = outcome.isAccepted ? "accepted" : nextTryAt ? "waiting" : "unanswered";
  const attempt = {
    claimed_until: null,
    tried_at: at,
    duration_ms: durationMs,
    answer_status: outcome.status,
    failure: outcome.failure,
    answer: outcome.answer,
  };
  // One that was replaced meanwhile stays so: what has taken its place is sent now.
  const updated = await db
    .updateTable("device_messages")
    .set({
      ...attempt,
      status: sql<string>`case when status = 'waiting' then ${status} else status end`,
      ...(nextTryAt && { next_try_at: nextTryAt }),
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("status")
    .executeTakeFirst();
  // The device was deleted meanwhile, and its log with it.
  if (!updated) return;
  if (nextTryAt && updated.status === "waiting") await jobs.send(db, SEND_JOB, {}, { after: nextTryAt });
  if (action === "test") return;
  const scope = { db, organizationId };
  if (outcome.isAccepted && device.failing_since) await updateDevice(scope, deviceId, { failing_since: null });
  if (!outcome.isAccepted && !device.failing_since) await updateDevice(scope, deviceId, { failing_since: now });
}

/** The table stores when each is due, so that a lost trigger loses nothing. */
export const sendMessages: Job = {
  name: SEND_JOB,
  cron: "* * * * *",
  isWakeUp: true,
  async run(appContext) {
    await giveUpExpired(appContext.db, appContext.clock.now());
    await sendDue({
      name: "messages to devices",
      concurrency: CONCURRENCY,
      concurrencyPerReceiver: CONCURRENCY_PER_DEVICE,
      listDue: (count, busy) => listDue(appContext, count, busy),
      findReceiverId: ({ device_id }) => device_id,
      claim: (due) => claim(appContext, due),
      send: (claimed) => sendMessage(appContext, claimed),
    });
  },
};
