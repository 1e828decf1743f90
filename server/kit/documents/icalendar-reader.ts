/**
 * Reads iCalendar text (RFC 5545, `.ics`) of other systems: entries with repetitions (RRULE, RDATE, EXDATE, RECURRENCE-ID) and
 * busy times (VFREEBUSY), as instants. A hostile repetition can take forever: read what strangers wrote in `readInWorker`.
 */
import ICAL from "ical.js";
import {
  CalendarError,
  type CalendarContent,
  type CalendarEntry,
  type CalendarPerson,
  type CalendarReadingOptions,
} from "./icalendar-content.ts";

const toPlainDateTime = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Temporal.PlainDateTime.from({ year, month, day, hour, minute, second: Math.min(second, 59) });

/** A zone of the IANA database, for calendars that name one without describing it. */
class NamedTimezone extends ICAL.Timezone {
  /** In seconds, at a local time. */
  override utcOffset(time: ICAL.Time): number {
    return toPlainDateTime(time).toZonedDateTime(this.tzid).offsetNanoseconds / 1e9;
  }
}

function isZoneName(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function registerZones(text: string): void {
  const names = new Set([...text.matchAll(/[;:]TZID=?:?"?([^";:\r\n]+)/gi)].map(([, name = ""]) => name));
  for (const name of names)
    if (!ICAL.TimezoneService.has(name) && isZoneName(name))
      ICAL.TimezoneService.register(new NamedTimezone({ tzid: name }), name);
}

/** @throws CalendarError */
function parseCalendars(text: string): ICAL.Component[] {
  try {
    const parsed = ICAL.parse(text.replace(/^\u{FEFF}/u, "")) as unknown[];
    const roots = typeof parsed[0] === "string" ? [parsed] : parsed;
    const calendars = roots.map((root) => new ICAL.Component(root as never)).filter(({ name }) => name === "vcalendar");
    if (calendars.length > 0) return calendars;
  } catch (error) {
    throw new CalendarError("not_calendar", error);
  }
  throw new CalendarError("not_calendar");
}

const textOf = (component: ICAL.Component, property: string): string => {
  const value = component.getFirstPropertyValue(property);
  return typeof value === "string" ? value.trim() : "";
};

function toPerson(property: ICAL.Property): CalendarPerson {
  const address = property.getFirstValue();
  const email =
    /^mailto:(.+@.+)$/i
      .exec(typeof address === "string" ? address : "")?.[1]
      ?.trim()
      .toLowerCase() ?? null;
  const name = property.getFirstParameter("cn")?.trim() ?? "";
  return { name: name || null, email };
}

class CalendarReader {
  private readonly entries: CalendarEntry[] = [];
  private unreadable = 0;
  private readonly options: CalendarReadingOptions;
  private timezone: string;

  constructor(options: CalendarReadingOptions) {
    this.options = options;
    this.timezone = options.timezone;
  }

  read(text: string): CalendarContent {
    registerZones(text);
    let name: string | null = null;
    for (const calendar of parseCalendars(text)) {
      name ??= textOf(calendar, "x-wr-calname") || null;
      const zone = textOf(calendar, "x-wr-timezone");
      this.timezone = isZoneName(zone) ? zone : this.options.timezone;
      this.readEvents(calendar);
      for (const component of calendar.getAllSubcomponents("vfreebusy")) this.attempt(() => this.addBusy(component));
    }
    this.entries.sort((one, other) => one.start - other.start || one.end - other.end);
    return { name, entries: this.entries, unreadable: this.unreadable };
  }

  private readEvents(calendar: ICAL.Component): void {
    const components = calendar.getAllSubcomponents("vevent");
    const isException = (component: ICAL.Component) => component.hasProperty("recurrence-id");
    const exceptions = Map.groupBy(components.filter(isException), (component) => textOf(component, "uid"));
    const mains = components.filter((component) => !isException(component));
    for (const component of mains) {
      const own = exceptions.get(textOf(component, "uid")) ?? [];
      exceptions.delete(textOf(component, "uid"));
      this.attempt(() => this.addEvent(new ICAL.Event(component, { exceptions: own, strictExceptions: false })));
    }
    // Occurrences whose series is not in the calendar.
    for (const component of [...exceptions.values()].flat())
      this.attempt(() => {
        const event = new ICAL.Event(component, { exceptions: [], strictExceptions: false });
        this.addOccurrence(event, event.startDate, event.endDate, event.recurrenceId.toString());
      });
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof CalendarError) throw error;
      this.unreadable += 1;
    }
  }

  private addEvent(event: ICAL.Event): void {
    if (!event.isRecurring()) return this.addOccurrence(event, event.startDate, event.endDate, undefined);
    const occurrences = event.iterator();
    for (let next = occurrences.next(); next; next = occurrences.next()) {
      if (this.toInstant(next) >= this.options.until) return;
      const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next);
      this.addOccurrence(item, startDate, endDate, recurrenceId.toString());
    }
  }

  private addOccurrence(
    { component, uid }: ICAL.Event,
    startDate: ICAL.Time,
    endDate: ICAL.Time,
    occurrence: string | undefined,
  ): void {
    const organizer = component.getFirstProperty("organizer");
    this.add({
      key: occurrence === undefined ? (uid ?? "") : `${uid ?? ""} ${occurrence}`,
      name: textOf(component, "summary"),
      description: textOf(component, "description"),
      location: textOf(component, "location"),
      organizer: organizer ? toPerson(organizer) : null,
      attendees: component.getAllProperties("attendee").map(toPerson),
      start: this.toInstant(startDate),
      end: this.toInstant(endDate),
      isBusy:
        textOf(component, "status").toUpperCase() !== "CANCELLED" &&
        textOf(component, "transp").toUpperCase() !== "TRANSPARENT",
    });
  }

  private addBusy(component: ICAL.Component): void {
    for (const property of component.getAllProperties("freebusy")) {
      const isBusy = property.getFirstParameter("fbtype")?.toUpperCase() !== "FREE";
      for (const period of property.getValues() as ICAL.Period[]) {
        const [start, end] = [this.toInstant(period.start), this.toInstant(period.getEnd())];
        const rest = { name: "", description: "", location: "", organizer: null, attendees: [] };
        this.add({ key: `${textOf(component, "uid")} ${start}`, ...rest, start, end, isBusy });
      }
    }
  }

  private add(entry: CalendarEntry): void {
    const { from, until, maxEntries } = this.options;
    if (!(entry.start < entry.end) || entry.end <= from || entry.start >= until) return;
    if (this.entries.length >= maxEntries) throw new CalendarError("too_many");
    this.entries.push(entry);
  }

  /** @throws RangeError for a date that no calendar has */
  private toInstant(time: ICAL.Time): number {
    const isLocal = time.isDate || time.zone === null || time.zone === ICAL.Timezone.localTimezone;
    return isLocal ? toPlainDateTime(time).toZonedDateTime(this.timezone).epochMilliseconds : time.toUnixTime() * 1000;
  }
}

/** @throws CalendarError */
export const readCalendar = (text: string, options: CalendarReadingOptions): CalendarContent =>
  new CalendarReader(options).read(text);
