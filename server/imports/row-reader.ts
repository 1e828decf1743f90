/** Reads a row by what its columns stand for, and collects what is wrong with it. Does not use the database. */
import { setImmediate as breathe } from "node:timers/promises";
import { CustomerDraft } from "#contract/customers.ts";
import type { CustomerImportTarget, DateOrder } from "#contract/imports.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { parseInput } from "#server/kit/http/parse-input.ts";
import { CellError } from "./cell-values.ts";
import { toCustomerDraft } from "./customers/rows.ts";
import { UNREADABLE_CHARACTER } from "./file-encoding.ts";
import type { CsvLine } from "./read-csv.ts";
import { createFault, type ImportFault } from "./rows.ts";
import { parseDate } from "./time-values.ts";

/** Columns of a customer whom a row names, as the import of customers calls them. */
const customerTargets = {
  customerName: "fullName",
  firstName: "firstName",
  lastName: "lastName",
  legalName: "legalName",
  email: "email",
  phone: "phone",
  customerNumber: "externalId",
} as const satisfies Record<string, CustomerImportTarget>;
type CustomerTarget = keyof typeof customerTargets;
const customerTargetList = Object.keys(customerTargets) as CustomerTarget[];
const nameTargets = ["customerName", "firstName", "lastName", "legalName"] as const satisfies CustomerTarget[];

export interface RowReading<Target extends string> {
  mapping: readonly (Target | CustomerTarget | null)[];
  dateOrder: DateOrder;
}

export class RowReader<Target extends string> {
  readonly faults: ImportFault[] = [];
  readonly warnings: ImportFault[] = [];
  protected readonly row: CsvLine;
  protected readonly reading: RowReading<Target>;

  constructor(row: CsvLine, reading: RowReading<Target>) {
    this.row = row;
    this.reading = reading;
  }

  text(target: Target | CustomerTarget): string {
    const cell = (this.row.cells[this.reading.mapping.indexOf(target)] ?? "").trim();
    // Names identify: a damaged one would come again as another record, once the file is corrected.
    if (cell.includes(UNREADABLE_CHARACTER)) this.refuse(target, message("imports.unreadableCell"));
    return cell;
  }

  refuse(target: Target | CustomerTarget, saying: LocalizedMessage): null {
    this.faults.push(createFault(this.reading.mapping, this.row, target, saying));
    return null;
  }

  /** @returns null for an empty cell, and for a refused one */
  value<T>(target: Target, read: (text: string) => T | CellError): T | null {
    const text = this.text(target);
    if (text === "") return null;
    const value = read(text);
    return value instanceof CellError ? this.refuse(target, value.saying) : value;
  }

  date(target: Target): Temporal.PlainDate | null {
    return this.value(
      target,
      (text) => parseDate(text, this.reading.dateOrder) ?? new CellError(message("imports.unknownDate")),
    );
  }

  has(target: Target | CustomerTarget): boolean {
    return this.reading.mapping.includes(target);
  }

  /** By the rules of the import of customers. @param byNumber whether a number without a name stands for a customer */
  customer({ byNumber = false } = {}): CustomerDraft | null {
    const values = Object.fromEntries(
      customerTargetList.flatMap((target) => {
        const text = this.text(target);
        return text === "" ? [] : [[target, text]];
      }),
    ) as Partial<Record<CustomerTarget, string>>;
    if (Object.keys(values).length === 0) return null;
    const { customerNumber } = values;
    const isNumbered = byNumber && customerNumber !== undefined && nameTargets.every((name) => !values[name]);
    try {
      if (isNumbered) return parseInput(CustomerDraft, { kind: "person", externalId: customerNumber }) as CustomerDraft;
      const given = Object.entries(values).map(([target, text]) => [customerTargets[target as CustomerTarget], text]);
      return toCustomerDraft(Object.fromEntries(given));
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
}

interface FaultyRow {
  line: number;
  faults: ImportFault[];
}

/** Rows parsed before other requests may run. */
const ROWS_PER_TURN = 500;

/** @returns one item per row, in the order of the file; rows with too many or too few cells are faults */
export async function parseEachRow<Row>(
  { headers, rows }: { headers: readonly string[]; rows: readonly CsvLine[] },
  parse: (row: CsvLine) => Row,
): Promise<(Row | FaultyRow)[]> {
  const read: (Row | FaultyRow)[] = [];
  for (const row of rows) {
    const { line, cells } = row;
    const saying = message("imports.cellsMissing", { count: cells.length, expected: headers.length });
    read.push(
      cells.length === headers.length ? parse(row) : { line, faults: [{ line, at: null, value: null, saying }] },
    );
    if (read.length % ROWS_PER_TURN === 0) await breathe();
  }
  return read;
}

/** Refuses rows that name what an earlier row names. @param keyOf null for a row that may stand beside others */
export function refuseRepeated<Row extends { line: number }>(
  rows: readonly (Row | FaultyRow)[],
  keyOf: (row: Row) => string | null,
  explain: (row: Row, before: number) => ImportFault,
): (Row | FaultyRow)[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const key = "faults" in row ? null : keyOf(row);
    if ("faults" in row || key === null) return row;
    const before = lines.get(key);
    if (before !== undefined) return { line: row.line, faults: [explain(row, before)] };
    lines.set(key, row.line);
    return row;
  });
}
