/** Sends a booking as a file (iCalendar) that a calendar program adds. */
import type { bookings } from "#contract/bookings.ts";
import { toCalendarEvent } from "#server/calendars/icalendar-feed.ts";
import { findCalendarDomain, formatIcs, type CalendarEvent } from "#server/kit/documents/icalendar.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { bareAddress } from "#server/kit/mail/mail-transport.ts";
import { type BookingRow, findBookingRow } from "./queries.ts";
import { findPlayed } from "./read-booking.ts";

type FileCall = Pick<RawCall<typeof bookings.calendar>, "db" | "appContext" | "language" | "request" | "reply">;

const toEvent = ({ appContext, language }: FileCall, row: BookingRow & { isPlayed?: boolean }): CalendarEvent => {
  const { appUrl, mailFrom } = appContext.config;
  return toCalendarEvent(row, { fieldId: null, language, appUrl, sender: bareAddress(mailFrom) });
};

async function sendFile({ db, appContext, request, reply }: FileCall, event: CalendarEvent, name: string) {
  reply.header("cache-control", "private, no-store");
  reply.header("content-disposition", 'attachment; filename="booking.ics"');
  reply.type("text/calendar; charset=utf-8");
  if (request.method === "HEAD") return void (await reply.send(""));
  const domain = await findCalendarDomain({ db, config: appContext.config });
  await reply.send(formatIcs([event], { name, domain }));
}

export async function sendCalendarFile(call: RawCall<typeof bookings.calendar>): Promise<void> {
  const row = await findBookingRow(call);
  const { url, ...rest } = toEvent(call, row);
  // The page of members would ask a guest to sign in.
  await sendFile(call, call.user.isGuest ? rest : { ...rest, url }, row.organization_name);
}

/**
 * As in the calendar that a person follows: under the name of the field, without the organizer's words.
 * @throws HttpError 404 for who does not play
 */
export async function sendPlayedFile(call: RawCall<typeof bookings.playedCalendar>): Promise<void> {
  const { row, playerId, state } = await findPlayed(call);
  if (state !== "accepted") throw notFound();
  const event = toEvent(call, { ...row, name: row.field_name, notes: null, isPlayed: true });
  const url = `${call.appContext.config.appUrl}/my-bookings/${playerId}`;
  await sendFile(call, { ...event, url }, row.organization_name);
}
