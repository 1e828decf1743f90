/** Decides what becomes of each row: a booking, nothing new, or an error. The dry run stops here; the import writes it. */
import type { BookingImportReport, FieldMapping } from "#contract/imports.ts";
import { MAX_IMPORT_ERRORS } from "#contract/imports.ts";
import { ALWAYS_OPEN, isWithinOpenTime, openRangesBetween, type FieldHours } from "#contract/hours-rules.ts";
import type { CustomerDraft } from "#contract/customers.ts";
import type { Permission } from "#contract/permissions.ts";
import { removeAccents } from "#messages/remove-accents.ts";
import { listFieldHours } from "#server/hours/queries.ts";
import { shorten } from "#server/imports/cell-values.ts";
import {
  type KnownCustomer,
  KnownCustomers,
  nameOfCustomer,
  type NewCustomer,
} from "#server/imports/known-customers.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import type { Database } from "#server/kit/db/database.ts";
import { message } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { createFieldFinder, type ImportField } from "./fields.ts";
import type { BookingMapping } from "./guess-mapping.ts";
import {
  type BookingAtStart,
  type BookingTime,
  listBookingsAt,
  listKnownIds,
  listTakenTimes,
  toStartKey,
} from "./queries.ts";
import type { BookingRow, ParsedBookingRow } from "./rows.ts";
import { toInstant } from "#server/imports/time-values.ts";

/** As the import stores it: messages are not yet translated. */
export interface StoredBookingReport extends Omit<BookingImportReport, "errors" | "warnings" | "fieldValues"> {
  faults: ImportFault[];
  warnings: ImportFault[];
  fieldValues: BookingImportReport["fieldValues"];
}

const emptyCounts = () => ({ created: 0, updated: 0, unchanged: 0 });
export const emptyBookingReport = (): StoredBookingReport => ({
  bookings: emptyCounts(),
  past: 0,
  customers: emptyCounts(),
  skipped: 0,
  failed: 0,
  faults: [],
  warned: 0,
  warnings: [],
  fieldValues: [],
  examples: [],
});

/** A row with its field and its time. Epoch milliseconds. */
export interface PlacedRow {
  row: BookingRow;
  field: ImportField;
  start: number;
  end: number;
  /** With the turnaround. */
  until: number;
}

export interface BookingPlanScope {
  organizationId: string;
  mapping: BookingMapping;
  fields: readonly ImportField[];
  fieldMapping: FieldMapping;
  permissions: ReadonlySet<Permission>;
  now: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MIN_DURATION_MS = 5 * MINUTE_MS;
const MAX_EXAMPLES = 5;

/** @returns what is wrong with the times, or where the row belongs */
function placeRow(row: BookingRow, field: ImportField, mapping: BookingMapping): PlacedRow | ImportFault {
  const { timezone, turnaround } = field;
  const fault = (target: "startTime" | "endTime" | "duration", saying: ImportFault["saying"]) =>
    createFault(mapping, row, mapping.includes(target) ? target : "startTime", saying);
  const fallback = row.date ?? Temporal.PlainDate.from("1970-01-01");
  const start = toInstant(row.start, fallback, timezone);
  const startDate = Temporal.PlainDate.from(localDateOf(timezone, new Date(start)));
  let end = start + (row.duration ?? 0) * MINUTE_MS;
  if (row.end) {
    end = toInstant(row.end, startDate, timezone);
    // An end without a date that lies before the start is of the next day.
    if ("date" in row.end && row.end.date === null && end <= start)
      end = toInstant(row.end, startDate.add({ days: 1 }), timezone);
  }
  const year = startDate.year;
  if (year < 1970 || year > 2199) return fault("startTime", message("kit.invalidDate"));
  if (end <= start) return fault("endTime", message("imports.endBeforeStart"));
  if (end - start < MIN_DURATION_MS) return fault("duration", message("imports.tooShort"));
  if (end - start > DAY_MS) return fault("endTime", message("imports.tooLong"));
  return { row, field, start, end, until: end + turnaround * MINUTE_MS };
}

/** Times that rows of this file take, by unit. */
class TakenByFile {
  private readonly byUnit = new Map<string, { start: number; until: number; line: number }[]>();

  private keysOf({ field, start, until }: PlacedRow): string[] {
    const days: string[] = [];
    for (let day = Math.floor(start / DAY_MS); day * DAY_MS < until; day++)
      for (const unit of field.unit_ids ?? []) days.push(`${unit} ${day}`);
    return days;
  }

