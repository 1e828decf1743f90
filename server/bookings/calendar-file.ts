/** Sends a booking as a file (iCalendar) that a calendar program adds. */
import type { bookings } from "#contract/bookings.ts";
import { toCalendarEvent } from "#server/calendars/icalendar-feed.ts";
import { findCalendarDomain, formatIcs } from "#server/kit/documents/icalendar.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import { bareAddress } from "#server/kit/mail/mail-transport.ts";
import { findBookingRow } from "./queries.ts";

export async function sendCalendarFile(call: RawCall<typeof bookings.calendar>): Promise<void> {
  const { db, appContext, language, request, reply } = call;
  const { appUrl, mailFrom } = appContext.config;
  const row = await findBookingRow(call);
  const { url, ...rest } = toCalendarEvent(row, { fieldId: null, language, appUrl, sender: bareAddress(mailFrom) });
  // The page of members would ask a guest to sign in.
  const event = call.user.isGuest ? rest : { ...rest, url };
  reply.header("cache-control", "private, no-store");
  reply.header("content-disposition", 'attachment; filename="booking.ics"');
  reply.type("text/calendar; charset=utf-8");
  if (request.method === "HEAD") return void (await reply.send(""));
  const domain = await findCalendarDomain({ db, config: appContext.config });
  await reply.send(formatIcs([event], { name: row.organization_name, domain }));
}
