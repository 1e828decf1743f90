/** Parses rows of a file into memberships, or into faults. Does not use the database. */
import type { CustomerDraft } from "#contract/customers.ts";
import type { DateOrder, SubscriptionImportTarget } from "#contract/imports.ts";
import { requiredLine } from "#contract/kit.ts";
import { parseWithSchema, parseYesNo } from "#server/imports/cell-values.ts";
import { foldName } from "#server/imports/fold-name.ts";
import { parseEachRow, refuseRepeated, RowReader } from "#server/imports/row-reader.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import type { CsvLine, CsvTable } from "#server/imports/read-csv.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { SubscriptionMapping } from "./guess-mapping.ts";

export interface SubscriptionRow {
  line: number;
  cells: readonly string[];
  /** As the file calls the type. */
  typeName: string;
  /** With a number alone, a customer who is known. */
  holder: CustomerDraft;
  /** Local dates. */
  startsOn: string | null;
  endsOn: string | null;
  renews: boolean | null;
  frozenFrom: string | null;
  frozenTo: string | null;
  externalId: string | null;
}
export type ParsedSubscriptionRow = SubscriptionRow | { line: number; faults: ImportFault[] };

export interface SubscriptionReading {
  mapping: SubscriptionMapping;
  dateOrder: DateOrder;
}

const externalId = requiredLine(400);

class SubscriptionReader extends RowReader<SubscriptionImportTarget> {
  /** Years that no membership has are typing errors, which the database would keep. */
  localDate(target: "startsOn" | "endsOn" | "frozenFrom" | "frozenTo"): string | null {
    const date = this.date(target);
    if (!date) return null;
    if (date.year < 1970 || date.year > 2199) return this.refuse(target, message("kit.invalidDate"));
    return date.toString();
  }
}

function parseRow(row: CsvLine, reading: SubscriptionReading): ParsedSubscriptionRow {
  const { line, cells } = row;
  const reader = new SubscriptionReader(row, reading);
  const typeName = reader.text("membership");
  if (typeName === "") reader.refuse("membership", message("kit.required"));
  const before = reader.faults.length;
  const holder = reader.customer({ byNumber: true });
  if (!holder && reader.faults.length === before)
    reader.refuse(reader.has("customerName") ? "customerName" : "customerNumber", message("imports.noHolder"));
  const parsed = {
    ...{ startsOn: reader.localDate("startsOn"), endsOn: reader.localDate("endsOn") },
    renews: reader.value("renews", parseYesNo) as boolean | null,
    ...{ frozenFrom: reader.localDate("frozenFrom"), frozenTo: reader.localDate("frozenTo") },
    externalId: reader.value("externalId", (text) => parseWithSchema(externalId, text)) as string | null,
  };
  const { startsOn, endsOn, frozenFrom, frozenTo } = parsed;
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    reader.refuse("endsOn", message("hours.endsBeforeStart"));
  if (frozenFrom !== null && frozenTo !== null && frozenTo < frozenFrom)
    reader.refuse("frozenTo", message("hours.endsBeforeStart"));
  if (reader.faults.length > 0 || !holder) return { line, faults: reader.faults };
  return { line, cells, typeName, holder, ...parsed };
}

/** The number elsewhere; without one, what a person cannot hold twice as far as the file says. */
const keyOf = ({ externalId: number, typeName, holder, startsOn, endsOn }: SubscriptionRow): string =>
  JSON.stringify(number === null ? [foldName(typeName), holder, startsOn, endsOn] : [number]);

/** @returns one item per row, in the order of the file */
export async function parseSubscriptionRows(
  table: CsvTable,
  reading: SubscriptionReading,
): Promise<ParsedSubscriptionRow[]> {
  return refuseRepeated(await parseEachRow(table, (row) => parseRow(row, reading)), keyOf, (row, line) =>
    row.externalId === null
      ? createFault(reading.mapping, row, "membership", message("imports.repeatedMembership", { line }))
      : createFault(reading.mapping, row, "externalId", message("imports.repeatedBooking", { line })),
  );
}
