/** Events in iCalendar format (RFC 5545), for feeds and mail attachments. Times are in UTC: every program shows its own zone. */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

export interface CalendarEvent {
  id: string;
  name: string;
  start: Date;
  end: Date;
  /** Orders two versions of an event. */
  changedAt: Date;
  isCanceled: boolean;
  /** Waits for an approval or a payment. */
  isTentative: boolean;
  location: string;
  description?: string | undefined;
  /** Calendar programs expect one in mailed invitations. */
  organizer?: { name: string; email: string } | undefined;
  url?: string | undefined;
}

const icsStatus = ({ isCanceled, isTentative }: CalendarEvent) =>
  isCanceled ? ICalEventStatus.CANCELLED : isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;

/** Seconds since 2020: grows with every change, and fits an integer. */
const icsSequence = ({ changedAt }: CalendarEvent) =>
  Math.max(0, Math.floor(changedAt.getTime() / 1000) - 1_577_836_800);

/**
 * @param options.host of the product's address: makes ids globally unique
 * @param options.method `publish` for a feed and a confirmation, `cancel` removes an event from the reader's calendar
 * @returns the text of an `.ics` file
 */
export function formatIcs(
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
      sequence: icsSequence(event),
      summary: event.name,
      location: event.location,
      status: icsStatus(event),
      ...(event.description && { description: event.description }),
      ...(event.url && { url: event.url }),
      ...(event.organizer && { organizer: event.organizer }),
    });
  }
  return `${calendar.toString()}\r\n`;
}
