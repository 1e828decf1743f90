/** Content of a calendar, apart from its parser, which only the thread that reads it loads. */

export interface CalendarReadingOptions {
  /** Zone of whole days, and of times that name none or one that nobody knows. */
  timezone: string;
  /** Epoch milliseconds; entries that end before or begin after are left out. */
  from: number;
  until: number;
  /** Occurrences within that span. */
  maxEntries: number;
}

export interface CalendarPerson {
  name: string | null;
  email: string | null;
}

export interface CalendarEntry {
  /** The entry and its occurrence: the same whenever the calendar is read. */
  key: string;
  name: string;
  description: string;
  location: string;
  organizer: CalendarPerson | null;
  attendees: CalendarPerson[];
  /** Epoch milliseconds. */
  start: number;
  end: number;
  /** False for canceled entries, and for those that are marked as free. */
  isBusy: boolean;
}

export interface CalendarContent {
  name: string | null;
  /** By start. */
  entries: CalendarEntry[];
  /** Entries that could not be understood. */
  unreadable: number;
}

/** `too_complex`: reading took too long, or too much memory. */
export type CalendarFault = "not_calendar" | "too_many" | "too_complex";
export class CalendarError extends Error {
  readonly fault: CalendarFault;
  constructor(fault: CalendarFault, cause?: unknown) {
    super(`The calendar cannot be read: ${fault}`, { cause });
    this.fault = fault;
  }
}
