import { type bookings, MAX_KEPT_BOOKINGS } from "#contract/bookings.ts";
import { ALL_ORGANIZATIONS, type Database, inScope, takeRows } from "#server/kit/db/database.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { isActive } from "#server/events/queries.ts";
import { mailColumns, selectWithNames, sortByStart, upcomingEvents } from "#server/events/serialize.ts";
import type { Language } from "#messages/translator.ts";

export type BookingCall = Pick<
  Call<typeof bookings.read>,
  "db" | "organizationId" | "access" | "user" | "language" | "now" | "params"
>;

const bookingColumns = [
  "events.paid",
  "events.refunded",
  "fields.space",
  "facilities.latitude",
  "facilities.longitude",
] as const;

const bookingsOfId = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .where(inScope("events.organization_id", organizationId))
    .where("events.id", "=", eventId)
    .where("events.kind", "=", "event");

const selectBooking = (events: Parameters<typeof selectWithNames>[0], language: Language, organizationId?: string) =>
  selectWithNames(events, language, organizationId).select(mailColumns).select(bookingColumns);

/** Readable for the booker, and for the team, which helps them. @throws HttpError 404 for others */
export function findBookingRow({ db, organizationId, access, user, language, params }: Omit<BookingCall, "now">) {
  const found = bookingsOfId(db, organizationId, params.eventId);
  const isOfTeam = access.isTeam && access.permissions.has("events.show");
  const visible = isOfTeam ? found : found.where(user.isGuest ? "events.customer_id" : "events.user_id", "=", user.id);
  return selectBooking(visible, language, organizationId).executeTakeFirstOrThrow(notFound);
}
export type BookingRow = Awaited<ReturnType<typeof findBookingRow>>;

/** @throws HttpError 404 */
export const findPlayedRow = (
  { db, language }: Pick<BookingCall, "db" | "language">,
  { organizationId, eventId }: { organizationId: string; eventId: string },
): Promise<BookingRow> =>
  selectBooking(bookingsOfId(db, organizationId, eventId), language, organizationId).executeTakeFirstOrThrow(notFound);

/** One's own next bookings in all organizations, soonest first. */
export function listUpcomingRows({ db, user, language, now }: Omit<BookingCall, "params">): Promise<BookingRow[]> {
  const own = db
    .selectFrom("events")
    .where("events.user_id", "=", user.id)
    .where(isActive)
    .where("events.kind", "=", "event");
  const upcoming = sortByStart(upcomingEvents(db, ALL_ORGANIZATIONS, own, now, MAX_KEPT_BOOKINGS), "asc");
  const page = takeRows(upcoming.selectAll("events"), MAX_KEPT_BOOKINGS).as("events");
  return sortByStart(selectBooking(db.selectFrom(page), language), "asc").execute();
}
