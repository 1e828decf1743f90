/** Parses rows of a file into facility and field values, or into faults. Does not use the database. */
import { setImmediate as breathe } from "node:timers/promises";
import type { Selectable } from "kysely";
import { amenities } from "#contract/facility-shape.ts";
import { comforts } from "#contract/fields.ts";
import type { ImportTarget } from "#contract/imports.ts";
import { facilityColumnMap } from "#server/facilities/column-map.ts";
import { fieldColumnMap } from "#server/fields/column-map.ts";
import { message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { FacilitiesTable, FieldsTable } from "#server/kit/db/tables.ts";
import type { CsvTable } from "./read-csv.ts";
import { parseCell, CellError, shorten } from "./cell-values.ts";
import type { RowSports, SportReader } from "./sport-values.ts";

export type ColumnMapping = readonly (ImportTarget | null)[];

export interface ImportFault {
  line: number;
  /** Column index from 0; null if the whole row is meant. */
  at: number | null;
  value: string | null;
  saying: LocalizedMessage;
}

/** @param row that the database has refused */
export const refusedFaults = (row: { line: number } | undefined): ImportFault[] =>
  row ? [{ line: row.line, at: null, value: null, saying: message("imports.notSaved") }] : [];

const columnsOf = <C extends object, const K extends keyof C>(columns: C, members: readonly K[]) =>
  Object.fromEntries(members.map((member) => [member, columns[member]])) as Pick<C, K>;

const { columns: ofFacility } = facilityColumnMap;
export const facilityColumns = {
  facilityExternalId: "external_id",
  facilityName: ofFacility.name,
  facilityDescription: ofFacility.description,
  addressLine1: "line1",
  postalCode: "postal_code",
  city: "city",
  latitude: "latitude",
  longitude: "longitude",
  ...columnsOf(ofFacility, ["parkingPlace", "bicycleParkingPlace", ...amenities]),
} as const satisfies Partial<Record<ImportTarget, keyof FacilitiesTable>>;

const { columns: ofField } = fieldColumnMap;
export const fieldColumns = {
  fieldExternalId: "external_id",
  fieldName: ofField.name,
  fieldDescription: ofField.description,
  ...columnsOf(ofField, ["space", "status", "confidentiality", "bookable", ...comforts]),
  ...columnsOf(ofField, ["minPeopleByEvent", "maxPeopleByEvent", "seatsStands"]),
} as const satisfies Partial<Record<ImportTarget, keyof FieldsTable>>;

type FacilityColumn = (typeof facilityColumns)[keyof typeof facilityColumns];
type FieldColumn = (typeof fieldColumns)[keyof typeof fieldColumns];
/** Values of cells that are not blank; a blank cell changes nothing. */
export type FacilityValues = Partial<Pick<Selectable<FacilitiesTable>, FacilityColumn>> & { name: string };
export type FieldValues = Partial<Pick<Selectable<FieldsTable>, FieldColumn>> & { name: string };

export interface FacilityGroup {
  values: FacilityValues;
  /** Line of the first valid row. */
  line: number;
}
export interface RowDraft {
  line: number;
  group: FacilityGroup;
  field: FieldValues;
  sports: RowSports | undefined;
  /** Warnings about values that are left out or taken from elsewhere. */
  warnings: ImportFault[];
  cells: readonly string[];
}
export interface UngroupedRow extends Omit<RowDraft, "group"> {
  facility: FacilityValues;
}
export type ParsedRow = UngroupedRow | { faults: ImportFault[] };
export type ImportRow = RowDraft | { faults: ImportFault[] };

const isKey = <T extends object>(key: PropertyKey, of: T): key is keyof T => Object.hasOwn(of, key);

export function createFault<Target extends string>(
  mapping: readonly (Target | null)[],
  row: Pick<RowDraft, "line" | "cells">,
  target: Target,
  saying: LocalizedMessage,
): ImportFault {
  const at = mapping.indexOf(target);
  const value = at === -1 ? "" : (row.cells[at] ?? "").trim();
  return { line: row.line, at: at === -1 ? null : at, value: value === "" ? null : shorten(value), saying };
}

const MAX_SPORTS = 20;

/** The sports of a row, from its type, else from its family. Census files tell the space by the category. */
function readSports(
  row: CsvTable["rows"][number],
  mapping: ColumnMapping,
  readSportsOf: SportReader,
): { sports: RowSports | undefined; column: ImportTarget } {
  const cellOf = (target: ImportTarget) => (row.cells[mapping.indexOf(target)] ?? "").trim();
  const column = cellOf("sports") === "" ? "sportFamily" : "sports";
  const text = cellOf(column);
  return { column, sports: text === "" ? undefined : readSportsOf(text, [cellOf("sportFamily"), cellOf("space")]) };
}

function parseRow(
  row: CsvTable["rows"][number],
  width: number,
  mapping: ColumnMapping,
  readSportsOf: SportReader,
): UngroupedRow | ImportFault[] {
  const { line, cells } = row;
  if (cells.length !== width) {
    const saying = message("imports.cellsMissing", { count: cells.length, expected: width });
    return [{ line, at: null, value: null, saying }];
  }
  const [faults, warnings]: [ImportFault[], ImportFault[]] = [[], []];
  const [facility, field]: Record<string, unknown>[] = [{}, {}];
  for (const [at, target] of mapping.entries()) {
    const cell = (cells[at] ?? "").trim();
    if (target === null) continue;
    if (cell === "") {
      if (target === "facilityName" || target === "fieldName")
        faults.push(createFault(mapping, row, target, message("kit.required")));
      continue;
    }
    const value = parseCell(target, cell);
    if (value instanceof CellError)
      (value.isWarning ? warnings : faults).push(createFault(mapping, row, target, value.saying));
    else if (value === undefined || value === null) continue;
    else if (facility && isKey(target, facilityColumns)) facility[facilityColumns[target]] = value;
    else if (field && isKey(target, fieldColumns)) field[fieldColumns[target]] = value;
  }
  const { sports, column } = readSports(row, mapping, readSportsOf);
  if (sports && sports.sportIds.length > MAX_SPORTS)
    faults.push(createFault(mapping, row, column, message("kit.maxItems", { max: MAX_SPORTS })));
  if (faults.length > 0) return faults;
  for (const saying of sports?.warnings ?? []) warnings.push(createFault(mapping, row, column, saying));
  const alone = { line, cells, facility: facility as FacilityValues, field: field as FieldValues, sports, warnings };
  const lone = missingCoordinate(alone.facility, mapping);
  return lone ? [createFault(mapping, row, lone, message("imports.bothCoordinates"))] : alone;
}

function missingCoordinate(
  { latitude, longitude }: FacilityValues,
  mapping: ColumnMapping,
): "latitude" | "longitude" | undefined {
  if ((latitude === undefined) === (longitude === undefined)) return undefined;
  const missing = latitude === undefined ? "latitude" : "longitude";
  if (mapping.includes(missing)) return missing;
  return latitude === undefined ? "longitude" : "latitude";
}

/** Rows parsed before other requests may run. */
const ROWS_PER_TURN = 500;

export async function parseRows(
  { headers, rows }: CsvTable,
  mapping: ColumnMapping,
  readSportsOf: SportReader,
): Promise<ParsedRow[]> {
  const read: ParsedRow[] = [];
  for (const row of rows) {
    const result = parseRow(row, headers.length, mapping, readSportsOf);
    read.push(Array.isArray(result) ? { faults: result } : result);
    if (read.length % ROWS_PER_TURN === 0) await breathe();
  }
  return read;
}
