/** Reads PostgreSQL's catalogue: the tables in the schema `public`, without those of extensions. */
import type pg from "pg";
import type { Manifest } from "./backup-format.ts";

type Queryable = Pick<pg.ClientBase, "query">;

const notOfExtension = (catalog: string, oid: string) => `not exists (
  select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;
const ownTables = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${notOfExtension("pg_class", "pg_class.oid")}`;

/** Without generated columns: the database makes their values. */
export async function listTables(client: Queryable): Promise<Manifest["tables"]> {
  const { rows } = await client.query<Manifest["tables"][number]>(`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${ownTables} and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname collate "C"`);
  return rows;
}

/** Their values are at least those of the rows that the caller's transaction sees. */
export async function listSequences(client: Queryable): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoteName(name)}`,
    );
    if (values[0]) sequences.push({ name, ...values[0] });
  }
  return sequences;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Statements that remove indexes and keys, and those that make them again. Without them, rows load several times faster. */
export interface IndexStatements {
  drop: string[];
  create: string[];
}

export async function listIndexStatements(client: Queryable): Promise<IndexStatements> {
  const { rows: constraints } = await client.query<{ table: string; name: string; type: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, contype::text as type,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${ownTables} and contype in ('p', 'u', 'x', 'f')
    order by contype = 'f', contype <> 'p', conrelid::regclass::text, conname`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where ${ownTables} and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid::regclass::text`);
  const isForeign = ({ type }: { type: string }) => type === "f";
  const add = (list: typeof constraints) =>
    list.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
  return {
    // Foreign keys rest on the others: they go first and come last.
    drop: [
      ...constraints.toReversed().map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    create: [
      ...add(constraints.filter((constraint) => !isForeign(constraint))),
      ...indexes.map(({ definition }) => definition),
      ...add(constraints.filter(isForeign)),
    ],
  };
}

/** Removes all tables, functions, collations and types that migrations have made, and the queues of the jobs. */
export async function dropEverything(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop table %s cascade', pg_class.oid::regclass) as statement, 1 as position
    from pg_class where ${ownTables}
    union all
    select format('drop %s %s cascade', case prokind when 'p' then 'procedure' else 'function' end, oid::regprocedure), 2
    from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${notOfExtension("pg_proc", "pg_proc.oid")}
    union all
    select format('drop collation %s cascade', oid::regcollation), 3
    from pg_collation where collnamespace = 'public'::regnamespace and ${notOfExtension("pg_collation", "pg_collation.oid")}
    union all
    select format('drop type %s cascade', oid::regtype), 4
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${notOfExtension("pg_type", "pg_type.oid")}
    union all
    select format('drop schema %I cascade', nspname), 5 from pg_namespace where nspname = 'pgboss'
    order by position`);
  for (const { statement } of rows) await client.query(statement);
}
