import type { NotificationPreferences, notifications } from "#contract/notifications.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listTeamAccess } from "#server/members/permissions.ts";
import { listPreferences, updatePreferences } from "./queries.ts";

export async function readPreferences({ db, user }: Pick<Call, "db" | "user">): Promise<NotificationPreferences> {
  const access = await listTeamAccess(db, user.id);
  return { preferences: await listPreferences(db, { userId: user.id, access }) };
}

export async function changePreferences(
  call: Call<typeof notifications.changePreferences>,
): Promise<NotificationPreferences> {
  await updatePreferences(call.db, call.user.id, call.body.preferences);
  return readPreferences(call);
}
