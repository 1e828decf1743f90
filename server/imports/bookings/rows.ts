/** Parses rows of a file into bookings, or into faults. Does not use the database. */
import type { CustomerDraft } from "#contract/customers.ts";
import { EventDraft } from "#contract/events.ts";
import type { BookingImportTarget, DateOrder } from "#contract/imports.ts";
import { requiredLine, requiredText } from "#contract/kit.ts";
import { CellError, parseWithSchema } from "#server/imports/cell-values.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import type { CsvLine, CsvTable } from "#server/imports/read-csv.ts";
import { parseEachRow, refuseRepeated, RowReader } from "#server/imports/row-reader.ts";
import { message } from "#server/kit/http/http-error.ts";
import { normalizeText } from "#server/places/address-text.ts";
import { toFieldValue } from "./fields.ts";
import type { BookingMapping } from "./guess-mapping.ts";
import { type Moment, parseDuration, parseMoment } from "#server/imports/time-values.ts";

export type BookingStatus = "approved" | "pending";

export interface BookingRow {
  line: number;
  cells: readonly string[];
  /** As the file calls the field, with its facility. */
  fieldValue: string;
  date: Temporal.PlainDate | null;
  start: Moment;
  /** Null where the duration says it. */
  end: Moment | null;
  /** Minutes. */
  duration: number | null;
  title: string | null;
  customer: CustomerDraft | null;
  people: number | null;
  notes: string | null;
  status: BookingStatus;
  externalId: string | null;
  warnings: ImportFault[];
}
export type ParsedBookingRow =
  | BookingRow
  | { line: number; faults: ImportFault[] }
  /** Called off or rejected. */
  | { line: number; isSkipped: true };

export interface BookingReading {
  mapping: BookingMapping;
  dateOrder: DateOrder;
}

const endedNames = new Set(
  "canceled cancelled cancel deleted rejected refused declined free transparent annule annulee supprime supprimee refuse refusee rejete rejetee".split(
    " ",
  ),
);
const pendingNames = new Set(
  [
    "pending",
    "waiting",
    "requested",
    "tentative",
    "to confirm",
    "awaiting approval",
    "en attente",
    "a confirmer",
    "provisoire",
  ].map(normalizeText),
);
const approvedNames = new Set(
  [
    ...["approved", "confirmed", "booked", "accepted", "active", "completed", "created", "paid", "ok", "yes", "done"],
    ...["approuve", "approuvee", "confirme", "confirmee", "reserve", "reservee", "accepte", "acceptee", "valide"],
    ...["validee", "termine", "terminee", "paye", "payee", "oui", "actif", "active"],
  ].map(normalizeText),
);

const schemas = {
  title: EventDraft.shape.name,
  notes: requiredText(2000),
  externalId: requiredLine(400),
  people: EventDraft.shape.people,
};

class BookingReader extends RowReader<BookingImportTarget> {
  moment(target: "startTime" | "endTime"): Moment | null {
    return this.value(
      target,
      (text) => parseMoment(text, this.reading.dateOrder) ?? new CellError(message("imports.unknownTime")),
    );
  }

  status(): BookingStatus | "ended" {
    const name = normalizeText(this.text("status"));
    if (endedNames.has(name)) return "ended";
    if (pendingNames.has(name)) return "pending";
    if (name !== "" && !approvedNames.has(name))
      this.warnings.push(createFault(this.reading.mapping, this.row, "status", message("imports.unknownStatus")));
    return "approved";
  }
}

const isDateless = (moment: Moment | null) => moment !== null && "date" in moment && moment.date === null;

function parseRow(row: CsvLine, reading: BookingReading): ParsedBookingRow {
  const { line, cells } = row;
  const reader = new BookingReader(row, reading);
  const status = reader.status();
  if (status === "ended") return { line, isSkipped: true };
  const date = reader.date("date");
  const start = reader.moment("startTime");
  const end = reader.moment("endTime");
  const duration = reader.value(
    "duration",
    (text) => parseDuration(text) ?? new CellError(message("imports.unknownDuration")),
  );
  const isReadable = reader.faults.length === 0;
  if (!start && isReadable) reader.refuse("startTime", message("kit.required"));
  if (isReadable && isDateless(start) && !date)
    reader.refuse(reader.has("date") ? "date" : "startTime", message("imports.dateMissing"));
  if (isReadable && end === null && duration === null)
    reader.refuse(reader.has("endTime") ? "endTime" : "duration", message("imports.endMissing"));
  const parsed = {
    title: reader.value("title", (text) => parseWithSchema(schemas.title, text)) as string | null,
    customer: reader.customer(),
    people: reader.value("people", (text) => parseWithSchema(schemas.people, Number(text))) as number | null,
    notes: reader.value("notes", (text) => parseWithSchema(schemas.notes, text)) as string | null,
    externalId: reader.value("externalId", (text) => parseWithSchema(schemas.externalId, text)) as string | null,
  };
  const fieldValue = toFieldValue(reader.text("facility"), reader.text("field"));
  if (reader.faults.length > 0 || !start) return { line, faults: reader.faults };
  return { line, cells, fieldValue, date, start, end, duration, ...parsed, status, warnings: reader.warnings };
}

/** @returns one item per row, in the order of the file */
export async function parseBookingRows(table: CsvTable, reading: BookingReading): Promise<ParsedBookingRow[]> {
  return refuseRepeated(
    await parseEachRow(table, (row) => parseRow(row, reading)),
    (row) => ("externalId" in row ? row.externalId : null),
    (row, before) => {
      const saying = message("imports.repeatedBooking", { line: before });
      return createFault(reading.mapping, { cells: [], ...row }, "externalId", saying);
    },
  );
}
