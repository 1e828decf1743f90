/** Bookings from a calendar in iCalendar format. */
import { MAX_IMPORT_ROWS } from "#contract/imports.ts";
import { fileError } from "#server/imports/file-error.ts";
import type { DecodedFile } from "#server/imports/file-encoding.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { CalendarError } from "#server/kit/documents/icalendar-content.ts";
import { readInWorker } from "#server/kit/documents/read-in-worker.ts";
import { message } from "#server/kit/http/http-error.ts";
import { toBookingTable } from "./booking-table.ts";

const YEAR_MS = 366 * 86_400_000;
/** Series without an end are read this far around the time of the upload. */
const [PAST_MS, AHEAD_MS] = [10 * YEAR_MS, 2 * YEAR_MS];

const headers = ["Summary", "Location", "Start", "End", "Description", "Organizer", "Status", "UID"] as const;

export interface CalendarTableOptions {
  /** Zone of whole days, and of times that name none. */
  timezone: string;
  uploadedAt: Date;
}

const faults = {
  not_calendar: message("busy-calendars.notCalendar"),
  too_many: message("imports.tooManyRows", { most: MAX_IMPORT_ROWS }),
  too_complex: message("busy-calendars.tooComplex"),
};

/** @throws HttpError on `file` */
export async function readCalendarTable(
  { text, encoding }: DecodedFile,
  { timezone, uploadedAt }: CalendarTableOptions,
): Promise<CsvTable> {
  const [from, until] = [uploadedAt.getTime() - PAST_MS, uploadedAt.getTime() + AHEAD_MS];
  const options = { timezone, from, until, maxEntries: MAX_IMPORT_ROWS };
  const { entries } = await readInWorker(text, options).catch((error: unknown) => {
    throw error instanceof CalendarError ? fileError(422, faults[error.fault]) : error;
  });
  const rows = entries.map((entry) => ({
    Summary: entry.name,
    Location: entry.location,
    Start: new Date(entry.start).toISOString(),
    End: new Date(entry.end).toISOString(),
    Description: entry.description,
    Organizer: entry.organizer?.name ?? entry.organizer?.email ?? null,
    Status: entry.isBusy ? "Confirmed" : "Canceled",
    UID: entry.key,
  }));
  return toBookingTable(encoding, headers, rows);
}