  /** @returns the line of the row that takes the time */
  find(placed: PlacedRow): number | undefined {
    for (const key of this.keysOf(placed))
      for (const { start, until, line } of this.byUnit.get(key) ?? [])
        if (start < placed.until && placed.start < until) return line;
    return undefined;
  }

  add(placed: PlacedRow): void {
    const { start, until, row } = placed;
    for (const key of this.keysOf(placed)) {
      const taken = this.byUnit.get(key) ?? [];
      taken.push({ start, until, line: row.line });
      this.byUnit.set(key, taken);
    }
  }
}

/** Lives for one dry run, or for one transaction of an import. */
export interface BookingPlanState {
  customers: KnownCustomers;
  taken: TakenByFile;
}

const draftsOf = (rows: readonly ParsedBookingRow[]): CustomerDraft[] =>
  rows.flatMap((row) => ("customer" in row && row.customer ? [row.customer] : []));

export const createPlanState = async (
  db: Database,
  organizationId: string,
  rows: readonly ParsedBookingRow[],
): Promise<BookingPlanState> => ({
  customers: await KnownCustomers.load(db, organizationId, draftsOf(rows)),
  taken: new TakenByFile(),
});

/** Writes a row that becomes a booking; a dry run only pretends to. */
export interface BookingWriter {
  addCustomer(draft: CustomerDraft): Promise<NewCustomer>;
  /** @returns false if somebody has taken the time meanwhile */
  addBooking(placed: PlacedRow, customer: KnownCustomer | undefined): Promise<boolean>;
}

interface Surroundings {
  knownIds: ReadonlySet<string>;
  bookings: ReadonlyMap<string, BookingAtStart[]>;
  taken: ReadonlySet<number>;
  hours: ReadonlyMap<string, Omit<FieldHours, "timezone">>;
}

async function readSurroundings(
  db: Database,
  { organizationId, now }: BookingPlanScope,
  placed: readonly PlacedRow[],
): Promise<Surroundings> {
  const times: BookingTime[] = placed.map(({ field, start, until }) => ({ fieldId: field.id, start, until }));
  const ahead = placed.filter(({ end }) => end > now.getTime());
  const dates = ahead.flatMap(({ field, start, end }) => [
    localDateOf(field.timezone, new Date(start)),
    localDateOf(field.timezone, new Date(end)),
  ]);
  const [from] = dates.toSorted();
  const to = dates.toSorted().at(-1);
  return {
    knownIds: await listKnownIds(
      db,
      organizationId,
      placed.flatMap(({ row }) => row.externalId ?? []),
    ),
    bookings: await listBookingsAt(db, organizationId, times),
    taken: await listTakenTimes(db, organizationId, times),
    hours:
      from && to
        ? await listFieldHours(db, organizationId, [...new Set(ahead.map(({ field }) => field.id))], { from, to })
        : new Map(),
  };
}

/** The team may book fields without hours at any time. */
function isOpen({ field, start, end }: PlacedRow, { hours }: Surroundings): boolean {
  const known = hours.get(field.id) ?? { hours: null, exceptions: [] };
  const fieldHours: FieldHours = { timezone: field.timezone, ...known, hours: known.hours ?? ALWAYS_OPEN };
  const dates = [start, end].map((time) => localDateOf(field.timezone, new Date(time))) as [string, string];
  return isWithinOpenTime(openRangesBetween(...dates, fieldHours), { start, end });
}

const isSameBooking = (one: BookingAtStart, customer: KnownCustomer | undefined, { row }: PlacedRow): boolean =>
  customer
    ? one.customerId === customer.id
    : one.customerId === null && (row.title === null || removeAccents(one.name) === removeAccents(row.title));

export class BookingPlanner {
  readonly report: StoredBookingReport;
  private readonly db: Database;
  private readonly scope: BookingPlanScope;
  private readonly state: BookingPlanState;
  private readonly writer: BookingWriter;
  private readonly findField: (value: string) => ImportField | undefined;
  private readonly values: Map<string, BookingImportReport["fieldValues"][number]>;

  constructor(
    db: Database,
    scope: BookingPlanScope,
    state: BookingPlanState,
    { writer, report }: { writer: BookingWriter; report: StoredBookingReport | undefined },
  ) {
    this.db = db;
    this.scope = scope;
    this.state = state;
    this.writer = writer;
    this.report = structuredClone(report ?? emptyBookingReport());
    this.findField = createFieldFinder(scope.fields, scope.fieldMapping);
    this.values = new Map(this.report.fieldValues.map((one) => [one.value, one]));
  }

