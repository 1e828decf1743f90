/** Events as iCalendar (RFC 5545, `.ics`, VCALENDAR), for feeds and mail attachments. Times are in UTC; calendar programs convert them. */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

export interface CalendarEvent {
  id: string;
  name: string;
  start: Date;
  end: Date;
  changedAt: Date;
  isCanceled: boolean;
  isTentative: boolean;
  location: string;
  description?: string | undefined;
  /** Calendar programs expect an organizer in mailed invitations. */
  organizer?: { name: string; email: string } | undefined;
  url?: string | undefined;
}

const icsStatus = ({ isCanceled, isTentative }: CalendarEvent) =>
  isCanceled ? ICalEventStatus.CANCELLED : isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;

/** Seconds since 2020: grows with every change, and fits in a 32-bit integer. */
const icsSequence = ({ changedAt }: CalendarEvent) =>
  Math.max(0, Math.floor(changedAt.getTime() / 1000) - 1_577_836_800);

/**
 * @param options.host of the installation, makes ids globally unique
 * @param options.method `publish` for feeds and confirmations; `cancel` removes the event from the reader's calendar
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
