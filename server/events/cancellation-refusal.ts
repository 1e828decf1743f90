/** Says why the booker cannot cancel (too late, after the deadline), and whom to call instead. */
import { type ClubContact, describeCancellation, joinCancellation } from "#contract/events-cancellation-rules.ts";
import { cancellationOf } from "#contract/events-states-rules.ts";
import { fieldsWithPlaces } from "#server/fields/serialize.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { dateFormats } from "#messages/dates.ts";
import type { EventRow } from "./queries.ts";

const findClub = (db: Database, { organization_id, field_id }: EventRow): Promise<ClubContact & { timezone: string }> =>
  fieldsWithPlaces(db)
    .select(["organizations.phone", "organizations.email", "facilities.timezone"])
    .where("fields.organization_id", "=", organization_id)
    .where("fields.id", "=", field_id)
    .executeTakeFirstOrThrow();

export async function findCancellationRefusal(
  { db, user, now, language, t }: Pick<Call, "db" | "user" | "now" | "language" | "t">,
  event: EventRow,
): Promise<LocalizedMessage | undefined> {
  const rule = cancellationOf(event, { userId: user.id, now });
  if (rule.state === "open") return undefined;
  const { timezone, ...contact } = await findClub(db, event);
  const at = dateFormats(language, timezone).weekdayDateTime;
  const text = describeCancellation(rule, { payUntil: null, isPaid: true }, { t, at, contact });
  return text && message("events.ruleRefusal", { text: joinCancellation(text) });
}
