/** Parses rows of a file into bookings, or into faults. Does not use the database. */
import { setImmediate as breathe } from "node:timers/promises";
import type { CustomerDraft } from "#contract/customers.ts";
import { EventDraft } from "#contract/events.ts";
import type { BookingImportTarget, CustomerImportTarget, DateOrder } from "#contract/imports.ts";
import { requiredLine, requiredText } from "#contract/kit.ts";
import { CellError, parseWithSchema } from "#server/imports/cell-values.ts";
import { toCustomerDraft } from "#server/imports/customers/rows.ts";
import { UNREADABLE_CHARACTER } from "#server/imports/file-encoding.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import type { CsvLine, CsvTable } from "#server/imports/read-csv.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { normalizeText } from "#server/places/address-text.ts";
import { toFieldValue } from "./fields.ts";
import type { BookingMapping } from "./guess-mapping.ts";
import { type Moment, parseDate, parseDuration, parseMoment } from "#server/imports/time-values.ts";

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

const customerTargets = {
  customerName: "fullName",
  firstName: "firstName",
  lastName: "lastName",
  legalName: "legalName",
  email: "email",
  phone: "phone",
  customerNumber: "externalId",
} as const satisfies Partial<Record<BookingImportTarget, CustomerImportTarget>>;
type CustomerTarget = keyof typeof customerTargets;
const customerTargetList = Object.keys(customerTargets) as CustomerTarget[];

class RowReader {
  readonly faults: ImportFault[] = [];
  readonly warnings: ImportFault[] = [];
  private readonly row: CsvLine;
  private readonly reading: BookingReading;

  constructor(row: CsvLine, reading: BookingReading) {
    this.row = row;
    this.reading = reading;
  }

  text(target: BookingImportTarget): string {
    const cell = (this.row.cells[this.reading.mapping.indexOf(target)] ?? "").trim();
    // Names identify: a damaged one would come again as another record, once the file is corrected.
    if (cell.includes(UNREADABLE_CHARACTER)) this.refuse(target, message("imports.unreadableCell"));
    return cell;
  }

  refuse(target: BookingImportTarget, saying: LocalizedMessage): null {
    this.faults.push(createFault(this.reading.mapping, this.row, target, saying));
    return null;
  }

  /** @returns null for an empty cell, and for a refused one */
  value<T>(target: BookingImportTarget, read: (text: string) => T | CellError): T | null {
    const text = this.text(target);
    if (text === "") return null;
    const value = read(text);
    return value instanceof CellError ? this.refuse(target, value.saying) : value;
  }

  moment(target: "startTime" | "endTime"): Moment | null {
    return this.value(
      target,
      (text) => parseMoment(text, this.reading.dateOrder) ?? new CellError(message("imports.unknownTime")),
    );
  }

  date(): Temporal.PlainDate | null {
    return this.value(
      "date",
      (text) => parseDate(text, this.reading.dateOrder) ?? new CellError(message("imports.unknownDate")),
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

  /** By the rules of the import of customers. */
  customer(): CustomerDraft | null {
    const values = Object.fromEntries(
      customerTargetList.flatMap((target) => {
        const text = this.text(target);
        return text === "" ? [] : [[customerTargets[target], text]];
      }),
    );
    if (Object.keys(values).length === 0) return null;
    try {
      return toCustomerDraft(values);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      for (const [member, [saying]] of Object.entries(error.errors ?? {}))
        this.refuse(
          customerTargetList.find((target) => customerTargets[target] === member && this.has(target)) ?? "customerName",
          saying ?? error.localizedMessage,
        );
      return null;
    }
  }

  has(target: BookingImportTarget): boolean {
    return this.reading.mapping.includes(target);
  }
}

const isDateless = (moment: Moment | null) => moment !== null && "date" in moment && moment.date === null;

function parseRow(row: CsvLine, width: number, reading: BookingReading): ParsedBookingRow {
  const { line, cells } = row;
  if (cells.length !== width) {
    const saying = message("imports.cellsMissing", { count: cells.length, expected: width });
    return { line, faults: [{ line, at: null, value: null, saying }] };
  }
  const reader = new RowReader(row, reading);
  const status = reader.status();
  if (status === "ended") return { line, isSkipped: true };
  const date = reader.date();
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

/** Refuses rows whose number stands in an earlier row. */
function refuseRepeated(rows: ParsedBookingRow[], mapping: BookingMapping): ParsedBookingRow[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    if (!("externalId" in row) || row.externalId === null) return row;
    const before = lines.get(row.externalId);
    if (before === undefined) {
      lines.set(row.externalId, row.line);
      return row;
    }
    const saying = message("imports.repeatedBooking", { line: before });
    return { line: row.line, faults: [createFault(mapping, row, "externalId", saying)] };
  });
}

/** Rows parsed before other requests may run. */
const ROWS_PER_TURN = 500;

/** @returns one item per row, in the order of the file */
export async function parseBookingRows(
  { headers, rows }: CsvTable,
  reading: BookingReading,
): Promise<ParsedBookingRow[]> {
  const read: ParsedBookingRow[] = [];
  for (const row of rows) {
    read.push(parseRow(row, headers.length, reading));
    if (read.length % ROWS_PER_TURN === 0) await breathe();
  }
  return refuseRepeated(read, reading.mapping);
}
