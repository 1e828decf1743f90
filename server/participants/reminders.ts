/** Reminds those who play in bookings of others, by the leads of the organization or their own. */
import {
  computeFromFacts,
  continueReminders,
  moveReminders,
  planInstants,
  type ReminderScope,
  selectReminderFacts,
  updateReminderTimes,
} from "#server/events/reminder-times.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { runEach } from "#server/kit/process/run-each.ts";
import { tellReminder } from "./notify.ts";
import { findPlayer, updatePlayer } from "./queries.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** The devices of a player are to be told once more, shortly before the start. */
    "participants.pushReminderDue": { participantId: string; userId: string };
  }
}

/** Those who play in bookings to come, with the facts of these. */
const selectPlayers = (db: Database, now: Date) =>
  selectReminderFacts(db, now)
    .innerJoin("event_participants as player", (join) =>
      join.onRef("player.organization_id", "=", "events.organization_id").onRef("player.event_id", "=", "events.id"),
    )
    .leftJoin("users", "users.id", "player.user_id")
    .select(["player.organization_id", "player.id", "player.user_id", "users.reminder_lead as own_lead"])
    .select(["player.remind_at", "player.reminded_at", "player.push_remind_at", "player.push_reminded_at"])
    .where("player.state", "=", "accepted");

/** After a lead has changed. */
export async function moveRemindersOfPlayers(
  { db, now }: Pick<TenantContext, "db" | "now">,
  scope: ReminderScope,
): Promise<void> {
  const rows = await selectPlayers(db, now)
    .where((e) =>
      "userId" in scope
        ? e("player.user_id", "=", scope.userId)
        : e("player.organization_id", "=", scope.organizationId),
    )
    .execute();
  const moved = rows.map((row) => ({
    ...{ organization_id: row.organization_id, id: row.id },
    ...moveReminders(row, computeFromFacts(row, row.own_lead), { now }),
  }));
  await updateReminderTimes(db, "event_participants", moved);
}

/**
 * Reminders of those who play in a booking, or of one of them.
 * @param isNew a start of which they were not reminded
 */
export async function schedulePlayerReminders(
  { db, organizationId, now }: TenantContext,
  { eventId, playerId, isNew }: { eventId: string; playerId?: string; isNew: boolean },
): Promise<void> {
  const rows = await selectPlayers(db, now)
    .where("events.organization_id", "=", organizationId)
    .where("player.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .$if(playerId !== undefined, (query) => query.where("player.id", "=", playerId ?? ""))
    .execute();
  for (const row of rows) {
    const planned = planInstants(computeFromFacts(row, row.own_lead), now);
    await updatePlayer(db, organizationId, row.id, isNew ? planned : continueReminders(row, planned));
  }
}

const MOST_AT_ONCE = 1000;
const channels = {
  mail: { due: "remind_at", done: "reminded_at" },
  push: { due: "push_remind_at", done: "push_reminded_at" },
} as const;
type Channel = keyof typeof channels;

const listDue = (db: Database, channel: Channel, now: Date) =>
  db
    .selectFrom("event_participants")
    .select(["organization_id", "id"])
    .where("state", "=", "accepted")
    .where(channels[channel].done, "is", null)
    .where(channels[channel].due, "is not", null)
    .where(channels[channel].due, "<=", now)
    .orderBy(channels[channel].due)
    .orderBy("id")
    .limit(MOST_AT_ONCE)
    .execute();

/** Nobody is reminded of a booking that does not take place; restored, it is planned again. */
async function remind(context: TenantContext, channel: Channel, id: string): Promise<void> {
  const { db, organizationId, now } = context;
  const { due, done } = channels[channel];
  const locked = await db
    .selectFrom("event_participants")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", "accepted")
    .where(done, "is", null)
    .where(due, "<=", now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const player = locked && (await findPlayer(db, organizationId, id));
  if (!player) return;
  const event = await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", player.event_id)
    .where("status", "=", "approved")
    .where("start_time", ">", now)
    .executeTakeFirst();
  await updatePlayer(db, organizationId, id, event ? { [done]: now } : { [due]: null });
  if (!event) return;
  if (channel === "mail") await tellReminder(context, player);
  else if (player.user_id !== null)
    await publish(context, "participants.pushReminderDue", { participantId: id, userId: player.user_id });
}

/** Failed ones are due again at the next run. */
export async function remindPlayers(appContext: AppContext): Promise<void> {
  const { db, clock } = appContext;
  const now = clock.now();
  const due: { channel: Channel; organizationId: string; id: string }[] = [];
  for (const channel of ["mail", "push"] as const)
    for (const { organization_id: organizationId, id } of await listDue(db, channel, now))
      due.push({ channel, organizationId, id });
  await runEach(
    due,
    ({ channel, organizationId, id }) =>
      db.transaction().execute((trx) => remind({ db: trx, appContext, now, organizationId }, channel, id)),
    "players could not be reminded",
  );
}
