import { DEVICE_WARNING_MS } from "#contract/devices.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { notifyTeam } from "#server/notifications/notify.ts";
import { COMPARE_JOB, insertChecks } from "./checks.ts";
import { compareBookings } from "./compare.ts";
import { sendMessages } from "./send.ts";

const HOUR_MS = 3_600_000;
/** A device has this long to accept what is due, before the team is told. */
const PATIENCE_MS = 60_000;
const WARNED_AT_ONCE = 500;
/** A run each hour compares what begins within it. */
const RECHECKED_MS = 26 * HOUR_MS;

/** Names of devices that have not accepted a code or a light which is due, by booking. */
async function listUnanswered(
  db: Database,
  organizationId: string,
  eventIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const latest = await db
    .selectFrom("device_messages as message")
    .innerJoin("devices", (join) =>
      join
        .onRef("devices.organization_id", "=", "message.organization_id")
        .onRef("devices.id", "=", "message.device_id"),
    )
    .distinctOn(["message.event_id", "message.device_id"])
    .select(["message.event_id", "message.status", "message.due_at", "devices.name"])
    .where("message.organization_id", "=", organizationId)
    .where(isAnyOf("message.event_id", eventIds))
    .where("message.action", "in", ["grant", "on"])
    .where("message.status", "<>", "replaced")
    .where("devices.active", "=", true)
    .where("devices.archived_at", "is", null)
    .orderBy("message.event_id")
    .orderBy("message.device_id")
    .orderBy("message.position", "desc")
    .execute();
  const dueSince = new Date(now.getTime() - PATIENCE_MS);
  const names = new Map<string, string[]>();
  for (const { event_id: eventId, status, due_at: dueAt, name } of latest) {
    if (eventId === null || (status !== "waiting" && status !== "unanswered") || dueAt > dueSince) continue;
    names.set(eventId, [...(names.get(eventId) ?? []), name]);
  }
  return names;
}

async function warnOf(appContext: AppContext, organizationId: string, eventId: string, names: readonly string[]) {
  const now = appContext.clock.now();
  await appContext.db.transaction().execute(async (db) => {
    // One server tells, if two run at once.
    const told = await db
      .updateTable("device_bookings")
      .set({ told_at: now })
      .where("organization_id", "=", organizationId)
      .where("event_id", "=", eventId)
      .where("told_at", "is", null)
      .returning("event_id")
      .executeTakeFirst();
    if (!told) return;
    await notifyTeam(
      { db, appContext, now, organizationId },
      { kind: "device_unanswered", subjectId: eventId, params: { devices: names.join(", ") }, except: [] },
    );
  });
}

/** Tells the team, once for each booking, of doors and lights that do not answer. */
const warnTeam: Job = {
  name: "devices.warn",
  cron: "* * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run(appContext) {
    const now = appContext.clock.now();
    const near = await appContext.db
      .selectFrom("device_bookings")
      .select(["organization_id", "event_id"])
      .where("is_confirmed", "=", true)
      .where("told_at", "is", null)
      .where("starts_at", "<=", new Date(now.getTime() + DEVICE_WARNING_MS))
      .where("ends_at", ">", now)
      .orderBy("starts_at")
      .execute();
    for (const [organizationId, rows] of Map.groupBy(near, ({ organization_id }) => organization_id))
      for (let start = 0; start < rows.length; start += WARNED_AT_ONCE) {
        const ids = rows.slice(start, start + WARNED_AT_ONCE).map(({ event_id }) => event_id);
        const unanswered = await listUnanswered(appContext.db, organizationId, ids, now);
        for (const [eventId, names] of unanswered) await warnOf(appContext, organizationId, eventId, names);
      }
  },
};

/** Wipes codes of bookings that are over, and the log. */
const deleteExpired: Job = {
  name: "devices.sweep",
  cron: "37 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock }) {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    const codesEnd = before(retentionMs("accessCode"));
    await db.deleteFrom("device_bookings").where("ends_at", "<=", codesEnd).execute();
    await db.deleteFrom("device_states").where("valid_until", "<=", codesEnd).execute();
    await db
      .updateTable("devices")
      .set({ former_secret: null, former_secret_until: null })
      .where("former_secret_until", "<=", now)
      .execute();
    await db
      .deleteFrom("device_messages")
      .where("created_at", "<", before(retentionMs("deviceMessage")))
      .where("status", "<>", "waiting")
      .execute();
  },
};

/** Finds what no fact has told. */
const recheck: Job = {
  name: "devices.recheck",
  cron: "53 * * * *",
  isScheduledOnly: true,
  retries: 0,
  async run({ db, clock, jobs }) {
    const now = clock.now();
    const served = await db
      .selectFrom("devices")
      .select("organization_id")
      .distinct()
      .where("active", "=", true)
      .where("archived_at", "is", null)
      .execute();
    for (const { organization_id: organizationId } of served)
      await insertChecks({ db, organizationId, now }, { until: new Date(now.getTime() + RECHECKED_MS) });
    if (served.length > 0) await jobs.send(db, COMPARE_JOB, {});
  },
};

export default [compareBookings, sendMessages, warnTeam, deleteExpired, recheck] satisfies Job[];
