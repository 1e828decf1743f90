/** Generates `tables.ts`, the TypeScript types of all tables, from PostgreSQL's catalogue. */
import type pg from "pg";

type Queryable = Pick<pg.Client, "query">;

interface Column {
  table: string;
  column: string;
  type: string;
  labels: string[] | null;
  isArray: boolean;
  nullable: boolean;
  made: "always" | "default" | "no";
}

const columnsQuery = `
  select c.relname as table, a.attname as column, b.typname as type, t.typelem <> 0 and t.typlen = -1 as "isArray",
    (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = b.oid) as labels,
    not (a.attnotnull or t.typnotnull) as nullable,
    case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' when a.attidentity = 'd' or a.atthasdef then 'default' else 'no' end as made
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    join pg_type b on b.oid = case when t.typelem <> 0 and t.typlen = -1 then t.typelem when t.typtype = 'd' then t.typbasetype else t.oid end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
  order by c.relname collate "C", a.attnum`;

const typeScriptTypes: Record<string, string> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  int8: "NumericText",
  numeric: "NumericText",
  timestamptz: "Timestamp",
  json: "Json",
  jsonb: "Json",
  bytea: "Buffer",
};

const fileHeader = `/** Written by \`npm run generate\` after all migrations: the tables as the database has them. */
import type { ColumnType } from "kysely";

/** Comes back as a Date; goes in as a Date or as ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Comes back parsed, of a shape that the reader checks; goes in as text from JSON.stringify. */
export type Json = ColumnType<unknown, string, string>;
/** A number that may be too large for JavaScript: comes back as text. */
export type NumericText = ColumnType<string, string | number | bigint, string | number | bigint>;
/** Made by the database where it is not given. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
/** Made by the database, never given. */
export type AlwaysGenerated<T> = T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>;
`;

function columnType({ type, labels, isArray, nullable, made }: Column): string {
  const one = labels ? labels.map((label) => JSON.stringify(label)).join(" | ") : (typeScriptTypes[type] ?? "string");
  // A ColumnType cannot be an array's element, so use the type that the driver returns.
  const many = labels ? `(${one})[]` : one === "Timestamp" ? "Date[]" : one === "NumericText" ? "string[]" : `${one}[]`;
  const whole = isArray ? many : one;
  const wrapped = made === "always" ? `AlwaysGenerated<${whole}>` : made === "default" ? `Generated<${whole}>` : whole;
  return nullable ? `${wrapped} | null` : wrapped;
}

const interfaceName = (table: string) =>
  `${table.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Table`;

export async function describeTables(client: Queryable): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery);
  const tables = [...Map.groupBy(rows, (row) => row.table)];
  const interfaces = tables.map(([table, members]) => {
    const lines = members.map((member) => `  ${member.column}: ${columnType(member)};`);
    return `export interface ${interfaceName(table)} {\n${lines.join("\n")}\n}\n`;
  });
  const list = tables.map(([table]) => `  ${table}: ${interfaceName(table)};`);
  return [fileHeader, ...interfaces, `export interface Tables {\n${list.join("\n")}\n}\n`].join("\n");
}
