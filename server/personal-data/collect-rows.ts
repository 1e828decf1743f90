/** Reads all rows that name a person. */
import { sql } from "kysely";
import { type PersonalRecord, personalTables } from "#contract/personal-data.ts";
import type { Database } from "#server/kit/db/database.ts";
import { type TableExport, tableExports } from "./personal-rows.ts";

export type Row = Record<string, unknown>;
/** Rows by table. */
export type RecordRows = Record<string, Row[]>;

export interface PersonalRows {
  records: Record<PersonalRecord, RecordRows>;
  /** Organizations and fields that the rows name by their ids. */
  names: RecordRows;
}

interface DataSubject {
  userId: string;
  email: string;
}
/** Ids of an organization's rows that are the person's. */
type IdsByOrganization = Map<string, Set<string>>;
interface OwnRows {
  customer: IdsByOrganization;
  event: IdsByOrganization;
  charge: IdsByOrganization;
  subscription: IdsByOrganization;
  payment: IdsByOrganization;
}

/** Later tables are found by the ids of these. */
const keyTables = [
  "customers",
  "events",
  "charges",
  "subscriptions",
  "payments",
] as const satisfies `${keyof OwnRows}s`[];
const isKeyTable = (table: string): table is (typeof keyTables)[number] => keyTables.some((one) => one === table);
const keyOf = (table: (typeof keyTables)[number]) => table.slice(0, -1) as keyof OwnRows;
const recordNames = Object.keys(personalTables) as PersonalRecord[];

/** @param onRecord called after each kind of record */
export async function collectPersonalRows(
  db: Database,
  subject: DataSubject,
  onRecord: () => Promise<void>,
): Promise<PersonalRows> {
  const own: OwnRows = {
    customer: new Map(),
    event: new Map(),
    charge: new Map(),
    subscription: new Map(),
    payment: new Map(),
  };
  const found = new Map<string, Row[]>();
  const collect = async (table: string, rows: TableExport) => {
    const complete = await listRows(db, table, rows, subject, own);
    if (isKeyTable(table)) rememberIds(own[keyOf(table)], complete);
    found.set(
      table,
      complete.map((row) => withoutColumns(row, rows.without ?? [])),
    );
  };
  for (const table of keyTables) {
    const rows = tableExports[table];
    if (!("excuse" in rows)) await collect(table, rows);
  }
  const records = {} as PersonalRows["records"];
  for (const name of recordNames) {
    records[name] = {};
    for (const table of personalTables[name]) {
      const rows = tableExports[table];
      if ("excuse" in rows) continue;
      if (!found.has(table)) await collect(table, rows);
      records[name][table] = found.get(table) ?? [];
    }
    await onRecord();
  }
  return { records, names: await listNames(db, [...found.values()].flat()) };
}

function rememberIds(ids: IdsByOrganization, rows: Row[]): void {
  for (const { organization_id, id } of rows) {
    const known = ids.get(String(organization_id)) ?? new Set();
    ids.set(String(organization_id), known.add(String(id)));
  }
}

const withoutColumns = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));

/** Each row once, though several of its columns may name the person. */
async function listRows(
  db: Database,
  table: string,
  { account = [], email, customer = [], event, charge, subscription, payment }: TableExport,
  subject: DataSubject,
  own: OwnRows,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  const add = (some: Row[]) => {
    for (const row of some) rows.set(JSON.stringify(row), row);
  };
  for (const column of account) add(await selectWhere(db, table, column, subject.userId));
  if (email !== undefined) add(await selectWhere(db, table, email, subject.email));
  const keys = [
    ...customer.map((column) => [column, own.customer] as const),
    ...(event === undefined ? [] : [[event, own.event] as const]),
    ...(charge === undefined ? [] : [[charge, own.charge] as const]),
    ...(subscription === undefined ? [] : [[subscription, own.subscription] as const]),
    ...(payment === undefined ? [] : [[payment, own.payment] as const]),
  ];
  for (const [column, ids] of keys)
    for (const [organizationId, some] of ids) add(await selectIn(db, table, column, organizationId, [...some]));
  return [...rows.values()];
}

async function selectWhere(db: Database, table: string, column: string, value: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db);
  return rows;
}

async function selectIn(
  db: Database,
  table: string,
  column: string,
  organizationId: string,
  ids: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)}
    where organization_id = ${organizationId} and ${sql.ref(column)} = any(${ids}::uuid[])`.execute(db);
  return rows;
}

const idsOf = (rows: Row[], column: string) => [
  ...new Set(rows.flatMap((row) => (typeof row[column] === "string" ? [row[column]] : []))),
];

/** Ids alone say little to whoever reads the copy. */
async function listNames(db: Database, rows: Row[]): Promise<RecordRows> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "name", "email", "phone"])
    .where("id", "in", [...idsOf(rows, "organization_id"), NOBODY])
    .execute();
  const fields = await db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .select(["fields.id", "fields.name", "facilities.name as facility"])
    .where("fields.id", "in", [...idsOf(rows, "field_id"), NOBODY])
    .execute();
  return { organizations, fields };
}
/** A list in SQL may not be empty. */
const NOBODY = "00000000-0000-0000-0000-000000000000";
