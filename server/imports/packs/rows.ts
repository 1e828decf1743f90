/** Parses rows of a file into packs, or into faults. Does not use the database. */
import * as z from "zod/mini";
import type { CustomerDraft } from "#contract/customers.ts";
import type { DateOrder, PackImportTarget } from "#contract/imports.ts";
import { requiredLine } from "#contract/kit.ts";
import { PackTypeMembers } from "#contract/packs.ts";
import { countParser, parseWithSchema } from "#server/imports/cell-values.ts";
import { foldName } from "#server/imports/fold-name.ts";
import { parseEachRow, refuseRepeated, RowReader } from "#server/imports/row-reader.ts";
import { createFault, type ImportFault } from "#server/imports/rows.ts";
import type { CsvLine, CsvTable } from "#server/imports/read-csv.ts";
import { message } from "#server/kit/http/http-error.ts";
import type { PackMapping } from "./guess-mapping.ts";

export interface PackRow {
  line: number;
  cells: readonly string[];
  /** As the file calls the type. */
  typeName: string;
  /** With a number alone, a customer who is known. */
  holder: CustomerDraft;
  unitsTotal: number | null;
  unitsLeft: number | null;
  unitsUsed: number | null;
  /** Local dates. */
  startsOn: string | null;
  expiresOn: string | null;
  externalId: string | null;
}
export type ParsedPackRow = PackRow | { line: number; faults: ImportFault[] };

export interface PackReading {
  mapping: PackMapping;
  dateOrder: DateOrder;
}

const parseTotal = countParser(PackTypeMembers.shape.units);
const parseUnits = countParser(z.int().check(z.gte(0), z.lte(100_000)));
const externalId = requiredLine(400);

class PackReader extends RowReader<PackImportTarget> {
  units(target: "unitsTotal" | "unitsLeft" | "unitsUsed"): number | null {
    return this.value(target, target === "unitsTotal" ? parseTotal : parseUnits) as number | null;
  }

  /** Years that no pack has are typing errors, which the database would keep. */
  localDate(target: "startsOn" | "expiresOn"): string | null {
    const date = this.date(target);
    if (!date) return null;
    if (date.year < 1970 || date.year > 2199) return this.refuse(target, message("kit.invalidDate"));
    return date.toString();
  }
}

function parseRow(row: CsvLine, reading: PackReading): ParsedPackRow {
  const { line, cells } = row;
  const reader = new PackReader(row, reading);
  const typeName = reader.text("pack");
  if (typeName === "") reader.refuse("pack", message("kit.required"));
  const before = reader.faults.length;
  const holder = reader.customer({ byNumber: true });
  if (!holder && reader.faults.length === before)
    reader.refuse(reader.has("customerName") ? "customerName" : "customerNumber", message("imports.noHolder"));
  const parsed = {
    ...{ unitsTotal: reader.units("unitsTotal"), unitsLeft: reader.units("unitsLeft") },
    ...{ unitsUsed: reader.units("unitsUsed"), startsOn: reader.localDate("startsOn") },
    expiresOn: reader.localDate("expiresOn"),
    externalId: reader.value("externalId", (text) => parseWithSchema(externalId, text)) as string | null,
  };
  if (parsed.startsOn !== null && parsed.expiresOn !== null && parsed.expiresOn < parsed.startsOn)
    reader.refuse("expiresOn", message("imports.endBeforeStart"));
  if (reader.faults.length > 0 || !holder) return { line, faults: reader.faults };
  return { line, cells, typeName, holder, ...parsed };
}

/** The number elsewhere; without one, what a person cannot hold twice as far as the file says. */
const keyOf = ({ externalId: number, typeName, holder, startsOn, expiresOn }: PackRow): string =>
  JSON.stringify(number === null ? [foldName(typeName), holder, startsOn, expiresOn] : [number]);

/** @returns one item per row, in the order of the file */
export async function parsePackRows(table: CsvTable, reading: PackReading): Promise<ParsedPackRow[]> {
  return refuseRepeated(await parseEachRow(table, (row) => parseRow(row, reading)), keyOf, (row, line) =>
    row.externalId === null
      ? createFault(reading.mapping, row, "pack", message("imports.repeatedPack", { line }))
      : createFault(reading.mapping, row, "externalId", message("imports.repeatedBooking", { line })),
  );
}
