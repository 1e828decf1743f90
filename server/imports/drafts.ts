/** Reads every row of a file: what it says of a facility and of a field, or why it cannot be taken. Knows no database. */
import { setImmediate as breathe } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { ImportTarget } from "#contract/imports.ts";
import { say, type Saying } from "#server/kit/problem.ts";
import type { FacilitiesTable, FieldsTable } from "#server/kit/tables.ts";
import type { Recognized, Recognizer } from "#server/sports/recognize.ts";
import type { Table } from "./read.ts";
import { readCell, Refusal, short } from "./values.ts";

/** Names as they are compared: without regard to case, accents and spaces; signs count, for `A+` is not `A-`. */
export const foldName = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

export type Mapping = readonly (ImportTarget | null)[];

/** Why a row is left out. */
export interface Fault {
  line: number;
  /** The column, from 0; null where it is the whole row. */
  at: number | null;
  value: string | null;
  saying: Saying;
}

export const facilityColumns = {
  facilityExternalId: "external_id",
  facilityName: "name",
  facilityDescription: "description",
  addressLine1: "line1",
  postalCode: "postal_code",
  city: "city",
  latitude: "latitude",
  longitude: "longitude",
  parkingPlace: "parking_place",
  bicycleParkingPlace: "bicycle_parking_place",
  changingRoom: "changing_room",
  restroom: "restroom",
  shower: "shower",
  restaurant: "restaurant",
  shop: "shop",
} as const satisfies Partial<Record<ImportTarget, keyof FacilitiesTable>>;

export const fieldColumns = {
  fieldExternalId: "external_id",
  fieldName: "name",
  fieldDescription: "description",
  space: "space",
  status: "status",
  confidentiality: "confidentiality",
  bookable: "bookable",
  lights: "lights",
  handicapAccess: "handicap_access",
  airConditioning: "air_conditioning",
  heating: "heating",
  minPeopleByEvent: "min_people_by_event",
  maxPeopleByEvent: "max_people_by_event",
  seatsStands: "seats_stands",
} as const satisfies Partial<Record<ImportTarget, keyof FieldsTable>>;

type FacilityColumn = (typeof facilityColumns)[keyof typeof facilityColumns];
type FieldColumn = (typeof fieldColumns)[keyof typeof fieldColumns];
/** What cells that are not blank say; a blank one leaves everything as it is. */
export type FacilitySaid = Partial<Pick<Selectable<FacilitiesTable>, FacilityColumn>> & { name: string };
export type FieldSaid = Partial<Pick<Selectable<FieldsTable>, FieldColumn>> & { name: string };

/** A facility as all its rows describe it. */
export interface Group {
  said: FacilitySaid;
  /** Of its first row that can be taken. */
  line: number;
}
export interface Draft {
  line: number;
  group: Group;
  field: FieldSaid;
  sports: Recognized | undefined;
  /** The row's cells, for what is found out later. */
  cells: readonly string[];
}
/** A row before it is known which facility it is about. */
export interface Alone extends Omit<Draft, "group"> {
  facility: FacilitySaid;
}
export type Read = Alone | { faults: Fault[] };
export type Row = Draft | { faults: Fault[] };

const isKey = <T extends object>(key: PropertyKey, of: T): key is keyof T => Object.hasOwn(of, key);

/** A fault beside the column of a target. */
export function faultAt(
  mapping: Mapping,
  row: Pick<Draft, "line" | "cells">,
  target: ImportTarget,
  saying: Saying,
): Fault {
  const at = mapping.indexOf(target);
  const value = at === -1 ? "" : (row.cells[at] ?? "").trim();
  return { line: row.line, at: at === -1 ? null : at, value: value === "" ? null : short(value), saying };
}

function readRow(row: Table["rows"][number], width: number, mapping: Mapping, recognize: Recognizer): Alone | Fault[] {
  const { line, cells } = row;
  if (cells.length !== width) {
    const saying = say("imports.cellsMissing", { count: cells.length, expected: width });
    return [{ line, at: null, value: null, saying }];
  }
  const faults: Fault[] = [];
  const [facility, field]: Record<string, unknown>[] = [{}, {}];
  let sports: Recognized | undefined;
  for (const [at, target] of mapping.entries()) {
    const cell = (cells[at] ?? "").trim();
    if (target === null) continue;
    if (cell === "") {
      if (target === "facilityName" || target === "fieldName")
        faults.push(faultAt(mapping, row, target, say("kit.required")));
      continue;
    }
    const value = readCell(target, cell, recognize);
    if (value instanceof Refusal) faults.push(faultAt(mapping, row, target, value.saying));
    else if (value === undefined || value === null) continue;
    else if (target === "sports") sports = value as Recognized;
    else if (facility && isKey(target, facilityColumns)) facility[facilityColumns[target]] = value;
    else if (field && isKey(target, fieldColumns)) field[fieldColumns[target]] = value;
  }
  if (faults.length > 0) return faults;
  const alone = { line, cells, facility: facility as FacilitySaid, field: field as FieldSaid, sports };
  const lone = loneCoordinate(alone.facility, mapping);
  return lone ? [faultAt(mapping, row, lone, say("imports.bothCoordinates"))] : alone;
}

/** Where only one is given, the column that misses its value. */
function loneCoordinate({ latitude, longitude }: FacilitySaid, mapping: Mapping): "latitude" | "longitude" | undefined {
  if ((latitude === undefined) === (longitude === undefined)) return undefined;
  const missing = latitude === undefined ? "latitude" : "longitude";
  if (mapping.includes(missing)) return missing;
  return latitude === undefined ? "longitude" : "latitude";
}

/** So many rows are read before others have their turn. */
const atOnce = 500;

/**
 * Each row by itself.
 * @param mapping as long as the header
 */
export async function readRows({ headers, rows }: Table, mapping: Mapping, recognize: Recognizer): Promise<Read[]> {
  const read: Read[] = [];
  for (const row of rows) {
    const result = readRow(row, headers.length, mapping, recognize);
    read.push(Array.isArray(result) ? { faults: result } : result);
    if (read.length % atOnce === 0) await breathe();
  }
  return read;
}
