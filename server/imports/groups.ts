/** Brings together the rows that are about one facility, and tells those apart that are about one field twice. */
import type { ImportTarget } from "#contract/imports.ts";
import { say } from "#server/kit/problem.ts";
import type { Recognizer } from "#server/sports/recognize.ts";
import { type Alone, facilityColumns, faultAt, foldName, readRows } from "./drafts.ts";
import type { Fault, Group, Mapping, Read, Row } from "./drafts.ts";
import type { Table } from "./read.ts";
import { short } from "./values.ts";

type Column = keyof Group["said"];
const targets = Object.entries(facilityColumns) as [ImportTarget, Column][];
const nameKey = ({ facility }: Alone) => `${foldName(facility.name)}\n${foldName(facility.city ?? "")}`;
const isAlone = (row: Read): row is Alone => "facility" in row;

/** The external ids that go with a name and a city; rows without an id are about that one facility. */
function idsByName(rows: Alone[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const row of rows) {
    const { external_id: id } = row.facility;
    if (id) ids.set(nameKey(row), (ids.get(nameKey(row)) ?? new Set()).add(id));
  }
  return ids;
}

/** A facility in the making: what is said of it, and in which line. */
interface Gathering {
  group: Group;
  lines: Map<Column, number>;
}

/** Each field has its own point: the facility's is that of its first row. A name may be spelt in several ways. */
function differs(column: Column, before: unknown, now: unknown): boolean {
  if (column === "latitude" || column === "longitude" || column === "external_id") return false;
  if (column === "name" || column === "city") return foldName(String(before)) !== foldName(String(now));
  return before !== now;
}

function contradictions({ group, lines }: Gathering, row: Alone, mapping: Mapping): Fault[] {
  return targets.flatMap(([target, column]) => {
    const [before, now] = [group.said[column], row.facility[column]];
    if (before === undefined || now === undefined || !differs(column, before, now)) return [];
    const value = short(String(before));
    return [
      faultAt(mapping, row, target, say("imports.saidOtherwise", { line: lines.get(column) ?? group.line, value })),
    ];
  });
}

function take({ group, lines }: Gathering, { facility, line }: Alone): void {
  const isPlaced = group.said.latitude !== undefined;
  for (const [, column] of targets) {
    if (facility[column] === undefined || group.said[column] !== undefined) continue;
    if (isPlaced && (column === "latitude" || column === "longitude")) continue;
    Object.assign(group.said, { [column]: facility[column] });
    lines.set(column, line);
  }
}

/** @returns by row, the line of an earlier one about the same field */
function repeated(gathered: ReadonlyMap<Alone, Group>): Map<Alone, number> {
  const [byId, byName, found] = [
    new Map<string, number>(),
    new Map<Group, Map<string, number>>(),
    new Map<Alone, number>(),
  ];
  // Rows without ids come last: whether a name is another's is known only then.
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

function gatherFacilities(read: Read[], mapping: Mapping): Row[] {
  const alone = read.filter(isAlone);
  const ids = idsByName(alone);
  const gatherings = new Map<string, Gathering>();
  const gathered = new Map<Alone, Group>();
  const refused = new Map<Alone, Fault[]>();
  for (const row of alone) {
    const candidates = ids.get(nameKey(row));
    const id = row.facility.external_id ?? (candidates?.size === 1 ? [...candidates][0] : undefined);
    const key = id ? `#${id}` : nameKey(row);
    const gathering = gatherings.get(key) ?? {
      group: { said: { name: row.facility.name }, line: 0 },
      lines: new Map(),
    };
    const faults =
      !id && candidates
        ? [faultAt(mapping, row, "facilityName", say("imports.whichFacility"))]
        : contradictions(gathering, row, mapping);
    if (faults.length > 0) {
      refused.set(row, faults);
      continue;
    }
    gatherings.set(key, gathering);
    take(gathering, row);
    gathered.set(row, gathering.group);
  }
  for (const [row, line] of repeated(gathered)) {
    const target = row.field.external_id ? "fieldExternalId" : "fieldName";
    refused.set(row, [faultAt(mapping, row, target, say("imports.repeatedField", { line }))]);
  }
  // What a row says of the facility falls with it.
  for (const { group } of gatherings.values()) group.said = { name: group.said.name };
  for (const [row, group] of gathered) if (!refused.has(row)) take({ group, lines: new Map() }, row);
  return read.map((row) => {
    if (!isAlone(row)) return row;
    const [faults, group] = [refused.get(row), gathered.get(row)];
    if (faults || !group) return { faults: faults ?? [] };
    group.line ||= row.line;
    const { line, cells, field, sports } = row;
    return { line, cells, field, sports, group };
  });
}

/**
 * @param mapping as long as the header
 * @returns one for each row, in the order of the file
 */
export const readDrafts = async (table: Table, mapping: Mapping, recognize: Recognizer): Promise<Row[]> =>
  gatherFacilities(await readRows(table, mapping, recognize), mapping);
