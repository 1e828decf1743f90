/**
 * Writes events as iCalendar (RFC 5545, `.ics`, VCALENDAR), for feeds and mail attachments. Times are in UTC; calendar
 * programs convert them.
 */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { findOrCreateValue } from "#server/kit/db/secrets.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";

export interface CalendarEvent {
  id: string;
  name: string;
  start: Date;
  end: Date;
  changedAt: Date;
  /** Grows with every change, also within a second. Mails that were queued by an earlier version lack it. */
  sequence: number | undefined;
  isCanceled: boolean;
  isTentative: boolean;
  location: string;
  description?: string | undefined;
  /** Required by RFC 5546 3.2.1 where there is a method. */
  organizer: { name: string; email: string };
  url?: string | undefined;
}

const icsStatus = ({ isCanceled, isTentative }: CalendarEvent) =>
  isCanceled ? ICalEventStatus.CANCELLED : isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;

/** At least the seconds since 2020, which were the sequence before there was a stored one. */
const icsSequence = ({ changedAt, sequence = 0 }: CalendarEvent) =>
  Math.max(sequence, Math.floor(changedAt.getTime() / 1000) - 1_577_836_800);

/** RFC 5545 3.3.11 allows no control characters but tabs and line breaks. */
const withoutControls = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, "");

/** The part behind the at sign in ids of events. It stays when the installation moves: calendars would show each event twice. */
export async function findCalendarDomain({ db, config }: Pick<AppContext, "db" | "config">): Promise<string> {
  const domain = await findOrCreateValue(db, "calendar-domain", () => Buffer.from(new URL(config.appUrl).hostname));
  return domain.toString();
}

interface IcsOptions {
  name: string;
  domain: string;
  method?: "publish" | "cancel";
  /** Feeds only: how often calendar programs should read again, in seconds. */
  refreshSeconds?: number;
}

/**
 * @param options.domain makes ids globally unique
 * @param options.method `publish` for feeds and confirmations; `cancel` removes the event from the reader's calendar
 * @returns the text of an `.ics` file
 */
export function formatIcs(events: readonly CalendarEvent[], options: IcsOptions): string {
  const calendar = ical({
    name: withoutControls(options.name),
    prodId: { company: "Baseline", product: "Baseline" },
    method: options.method === "cancel" ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    ...(options.refreshSeconds && { ttl: options.refreshSeconds }),
  });
  for (const event of events) {
    calendar.createEvent({
      id: `${event.id}@${options.domain}`,
      start: event.start,
      end: event.end,
      stamp: event.changedAt,
      lastModified: event.changedAt,
      sequence: icsSequence(event),
      summary: withoutControls(event.name),
      location: withoutControls(event.location),
      status: icsStatus(event),
      ...(event.description && { description: withoutControls(event.description) }),
      ...(event.url && { url: event.url }),
      organizer: { ...event.organizer, name: withoutControls(event.organizer.name) },
    });
  }
  return `${calendar.toString()}\r\n`;
}
