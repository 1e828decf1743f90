import type { NotificationPreferences, notifications } from "#contract/notifications.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import { listPreferences, updatePreferences } from "./queries.ts";

export async function readPreferences({
  db,
  user,
  appContext,
}: Pick<Call, "db" | "user" | "appContext">): Promise<NotificationPreferences> {
  const access = await listTeamAccess(db, user.id);
  const preferences = await listPreferences(db, { userId: user.id, access });
  return { preferences: preferences.filter(({ channel }) => channel !== "sms" || appContext.config.sms !== undefined) };
}

export async function changePreferences(
  call: Call<typeof notifications.changePreferences>,
): Promise<NotificationPreferences> {
  await updatePreferences(call.db, call.user.id, call.body.preferences);
  return readPreferences(call);
}
