/**
 * `npm run distribute`: says what it would do to the database of DATABASE_URL, asks at a terminal, and does it; with
 * `-- --yes` it does not ask (docs/scale.md).
 */
import { createInterface } from "node:readline/promises";
import pg from "pg";
import { CommandError } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { openDatabase } from "./kit/db/database.ts";
import { distribute, planDistribution, UndistributableError, type DistributionPlan } from "./kit/db/distribute.ts";
import { listPendingMigrations, migrate } from "./kit/db/migrate.ts";
import { areServersAtWork } from "./kit/db/servers-at-work.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";

const list = (names: readonly string[]) => `${names.length}: ${names.join(", ")}`;

function describePlan(plan: DistributionPlan): string[] {
  const { copied, distributed, foreignKeys, triggers, local, done } = plan;
  return [
    `Citus with ${plan.workers} workers.`,
    ...(done.length > 0 ? [`  distributed or copied before: ${list(done)}`] : []),
    `  copied to every worker: ${list(copied)}`,
    `  distributed by organization: ${list(distributed.map(({ table }) => table))}`,
    `  dropped meanwhile, and made again: ${foreignKeys.length} foreign keys, ${triggers.length} triggers`,
    `  left on the coordinator: ${list(local)}`,
  ];
}

async function findPending(url: string): Promise<string[]> {
  const { db, close } = openDatabase(url, { max: 1 });
  try {
    return await listPendingMigrations(db);
  } finally {
    await close();
  }
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question("Distribute it now? [y/N] ")).trim());
  } finally {
    terminal.close();
  }
}

async function run(url: string, isMeant: boolean): Promise<void> {
  const pending = await findPending(url);
  const client = new pg.Client({ connectionString: url, application_name: "baseline distribute" });
  client.on("error", () => {});
  await client.connect();
  try {
    const plan = await planDistribution(client);
    for (const line of describePlan(plan)) console.log(line);
    if (pending.length > 0) console.log(`  migrated first, which may add tables: ${list(pending)}`);
    if (pending.length + plan.copied.length + plan.distributed.length === 0)
      return console.log("Everything is distributed.");
    if (!isMeant && !(await isAgreed()))
      return console.log("Nothing was changed. Make a backup and stop the servers, then run it with `-- --yes`.");
    if (await areServersAtWork(client))
      throw new CommandError(
        "A server works with this database: stop it first, and start it again once it is distributed",
      );
    await migrate(url);
    await move(client, pending.length > 0 ? await planDistribution(client) : plan);
  } finally {
    await client.end();
  }
}

async function move(client: pg.Client, plan: DistributionPlan): Promise<void> {
  console.log("Moving, and comparing each table before and after:");
  const { hasTriggers } = await distribute(client, plan, console.log);
  if (!hasTriggers) console.log(triggersMissing(plan));
  console.log("Distributed.");
}

const triggersMissing = ({ triggers }: DistributionPlan) =>
  `WARNING: only a superuser can make triggers on distributed tables. Missing are: ${triggers.map(({ name }) => name).join(", ")}. Run each of these as one, after \`set citus.enable_unsafe_triggers = on\`:\n${triggers.map(({ definition }) => `${definition};`).join("\n")}`;

let config: Config | undefined;
try {
  const [flag, ...more] = process.argv.slice(2);
  if (more.length > 0 || (flag !== undefined && flag !== "--yes"))
    throw new CommandError("Usage: npm run distribute [-- --yes]");
  config = readConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (!url)
    throw new CommandError("DATABASE_URL is not set: the embedded database is one server, and cannot be distributed.");
  await run(url, flag === "--yes");
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof UndistributableError;
  console.error(isExpected ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
