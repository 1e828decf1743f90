/** The `.ics` feed (calendar feed, iCal) of a person's bookings or of a field's events, which calendar programs fetch at its secret address. */
import { createHash } from "node:crypto";
import type { calendars } from "#contract/calendars.ts";
import { bareAddress } from "#server/kit/mail/mail-transport.ts";
import { matchesEtag } from "#server/kit/http/security-headers.ts";
import { findCalendarDomain, formatIcs, type CalendarEvent } from "#server/kit/documents/icalendar.ts";
import { type RawCall, readMayLag } from "#server/kit/http/serve-module.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { isNamedByCustomer, ownTitleOf, titleToCustomer } from "#server/events/title-visibility.ts";
import { translateName } from "#server/events/translate-reason.ts";
import { translators } from "#server/kit/process/translators.ts";
import type { Language } from "#messages/translator.ts";
import { type FeedEvent, findCalendarBySecret, listFeedEvents } from "./queries.ts";

/** Most programs ask at their own pace; an hour is what the others should take. */
const REFRESH_SECONDS = 3600;

/** `isPlayed`: of somebody who plays in it, and has not booked it. */
type Row = FeedEvent & { isPlayed?: boolean };

interface FeedContext {
  /** Null where a person reads their own bookings. */
  fieldId: string | null;
  language: Language;
  appUrl: string;
  sender: string;
}

function titleOf(row: Row, { fieldId, language }: FeedContext): string {
  if (fieldId === null) return titleToCustomer({ name: row.name, ownTitle: ownTitleOf(row) }, language);
  const name = translateName(row, language);
  return row.customer_name && !isNamedByCustomer(row) ? `${name} (${row.customer_name})` : name;
}

export function toCalendarEvent(row: Row, feed: FeedContext): CalendarEvent {
  const { fieldId, appUrl, sender } = feed;
  const name = titleOf(row, feed);
  return {
    id: row.id,
    // An event on a part, or on the whole, occupies the field as well.
    name: fieldId === null || row.field_id === fieldId ? name : `${name} · ${row.field_name}`,
    start: row.start_time,
    end: row.end_time,
    changedAt: row.updated_at,
    sequence: row.sequence,
    organizer: { name: row.organization_name, email: sender },
    isCanceled: row.status === "canceled" || row.status === "rejected",
    isTentative: row.status === "pending",
    location: [row.field_name, row.facility_name, row.complete_address].filter(Boolean).join(", "),
    description: row.notes ?? undefined,
    url: row.isPlayed ? `${appUrl}/my-bookings` : `${appUrl}/organizations/${row.organization_id}/events/${row.id}`,
  };
}

/** An unknown or invalid secret is always a 404. */
export async function sendFeed(call: RawCall<typeof calendars.feed>): Promise<void> {
  const { db, now, appContext, params, language, request, reply } = call;
  const calendar = await findCalendarBySecret(db, params.secret, now);
  const isField = calendar.field_id !== null;
  const feedLanguage = (calendar.language as Language | null) ?? language;
  const rows = await readMayLag(call, calendar.organization_id ?? ALL_ORGANIZATIONS, (at) =>
    listFeedEvents(at, calendar, now),
  );
  const { appUrl, mailFrom } = appContext.config;
  const feed = { fieldId: calendar.field_id, language: feedLanguage, appUrl, sender: bareAddress(mailFrom) };
  const text = formatIcs(
    rows.map((row) => toCalendarEvent(row, feed)),
    {
      name: isField ? (calendar.field_name ?? "") : translators[feedLanguage]("calendars.mine"),
      domain: await findCalendarDomain({ db, config: appContext.config }),
      refreshSeconds: REFRESH_SECONDS,
    },
  );
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  reply.header("cache-control", "private, max-age=300").header("etag", etag);
  if (matchesEtag(request, etag)) return void (await reply.code(304).send());
  reply.header("content-disposition", 'inline; filename="calendar.ics"');
  await reply.type("text/calendar; charset=utf-8").send(text);
}
