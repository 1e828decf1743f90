import { API_BASE_PATH, type Call } from "#server/kit/http/serve-module.ts";
import { insertCalendar, type CalendarOwner } from "./queries.ts";

export async function renewCalendar(
  { db, now, appContext }: Pick<Call, "db" | "now" | "appContext">,
  owner: CalendarOwner,
) {
  const secret = await insertCalendar(db, owner, now);
  return { url: `${appContext.config.appUrl}${API_BASE_PATH}/calendars/${secret}.ics`, created_at: now.toISOString() };
}