  async add(rows: readonly ParsedBookingRow[]): Promise<void> {
    const placed = new Map<ParsedBookingRow, PlacedRow>();
    const faults = new Map<ParsedBookingRow, ImportFault[]>();
    for (const row of rows) {
      if ("isSkipped" in row) continue;
      const result = "faults" in row ? row.faults : this.place(row);
      if (Array.isArray(result)) faults.set(row, result);
      else placed.set(row, result);
    }
    const list = [...placed.values()];
    const around = await readSurroundings(this.db, this.scope, list);
    const places = new Map(list.map((one, index) => [one, index]));
    for (const row of rows) {
      const one = placed.get(row);
      if (one) await this.decide(one, around, around.taken.has(places.get(one) ?? -1));
      else if ("isSkipped" in row) this.report.skipped++;
      else this.refuse(faults.get(row) ?? []);
    }
    this.report.fieldValues = [...this.values.values()].toSorted((one, other) => other.rows - one.rows);
  }

  /** Adds a row that could not be written. */
  refuse(faults: readonly ImportFault[]): void {
    this.report.faults = [...this.report.faults, ...faults].slice(0, MAX_IMPORT_ERRORS);
    this.report.failed++;
  }

  private place(row: BookingRow): PlacedRow | ImportFault[] {
    const field = this.findField(row.fieldValue);
    this.countValue(row.fieldValue, field);
    const { mapping } = this.scope;
    const target = mapping.includes("field") ? "field" : "facility";
    if (!field) {
      const saying =
        row.fieldValue === "" ? message("imports.noField") : message("imports.unknownField", { name: row.fieldValue });
      return [createFault(mapping, row, target, saying)];
    }
    const placed = placeRow(row, field, mapping);
    if (!("field" in placed)) return [placed];
    this.addExample(placed);
    return placed;
  }

  private countValue(value: string, field: ImportField | undefined): void {
    const known = this.values.get(value);
    if (known) known.rows++;
    else if (this.values.size < MAX_IMPORT_ERRORS)
      this.values.set(value, { value, rows: 1, fieldId: field?.id ?? null });
  }

  private addExample({ row, field, start, end }: PlacedRow): void {
    const { examples } = this.report;
    if (examples.length === MAX_EXAMPLES) return;
    examples.push({
      line: row.line,
      field: `${field.facility_name} · ${field.name}`,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      timezone: field.timezone,
      title: row.title ?? "",
      customer: row.customer && shorten(nameOfCustomer(row.customer)),
    });
  }

  private async decide(placed: PlacedRow, around: Surroundings, isTaken: boolean): Promise<void> {
    const { row, field, start, end } = placed;
    const { mapping, now, permissions } = this.scope;
    const isOver = end <= now.getTime();
    // Nobody has answered the request in its time.
    if (isOver && row.status === "pending") return void this.report.skipped++;
    const known = row.customer ? this.state.customers.find(row.customer) : undefined;
    const isHere =
      row.externalId !== null && around.knownIds.has(row.externalId)
        ? true
        : (row.customer === null || known !== undefined) &&
          (around.bookings.get(toStartKey(field.id, start)) ?? []).some((one) => isSameBooking(one, known, placed));
    if (isHere) return void this.report.bookings.unchanged++;
    const fault = (target: "startTime" | "field", saying: ImportFault["saying"]) =>
      createFault(mapping, row, target, saying);
    const line = this.state.taken.find(placed);
    if (line !== undefined) return this.refuse([fault("startTime", message("imports.takenByLine", { line }))]);
    if (isTaken) return this.refuse([fault("startTime", message("events.slotTaken"))]);
    const warnings = [...row.warnings];
    if (!isOver && field.status === "closed") warnings.push(fault("field", message("events.fieldClosed")));
    if (!isOver && !isOpen(placed, around)) {
      const outside = fault("startTime", message("events.outsideHours"));
      if (!permissions.has("events.override")) return this.refuse([outside]);
      warnings.push(outside);
    }
    if (!(await this.write(placed, known))) return this.refuse([fault("startTime", message("events.slotTaken"))]);
    this.state.taken.add(placed);
    this.report.bookings.created++;
    if (isOver) this.report.past++;
    if (warnings.length > 0) this.report.warned++;
    this.report.warnings = [...this.report.warnings, ...warnings].slice(0, MAX_IMPORT_ERRORS);
  }

  private async write(placed: PlacedRow, known: KnownCustomer | undefined): Promise<boolean> {
    const { customer: draft } = placed.row;
    if (!draft || known) return this.writer.addBooking(placed, known);
    const added = await this.state.customers.add(await this.writer.addCustomer(draft));
    this.report.customers.created++;
    return this.writer.addBooking(placed, added);
  }
}
