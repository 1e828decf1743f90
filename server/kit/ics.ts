/** Events in iCalendar format (RFC 5545), for feeds and for the attachments of mails. Times are in UTC: every program shows them on its own clock. */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

export interface CalendarEvent {
  id: string;
  name: string;
  start: Date;
  end: Date;
  /** Who reads it knows by it which of two versions is the newer one. */
  changedAt: Date;
  isCanceled: boolean;
  /** Waits for an approval or a payment. */
  isTentative: boolean;
  location: string;
  description?: string | undefined;
  /** Who holds it; programs want one in what they are sent by mail. */
  organizer?: { name: string; email: string } | undefined;
  url?: string | undefined;
}

const statusOf = ({ isCanceled, isTentative }: CalendarEvent) =>
  isCanceled ? ICalEventStatus.CANCELLED : isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;

/** Seconds since 2020: grows with every change, and fits an integer. */
const sequenceOf = ({ changedAt }: CalendarEvent) =>
  Math.max(0, Math.floor(changedAt.getTime() / 1000) - 1_577_836_800);

/**
 * @param options.host of the product's own address: makes ids that no other system gives
 * @param options.method `publish` for a feed and a confirmation, `cancel` takes an event out of the reader's calendar
 * @returns the text of an `.ics` file
 */
export function writeCalendar(
  events: readonly CalendarEvent[],
  options: { name: string; host: string; method?: "publish" | "cancel" },
): string {
  const calendar = ical({
    name: options.name,
    prodId: { company: "Baseline", product: "Baseline" },
    method: options.method === "cancel" ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  for (const event of events) {
    calendar.createEvent({
      id: `${event.id}@${options.host}`,
      start: event.start,
      end: event.end,
      stamp: event.changedAt,
      lastModified: event.changedAt,
      sequence: sequenceOf(event),
      summary: event.name,
      location: event.location,
      status: statusOf(event),
      ...(event.description && { description: event.description }),
      ...(event.url && { url: event.url }),
      ...(event.organizer && { organizer: event.organizer }),
    });
  }
  return `${calendar.toString()}\r\n`;
}
