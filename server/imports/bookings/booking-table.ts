/** A file of another system as a table, whose headers say by themselves what the columns are. */
import { MAX_IMPORT_ROWS } from "#contract/imports.ts";
import { fileError } from "#server/imports/file-error.ts";
import type { DecodedFile } from "#server/imports/file-encoding.ts";
import type { CsvTable } from "#server/imports/read-csv.ts";
import { message } from "#server/kit/http/http-error.ts";

export type TableRow<Header extends string> = Partial<Record<Header, string | null>>;

/**
 * Line 1 is the header, as in a CSV file: a row is found by its place among the bookings.
 * @throws HttpError on `file` for no rows and for too many
 */
export function toBookingTable<Header extends string>(
  encoding: DecodedFile["encoding"],
  headers: readonly Header[],
  rows: readonly TableRow<Header>[],
): CsvTable {
  if (rows.length === 0) throw fileError(422, message("imports.noBookings"));
  if (rows.length > MAX_IMPORT_ROWS) throw fileError(422, message("imports.tooManyRows", { most: MAX_IMPORT_ROWS }));
  return {
    encoding,
    headers: [...headers],
    rows: rows.map((row, index) => ({ line: index + 2, cells: headers.map((header) => row[header] ?? "") })),
  };
}
