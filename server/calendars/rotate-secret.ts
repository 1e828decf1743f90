/** Creates or replaces the secret address of a calendar feed; the former address ends. */
import { API_BASE_PATH, type Call } from "#server/kit/http/serve-module.ts";
import { insertCalendar, type CalendarOwner } from "./queries.ts";

export async function rotateFeedSecret(
  { db, now, appContext, user }: Pick<Call, "db" | "now" | "appContext" | "user">,
  owner: CalendarOwner,
) {
  const secret = await insertCalendar(db, owner, { now, by: user.id });
  return { url: `${appContext.config.appUrl}${API_BASE_PATH}/calendars/${secret}.ics`, created_at: now.toISOString() };
}
