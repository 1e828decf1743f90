import type { bookings } from "#contract/bookings.ts";
import { inScope } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { mailColumns, selectWithNames } from "#server/events/serialize.ts";

export type BookingCall = Pick<
  Call<typeof bookings.read>,
  "db" | "organizationId" | "access" | "user" | "language" | "now" | "params"
>;

/** Readable for the booker, and for the team, which helps them. @throws HttpError 404 for others */
export function findBookingRow({ db, organizationId, access, user, language, params }: Omit<BookingCall, "now">) {
  const found = db
    .selectFrom("events")
    .where(inScope("events.organization_id", organizationId))
    .where("events.id", "=", params.eventId)
    .where("events.kind", "=", "event");
  const isOfTeam = access.isTeam && access.permissions.has("events.show");
  const visible = isOfTeam ? found : found.where(user.isGuest ? "events.customer_id" : "events.user_id", "=", user.id);
  return selectWithNames(visible, language, organizationId)
    .select(mailColumns)
    .select(["events.paid", "events.refunded", "fields.space", "facilities.latitude", "facilities.longitude"])
    .executeTakeFirstOrThrow(notFound);
}
export type BookingRow = Awaited<ReturnType<typeof findBookingRow>>;
