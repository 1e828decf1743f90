/** Reads from PostgreSQL's catalogue how the tables of an organization's copy are made, and which rows they refer to. */
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { copiedTables } from "./organization-tables.ts";

export interface CopiedTable {
  name: string;
  columns: { name: string; type: string }[];
  /** Columns of the primary key. */
  key: string[];
  /** The column with the organization's id. */
  tenant: "id" | "organization_id";
}

/** Without generated columns, and those that are left out. In alphabetical order. */
export async function listCopiedTables(db: Database): Promise<CopiedTable[]> {
  const { rows } = await sql<{ name: string; columns: CopiedTable["columns"]; key: string[] }>`
    select relname::text as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and attgenerated = '' and attidentity = '') as columns,
      (select array_agg(attname::text order by array_position(conkey, attnum)) from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where conrelid = pg_class.oid and contype = 'p') as key
    from pg_class where relnamespace = 'public'::regnamespace and relname::text = any(${[...copiedTables.keys()]})
    order by relname collate "C"`.execute(db);
  return rows.map(({ name, columns, key }) => {
    const without = copiedTables.get(name) ?? [];
    return {
      name,
      columns: columns.filter((column) => !without.includes(column.name)),
      key,
      tenant: name === "organizations" ? "id" : "organization_id",
    };
  });
}

export interface Reference {
  table: string;
  column: string;
  target: string;
}

/** References of these tables by their last column, which is the one without the organization. */
export async function listReferences(db: Database): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select source.relname::text as "table", target.relname::text as target, attname::text as column
    from pg_constraint
    join pg_class as source on source.oid = conrelid join pg_class as target on target.oid = confrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[cardinality(conkey)]
    where contype = 'f' and source.relnamespace = 'public'::regnamespace
      and source.relname::text = any(${[...copiedTables.keys()]})`.execute(db);
  return rows;
}

/** Each table after those that it refers to. */
export function sortByReferences(tables: readonly CopiedTable[], references: readonly Reference[]): CopiedTable[] {
  const sorted: CopiedTable[] = [];
  const visit = (table: CopiedTable) => {
    if (sorted.includes(table)) return;
    for (const { target } of references.filter((reference) => reference.table === table.name)) {
      const before = tables.find(({ name }) => name === target);
      if (before && before !== table) visit(before);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}
