import type { NotificationPreferences, notifications } from "#contract/notifications.ts";
import { findOwnLead, moveAllReminders } from "#server/events/reminder-times.ts";
import { updateReminderLead } from "#server/accounts/queries.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import { moveRemindersOfPlayers } from "#server/participants/reminders.ts";
import { listPreferences, updatePreferences } from "./queries.ts";

export async function readPreferences({
  db,
  user,
  appContext,
}: Pick<Call, "db" | "user" | "appContext">): Promise<NotificationPreferences> {
  const access = await listTeamAccess(db, user.id);
  const preferences = await listPreferences(db, { userId: user.id, access });
  return {
    preferences: preferences.filter(({ channel }) => channel !== "sms" || appContext.config.sms !== undefined),
    reminderLead: await findOwnLead(db, user.id),
  };
}

/** Another lead holds for bookings of before as well. */
async function changeLead(
  call: Call<typeof notifications.changePreferences>,
  reminderLead: number | null,
): Promise<void> {
  const { db, user } = call;
  await updateReminderLead(db, user.id, reminderLead);
  await moveAllReminders(call, { userId: user.id });
  await moveRemindersOfPlayers(call, { userId: user.id });
}

export async function changePreferences(
  call: Call<typeof notifications.changePreferences>,
): Promise<NotificationPreferences> {
  const { preferences, reminderLead } = call.body;
  if (preferences) await updatePreferences(call.db, call.user.id, preferences);
  if (reminderLead !== undefined) await changeLead(call, reminderLead);
  return readPreferences(call);
}
