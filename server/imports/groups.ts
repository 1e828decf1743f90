/** Groups the rows of an import by facility, and refuses rows that contradict each other (duplicates). */
import type { ImportTarget } from "#contract/imports.ts";
import { message } from "#server/kit/http/http-error.ts";
import { type UngroupedRow, facilityColumns, createFault, parseRows } from "./rows.ts";
import type { ImportFault, FacilityGroup, ColumnMapping, ParsedRow, ImportRow } from "./rows.ts";
import type { CsvTable } from "./read-csv.ts";
import { shorten } from "./cell-values.ts";
import { foldName } from "./fold-name.ts";
import type { SportReader } from "./sport-values.ts";

type Column = keyof FacilityGroup["values"];
const facilityTargets = Object.entries(facilityColumns) as [ImportTarget, Column][];
const nameKey = ({ facility }: UngroupedRow) => `${foldName(facility.name)}\n${foldName(facility.city ?? "")}`;
const isUngrouped = (row: ParsedRow): row is UngroupedRow => "facility" in row;

/** External ids by name and city. If there is only one, rows without an id belong to it. */
function idsByName(rows: UngroupedRow[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const row of rows) {
    const { external_id: id } = row.facility;
    if (id) ids.set(nameKey(row), (ids.get(nameKey(row)) ?? new Set()).add(id));
  }
  return ids;
}

/** `lines`: the line in which each column's value was first given. */
interface GroupBuilder {
  group: FacilityGroup;
  lines: Map<Column, number>;
}

/** Coordinates differ by field: the facility gets those of its first row. Names may be spelled in several ways. */
function contradicts(column: Column, before: unknown, now: unknown): boolean {
  if (column === "latitude" || column === "longitude" || column === "external_id") return false;
  if (column === "name" || column === "city") return foldName(String(before)) !== foldName(String(now));
  return before !== now;
}

function findContradictions({ group, lines }: GroupBuilder, row: UngroupedRow, mapping: ColumnMapping): ImportFault[] {
  return facilityTargets.flatMap(([target, column]) => {
    const [before, now] = [group.values[column], row.facility[column]];
    if (before === undefined || now === undefined || !contradicts(column, before, now)) return [];
    const value = shorten(String(before));
    return [
      createFault(
        mapping,
        row,
        target,
        message("imports.saidOtherwise", { line: lines.get(column) ?? group.line, value }),
      ),
    ];
  });
}

function mergeIntoGroup({ group, lines }: GroupBuilder, { facility, line }: UngroupedRow): void {
  const isPlaced = group.values.latitude !== undefined;
  for (const [, column] of facilityTargets) {
    if (facility[column] === undefined || group.values[column] !== undefined) continue;
    if (isPlaced && (column === "latitude" || column === "longitude")) continue;
    Object.assign(group.values, { [column]: facility[column] });
    lines.set(column, line);
  }
}

/** @returns by row, the line of an earlier row for the same field */
function findRepeatedFields(gathered: ReadonlyMap<UngroupedRow, FacilityGroup>): Map<UngroupedRow, number> {
  const [byId, byName, found] = [
    new Map<string, number>(),
    new Map<FacilityGroup, Map<string, number>>(),
    new Map<UngroupedRow, number>(),
  ];
  // Rows without ids come last, because their names are compared with those of rows with ids.
  const inTurn = [...gathered].toSorted(
    ([one], [other]) => Number(!one.field.external_id) - Number(!other.field.external_id),
  );
  for (const [row, group] of inTurn) {
    const { external_id: id, name } = row.field;
    const names = byName.get(group) ?? new Map<string, number>();
    const before = id ? byId.get(id) : names.get(foldName(name));
    if (before !== undefined) found.set(row, before);
    else if (id) byId.set(id, row.line);
    byName.set(group, names);
    if (!names.has(foldName(name))) names.set(foldName(name), row.line);
  }
  return found;
}

function groupByFacility(read: ParsedRow[], mapping: ColumnMapping): ImportRow[] {
  const alone = read.filter(isUngrouped);
  const ids = idsByName(alone);
  const gatherings = new Map<string, GroupBuilder>();
  const gathered = new Map<UngroupedRow, FacilityGroup>();
  const refused = new Map<UngroupedRow, ImportFault[]>();
  for (const row of alone) {
    const candidates = ids.get(nameKey(row));
    const id = row.facility.external_id ?? (candidates?.size === 1 ? [...candidates][0] : undefined);
    const key = id ? `#${id}` : nameKey(row);
    const gathering = gatherings.get(key) ?? {
      group: { values: { name: row.facility.name }, line: 0 },
      lines: new Map(),
    };
    const faults =
      !id && candidates
        ? [createFault(mapping, row, "facilityName", message("imports.whichFacility"))]
        : findContradictions(gathering, row, mapping);
    if (faults.length > 0) {
      refused.set(row, faults);
      continue;
    }
    gatherings.set(key, gathering);
    mergeIntoGroup(gathering, row);
    gathered.set(row, gathering.group);
  }
  for (const [row, line] of findRepeatedFields(gathered)) {
    const target = row.field.external_id ? "fieldExternalId" : "fieldName";
    refused.set(row, [createFault(mapping, row, target, message("imports.repeatedField", { line }))]);
  }
  // Rebuild the group's values without the rejected rows.
  for (const { group } of gatherings.values()) group.values = { name: group.values.name };
  for (const [row, group] of gathered) if (!refused.has(row)) mergeIntoGroup({ group, lines: new Map() }, row);
  return read.map((row) => {
    if (!isUngrouped(row)) return row;
    const [faults, group] = [refused.get(row), gathered.get(row)];
    if (faults || !group) return { faults: faults ?? [] };
    group.line ||= row.line;
    const { line, cells, field, sports, warnings } = row;
    return { line, cells, field, sports, warnings, group };
  });
}

/** @returns one item per row, in the order of the file */
export const readImportRows = async (
  table: CsvTable,
  mapping: ColumnMapping,
  readSportsOf: SportReader,
): Promise<ImportRow[]> => groupByFacility(await parseRows(table, mapping, readSportsOf), mapping);
