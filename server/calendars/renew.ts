/** Gives a calendar a new secret address. */
import { basePath, type Call } from "#server/kit/serve.ts";
import { insertCalendar, type Owner } from "./queries.ts";

export async function renew({ db, now, house }: Pick<Call, "db" | "now" | "house">, owner: Owner) {
  const secret = await insertCalendar(db, owner, now);
  return { url: `${house.config.appUrl}${basePath}/calendars/${secret}.ics`, created_at: now.toISOString() };
}
