/** `npm run distribute`: says what it would do to the database of DATABASE_URL; with `-- --trial` it does it (docs/scale.md). */
import pg from "pg";
import { CommandError } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { distribute, planDistribution, UndistributableError, type DistributionPlan } from "./kit/db/distribute.ts";
import { migrate } from "./kit/db/migrate.ts";
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

async function run(url: string, isMeant: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const plan = await planDistribution(client);
    for (const line of describePlan(plan)) console.log(line);
    if (plan.copied.length + plan.distributed.length === 0) return console.log("Everything is distributed.");
    if (!isMeant)
      return console.log(
        "Nothing was changed. What has been tried on distributed databases stands in docs/scale.md. Make a backup, then run it with `-- --trial`.",
      );
    console.log("Moving, and comparing each table before and after:");
    const { hasTriggers } = await distribute(client, plan, console.log);
    if (!hasTriggers) console.log(triggersMissing(plan));
    console.log("Distributed.");
  } finally {
    await client.end();
  }
}

const triggersMissing = ({ triggers }: DistributionPlan) =>
  `WARNING: only a superuser can make triggers on distributed tables. Missing are: ${triggers.map(({ name }) => name).join(", ")}. Run each of these as one, after \`set citus.enable_unsafe_triggers = on\`:\n${triggers.map(({ definition }) => `${definition};`).join("\n")}`;

let config: Config | undefined;
try {
  const [flag, ...more] = process.argv.slice(2);
  if (more.length > 0 || (flag !== undefined && flag !== "--trial"))
    throw new CommandError("Usage: npm run distribute [-- --trial]");
  config = readConfig(process.env);
  if (!config.databaseUrl)
    throw new CommandError("DATABASE_URL is not set: the embedded database is one server, and cannot be distributed.");
  await migrate(config.databaseUrl);
  await run(config.databaseUrl, flag === "--trial");
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof UndistributableError;
  console.error(isExpected ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
