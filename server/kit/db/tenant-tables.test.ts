/** Proves from the catalogue that the schema can be distributed by organization. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { migrationsFolder, readMigrations, splitStatements } from "./migrate.ts";
import { listTenantTables, tablesOfNoTenant } from "./tenant-tables.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const columnAt = (keys: string, table: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = ${keys})`;

/** Keys, unique and exclusion constraints of tenant tables that do not begin with the organization. */
async function listViolations(): Promise<string[]> {
  const tables = await listTenantTables(database.pool);
  const columnOf = new Map(tables.map(({ table, column }) => [table, column]));
  const { rows: uniques } = await database.pool.query<{ table: string; name: string; first: string | null }>(
    `select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(i.indexrelid, 1, true) as first
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where (i.indisunique or i.indisexclusion) and c.relnamespace = 'public'::regnamespace
    order by i.indexrelid`,
  );
  const { rows: references } = await database.pool.query<Record<"table" | "to" | "name" | "first" | "toFirst", string>>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as to, conname as name,
      ${columnAt("conkey[1]", "conrelid")} as first, ${columnAt("confkey[1]", "confrelid")} as "toFirst"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  return [
    ...tables.filter(({ table }) => !uniques.some((key) => key.table === table)).map(({ table }) => `${table}: no key`),
    ...uniques
      .filter(({ table, first }) => columnOf.has(table) && columnOf.get(table) !== first)
      .map(({ table, name }) => `${table}: ${name}`),
    ...references
      // References to `users` and `sports` need no organization: those have a copy on every machine.
      .filter(({ to }) => columnOf.has(to))
      .filter(({ table, to, first, toFirst }) => columnOf.get(table) !== first || columnOf.get(to) !== toFirst)
      .map(({ table, name }) => `${table}: ${name}`),
  ];
}

test("keys, uniques and references of every tenant table begin with the organization", async () => {
  expect((await listTenantTables(database.pool)).length).toBeGreaterThan(30);
  expect(await listViolations()).toEqual([]);
});

test("broken on purpose, it is seen", async () => {
  await database.pool.query(`
    create table lockers (organization_id uuid not null, id uuid primary key, number text, field_id uuid);
    create unique index lockers_number_key on lockers (number);
    alter table lockers add constraint lockers_exclusion exclude using gist (number with =);
    alter table calendars add constraint calendars_field_fkey foreign key (organization_id, field_id) references fields;
    create table lamps (organization_id uuid not null, number text)`);
  expect(await listViolations()).toEqual([
    "lamps: no key",
    "lockers: lockers_pkey",
    "lockers: lockers_number_key",
    "lockers: lockers_exclusion",
    "calendars: calendars_field_fkey",
  ]);
});

test("each table that stays on one server names an organization, and says why it stays", async () => {
  const { rows } = await database.pool.query<{ table: string }>(
    "select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'",
  );
  const named = new Set(rows.map(({ table }) => table));
  for (const [table, reason] of Object.entries(tablesOfNoTenant))
    expect([table, named.has(table), reason.length > 20]).toEqual([table, true, true]);
});

/** Migrations that may run on a database which is distributed already. */
const FIRST_ON_CLUSTERS = "0100";

/** New tenant tables that are not placed, or that refer to others before they are. */
function listUnplacedTables(migrations: ReadonlyMap<string, string>): string[] {
  const recent = [...migrations].filter(([name]) => name >= FIRST_ON_CLUSTERS);
  return recent.flatMap(([name, text]) =>
    [...text.matchAll(/create (?:unlogged )?table (\w+) \(([^;]*)\);/gi)]
      .filter(([, table = "", columns = ""]) => {
        if (!/^\s*organization_id /m.test(columns) || table in tablesOfNoTenant) return false;
        const isPlaced = text.includes(`select distribute_by_organization('${table}');`);
        return !isPlaced || /references (?!users|sports)/i.test(columns);
      })
      .map(([, table]) => `${name}: ${table}`),
  );
}

test("migrations place new tenant tables with their organization before these refer to others", () => {
  const names = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  const migrations = new Map(names.map((name) => [name, readFileSync(join(migrationsFolder, name), "utf8")]));
  expect(migrations.size).toBeGreaterThan(40);
  expect(listUnplacedTables(migrations)).toEqual([]);
  const columns = "organization_id uuid not null,\n  id uuid not null,\n  primary key (organization_id, id)";
  const place = "select distribute_by_organization('lamps');";
  expect(
    listUnplacedTables(
      new Map([
        ["0100-placed.sql", `create table lamps (\n  ${columns}\n);\n${place}`],
        ["0101-not-placed.sql", `create table lamps (\n  ${columns}\n);`],
        [
          "0102-refers.sql",
          `create table lamps (\n  ${columns.replace("null,", "null references organizations,")}\n);\n${place}`,
        ],
      ]),
    ),
  ).toEqual(["0101-not-placed.sql: lamps", "0102-refers.sql: lamps"]);
});

/** From this one on, migrations run on databases that were distributed before. */
const FIRST_APART = "0200";

/** New columns with a constraint in the same command, which a cluster refuses: it wants the constraint by itself, with a name. */
const listColumnsWithConstraints = (migrations: ReadonlyMap<string, string>): string[] =>
  [...migrations]
    .filter(([name]) => name >= FIRST_APART)
    .flatMap(([name, text]) =>
      splitStatements(text)
        .filter((statement) => /^alter table/i.test(statement))
        .flatMap((statement) => statement.split(/\badd column\b/i).slice(1))
        .filter((column) => /\b(references|check|unique|primary key)\b/i.test(column))
        .map(() => name),
    );

test("migrations add a column and its constraint one after the other", () => {
  expect(listColumnsWithConstraints(new Map(readMigrations().map(({ name, sql }) => [name, sql])))).toEqual([]);
  const apart =
    "alter table lamps add column seen_by uuid; alter table lamps add constraint lamps_seen_by_fkey foreign key (seen_by) references users;";
  const together = "alter table lamps add column at timestamptz, add column seen_by uuid references users;";
  expect(
    listColumnsWithConstraints(
      new Map([
        ["0200-apart.sql", apart],
        ["0201-together.sql", together],
      ]),
    ),
  ).toEqual(["0201-together.sql"]);
});

test("on one server, placing a new table does nothing", async () => {
  await database.pool.query("create table poles (organization_id uuid primary key)");
  const { rows } = await database.pool.query("select distribute_by_organization('poles')::text as said");
  expect(rows).toEqual([{ said: "" }]);
});
