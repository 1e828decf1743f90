/** Distributes an existing database by organization over the workers of a Citus cluster (sharding). */
import pg from "pg";
import type { PlanMode } from "./database-client.ts";
import { listTenantTables, TENANTS } from "./tenant-tables.ts";

type Queryable = Pick<pg.Client, "query">;

export class UndistributableError extends Error {}

/** A foreign key or a trigger, which has to be dropped while its table is distributed. */
interface Dependent {
  table: string;
  name: string;
  /** SQL that makes it again. */
  definition: string;
}

export interface DistributionPlan {
  workers: number;
  /** Tables to copy to every worker. */
  copied: string[];
  /** Tables to distribute, with the column that names the organization. */
  distributed: { table: string; column: string }[];
  foreignKeys: Dependent[];
  triggers: Dependent[];
  /** Tables that stay on the coordinator. */
  local: string[];
  /** Tables that an earlier run has copied or distributed. */
  done: string[];
}

const OWN_TABLES = "c.relkind = 'r' and c.relnamespace = 'public'::regnamespace";

/** @throws UndistributableError without Citus or workers */
async function countWorkers(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ version: string | null }>(
    "select (select extversion from pg_extension where extname = 'citus') as version",
  );
  if (!rows[0]?.version)
    throw new UndistributableError(
      "This database has no Citus: it needs `create extension citus`, on a server that has it in shared_preload_libraries",
    );
  const { rows: workers } = await client.query(
    "select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards",
  );
  if (workers.length === 0) throw new UndistributableError("The cluster has no worker: add some with citus_add_node");
  return workers.length;
}

export async function isDistributed(client: Queryable): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0 && (await listDone(client)).has(TENANTS);
}

/** @returns how to plan all statements of a cluster, which sees by their values which worker has the rows; undefined on one server */
export async function findPlanMode(url: string): Promise<PlanMode | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await isDistributed(client)) ? "force_custom_plan" : undefined;
  } finally {
    await client.end();
  }
}

/** Citus also keeps tables that stay on the coordinator in its list. */
async function listDone(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where ${OWN_TABLES} and (p.partmethod = 'h' or p.partmethod = 'n' and p.repmodel = 't')`,
  );
  return new Set(rows.map(({ table }) => table));
}

async function listForeignKeys(client: Queryable): Promise<(Dependent & { to: string })[]> {
  const { rows } = await client.query<Dependent & { to: string }>(
    `select c.relname as table, t.relname as to, conname as name,
      format('alter table %I add constraint %I %s', c.relname, conname, pg_get_constraintdef(k.oid)) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and ${OWN_TABLES}
    order by c.relname collate "C", conname collate "C"`,
  );
  return rows;
}

async function listTriggers(client: Queryable, tables: ReadonlySet<string>): Promise<Dependent[]> {
  const { rows } = await client.query<Dependent>(
    `select c.relname as table, tgname as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and ${OWN_TABLES} and c.relname = any($1)
    order by c.relname collate "C", tgname collate "C"`,
    [[...tables]],
  );
  return rows;
}

async function listOwnTables(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as table from pg_class c where ${OWN_TABLES} order by c.relname collate "C"`,
  );
  return rows.map(({ table }) => table);
}

/**
 * Reads from the catalogue what is left to do: nothing after a complete run.
 * @throws UndistributableError without Citus or workers
 */
export async function planDistribution(client: Queryable): Promise<DistributionPlan> {
  const workers = await countWorkers(client);
  const done = await listDone(client);
  const tenants = await listTenantTables(client);
  const tenantNames = new Set(tenants.map(({ table }) => table));
  const foreignKeys = await listForeignKeys(client);
  // Other tables that tenant tables point at have to be on every worker.
  const pointedAt = foreignKeys.filter(({ table, to }) => tenantNames.has(table) && !tenantNames.has(to));
  const copied = [...new Set(pointedAt.map(({ to }) => to))].filter((table) => !done.has(table)).toSorted();
  // The others are placed where their organization is.
  const distributed = tenants
    .filter(({ table }) => !done.has(table))
    .toSorted((one, other) => Number(other.table === TENANTS) - Number(one.table === TENANTS));
  const changed = new Set([...copied, ...distributed.map(({ table }) => table)]);
  return {
    workers,
    copied,
    distributed,
    foreignKeys: foreignKeys
      .filter(({ table, to }) => changed.has(table) || changed.has(to))
      .map(({ table, name, definition }) => ({ table, name, definition })),
    triggers: await listTriggers(client, changed),
    local: (await listOwnTables(client)).filter((table) => !changed.has(table) && !done.has(table)),
    done: [...done].toSorted(),
  };
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The number of rows and a sum over their contents, which does not depend on the server that computes it. */
async function fingerprint(client: Queryable, table: string): Promise<string> {
  const { rows } = await client.query<{ print: string }>(
    `select count(*) || ' rows, ' || coalesce(sum(hash_record_extended(t, 0)::numeric), 0) as print from ${quote(table)} t`,
  );
  return rows[0]?.print ?? "";
}

async function moveTables(client: Queryable, plan: DistributionPlan, report: (line: string) => void): Promise<void> {
  const move = async (table: string, sql: string) => {
    const before = await fingerprint(client, table);
    await client.query(sql, [table]);
    const after = await fingerprint(client, table);
    if (after !== before) throw new UndistributableError(`${table} had ${before} before and has ${after} after`);
    // Citus leaves the former rows on the coordinator, where no statement sees them.
    await client.query("select truncate_local_data_after_distributing_table($1)", [table]);
    report(`  ${table}: ${before.split(",")[0]}`);
  };
  for (const table of plan.copied) await move(table, "select create_reference_table($1)");
  for (const { table, column } of plan.distributed)
    await move(
      table,
      table === TENANTS
        ? `select create_distributed_table($1, '${column}')`
        : `select create_distributed_table($1, '${column}', colocate_with => '${TENANTS}')`,
    );
}

const PERMISSION_DENIED = "42501";

/** @returns false where the caller may not make triggers on distributed tables, which takes a superuser */
async function makeTriggers(client: Queryable, triggers: readonly Dependent[]): Promise<boolean> {
  if (triggers.length === 0) return true;
  await client.query("savepoint triggers");
  try {
    // These triggers look at their own row only, so that any server can run them.
    await client.query("set local citus.enable_unsafe_triggers = on");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== PERMISSION_DENIED) throw error;
    await client.query("rollback to savepoint triggers");
    return false;
  }
  for (const { definition } of triggers) await client.query(definition);
  return true;
}

/**
 * Does all or nothing, in one transaction: other sessions wait. Compares the contents of each table before and after.
 * @returns whether the triggers of the plan are there again
 * @throws UndistributableError if contents differ
 */
export async function distribute(
  client: Queryable,
  plan: DistributionPlan,
  report: (line: string) => void,
): Promise<{ hasTriggers: boolean }> {
  await client.query("begin");
  try {
    // Foreign keys to copied tables allow one statement at a time only.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    for (const { table, name } of plan.foreignKeys)
      await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`);
    for (const { table, name } of plan.triggers) await client.query(`drop trigger ${quote(name)} on ${quote(table)}`);
    await moveTables(client, plan, report);
    for (const { definition } of plan.foreignKeys) await client.query(definition);
    const hasTriggers = await makeTriggers(client, plan.triggers);
    await client.query("commit");
    return { hasTriggers };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
