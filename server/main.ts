/** Starts the server: config → database → migrations → jobs → HTTP. */
import type { Pool } from "pg";
import type { Logger } from "pino";
import { buildApp } from "#server/app.ts";
import { systemClock } from "./kit/process/clock.ts";
import { listMissingOperatorSettings, localUrl, type Config, readConfig } from "./kit/process/config.ts";
import { type Database, openDatabase } from "./kit/db/database.ts";
import { openReplica, type Replica } from "./kit/db/replica.ts";
import { createRevisionCache } from "./kit/db/revision-cache.ts";
import { startEmbeddedDatabase } from "./kit/db/embedded-database.ts";
import { drain } from "./kit/process/drain.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import type { AppContext } from "./kit/process/app-context.ts";
import { type JobWorkers, openJobQueue } from "./kit/process/jobs.ts";
import { openLiveChanges } from "./kit/notify/live-changes.ts";
import { createLogger } from "./kit/process/log.ts";
import { serveMetrics, measureRequests } from "./kit/process/metrics.ts";
import { findPlanMode } from "./kit/db/distribute.ts";
import { migrate } from "./kit/db/migrate.ts";
import { startTraces } from "./kit/process/traces.ts";
import { collectGarbage } from "./kit/process/memory.ts";
import { closeOnShutdown, shutDown, shutDownOnSignals, shutDownWithParent } from "./kit/process/shutdown.ts";
import { isWebProcess, startWebProcesses } from "./kit/process/web-processes.ts";
import { openFileStore } from "./kit/storage/file-store.ts";
import { ADMINISTRATOR_CODE_HOURS, createAdministratorCode } from "./accounts/administrator-codes.ts";
import { FIRST_ADMINISTRATOR_PATH } from "./accounts/first-administrator-redirect.ts";
import { assertNoDemoAccounts, DEMO_PASSWORD } from "./accounts/demo-accounts.ts";
import { reconcile } from "./payments/reconciliation/jobs.ts";
import { jobs } from "./jobs.ts";

let config: Config | undefined;

const loadEmulator = async (config: Config) =>
  config.payments.isEmulated ? await import("#dev/stripe-emulator/emulator.ts") : undefined;
type Emulator = Awaited<ReturnType<typeof loadEmulator>>;

async function prepareDatabaseUrl(config: Config, log: Logger): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const onLost = () => {
    console.error(`The database stopped by itself: its log is ${config.dataDir}/postgres.log`);
    void shutDown(1);
  };
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, onLost });
  closeOnShutdown("the database", () => {
    // Connections that close late would log errors about the stopped database.
    log.level = "silent";
    return database.stop();
  });
  return database.url;
}

async function startWebServer(appContext: AppContext): Promise<number> {
  const app = await buildApp(appContext);
  measureRequests(app);
  closeOnShutdown("the web server", () => drain(app));
  await app.listen({ port: appContext.config.port, host: appContext.config.host });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : appContext.config.port;
}

/** The law of many countries wants these on the pages of a service. */
function warnOfMissingOperator(config: Config, log: Logger): void {
  const missing = listMissingOperatorSettings(config);
  if (!config.isProduction || config.demo || missing.length === 0) return;
  log.warn({ missing }, `the legal pages do not name the operator and its host: set ${missing.join(", ")}`);
}

interface Opened {
  config: Config;
  log: Logger;
  url: string;
}

const poolOptions = ({ config, log }: Opened) => ({
  max: config.databasePool,
  onError: (err: Error) => log.warn({ err }, "a connection to the database was lost"),
});
/** Address for what needs sessions: migrations and jobs. */
const directUrl = ({ config, url }: Pick<Opened, "config" | "url">) => config.databaseDirectUrl ?? url;

function openReplicaOf(config: Config, log: Logger, db: Database): Replica | undefined {
  if (!config.databaseReplicaUrl) return undefined;
  const replica = openReplica(db, { url: config.databaseReplicaUrl, max: config.databasePool, log });
  closeOnShutdown("the replica", replica.close);
  return replica;
}

/** @returns what all parts share, and the database of the jobs where this process works them off */
async function openAppContext({
  emulator,
  hasJobs,
  ...opened
}: Opened & { emulator: Emulator; hasJobs: boolean }): Promise<{
  appContext: AppContext;
  pool: Pool;
  workers: JobWorkers;
  jobDb: Database | undefined;
}> {
  const { config, log, url } = opened;
  const isPooled = config.databaseDirectUrl !== undefined;
  const planMode = await findPlanMode(directUrl(opened));
  const { db, pool, close } = openDatabase(url, { ...poolOptions(opened), isPooled, ...(planMode && { planMode }) });
  closeOnShutdown("the connections", close);
  // Jobs read large parts of tables: their plans depend on which. They end before their connections close.
  const jobDatabase = hasJobs
    ? openDatabase(directUrl(opened), { ...poolOptions(opened), planMode: planMode ?? "auto" })
    : undefined;
  if (jobDatabase) closeOnShutdown("the connections of the jobs", jobDatabase.close);
  const live = openLiveChanges(db, log);
  closeOnShutdown("live changes", live.close);
  const allJobs = [...jobs, ...(emulator?.emulatorJobs ?? [])];
  const workers = await openJobQueue({ url: directUrl(opened), jobs: allJobs, log, isWorker: hasJobs });
  closeOnShutdown("the jobs", workers.close);
  const store = openFileStore(config);
  const revisionCache = createRevisionCache();
  const replica = openReplicaOf(config, log, db);
  const shared = { db, config, clock: systemClock, log, jobs: workers, live, store };
  const appContext: AppContext = { ...shared, revisionCache, replica };
  emulator?.attachEmulator(appContext);
  return { appContext, pool, workers, jobDb: jobDatabase?.db };
}

/** One of several, which the first process has started after all preparations. */
async function startWebProcess(config: Config, log: Logger): Promise<void> {
  const emulator = await loadEmulator(config);
  const url = config.databaseUrl ?? "";
  const { appContext } = await openAppContext({ config, log, url, emulator, hasJobs: false });
  await startWebServer(appContext);
  await collectGarbage();
}

/** @returns the port; undefined if this server only works off jobs */
async function startWeb(appContext: AppContext, url: string): Promise<number | undefined> {
  const { config, log } = appContext;
  if (config.worker === "only") return undefined;
  if (config.webProcesses === 1) return startWebServer(appContext);
  // The demo and the emulator are settings of the embedded database, which the others know by its address.
  const env = { DATABASE_URL: url, DEMO: config.demo ? "1" : "0", WORKER: "off" };
  const { port, close } = await startWebProcesses(config.webProcesses, env, log);
  closeOnShutdown("the web processes", close);
  return port;
}

async function start(): Promise<void> {
  config = readConfig(process.env);
  const traces = await startTraces(process.env);
  if (traces) closeOnShutdown("the traces", traces.close);
  const log = createLogger(config.logLevel);
  shutDownOnSignals();
  if (isWebProcess) return startWebProcess(config, log);
  if (process.env.npm_lifecycle_event || process.env.BASELINE_FOLLOWS) shutDownWithParent();
  const demo = config.demo ? await import("./demo/seed-demo.ts") : undefined;
  const emulator = await loadEmulator(config);
  const url = await prepareDatabaseUrl(config, log);
  await emulator?.migrateEmulator(directUrl({ config, url }));
  await migrate(directUrl({ config, url }));
  const opened = await openAppContext({ config, log, url, emulator, hasJobs: config.worker !== "off" });
  const { appContext, pool, workers, jobDb } = opened;
  const { db } = appContext;
  if (config.metricsPort !== undefined) {
    const webProcesses = config.webProcesses > 1 && config.worker !== "only";
    const metrics = await serveMetrics(config.metricsPort, config.metricsHost, {
      pool,
      webProcesses,
      replica: appContext.replica,
    });
    closeOnShutdown("the figures", () => metrics.close());
  }
  if (!demo) await assertNoDemoAccounts(db);
  warnOfMissingOperator(config, log);
  await demo?.seedDemo(appContext);
  if (jobDb) await workers.startWorkers({ ...appContext, db: jobDb });
  // Start HTTP last: from here on, a temporary loss of the database no longer ends the process.
  const port = await startWeb(appContext, url);
  // Reconcile what happened while the server was down. The provider's emulator answers at the web server.
  if (jobDb) await workers.send(db, reconcile.name, {});
  const code = port === undefined ? undefined : await createAdministratorCode(db, systemClock.now());
  const next =
    code === undefined ? [] : explainFirstAdministrator(appContext.config, addressOf(appContext.config, port), code);
  printWelcome(config, port, { demo: (await demo?.isDemoDatabase(db)) ? demo : undefined, next });
  await collectGarbage();
}

interface DemoAccounts {
  demoEmails: readonly string[];
}

interface Welcome {
  demo: DemoAccounts | undefined;
  /** To do before anybody can use the server. */
  next: readonly string[];
}

/**
 * Printed, and never logged: what logs keep is read by more people than the output of a start. The command reads the
 * same settings, because it must use the same database.
 */
const explainFirstAdministrator = ({ databaseUrl, dataDir }: Config, address: string, code: string): string[] => [
  "Nobody can sign in yet. Create the first administrator in the browser:",
  `  ${address}${FIRST_ADMINISTRATOR_PATH}`,
  `with this code, which works once within ${ADMINISTRATOR_CODE_HOURS} hours: ${code}`,
  "Or do it in a second terminal:",
  `  ${databaseUrl ? "DATABASE_URL=… " : `DATA_DIR=${dataDir} `}npm run admin -- create you@example.com`,
];

const addressOf = (config: Config, port = 0): string =>
  config.port === 0 ? localUrl(config.host, port) : config.appUrl;

function printWelcome(config: Config, port: number | undefined, { demo, next }: Welcome): void {
  // Counts from the start of the process, including installation and build.
  const took = (performance.now() / 1000).toFixed(1);
  if (port === undefined) return console.log(`Baseline works off jobs (${took} s). Stop with Ctrl-C.`);
  const address = addressOf(config, port);
  const lines = [`Baseline is ready at ${address} (${took} s)`];
  if (next.length > 0) lines.push("", ...next);
  if (demo)
    lines.push(
      "",
      `Demo accounts, all with the password ${DEMO_PASSWORD}:`,
      ...demo.demoEmails.map((account) => `  ${account}`),
    );
  if (demo && !config.isLocalOnly)
    lines.push("", `WARNING: whoever reaches ${address} can sign in with these, as platform administrator too.`);
  if (!config.smtpUrl) {
    const folder = `${config.dataDir}/mail`.replace(`${process.cwd()}/`, "");
    lines.push(
      "",
      `Mails stay here, for want of SMTP_URL: in ${folder}${config.isLocalOnly && !config.isProduction ? ` and at ${address}/dev/mail` : ""}`,
    );
  }
  console.log(`\n  ${lines.join("\n  ").replaceAll(/ +$/gm, "")}\n\n  Stop with Ctrl-C.\n`);
}

try {
  await start();
} catch (error) {
  console.error(explainStartupError(error, config) ?? error);
  await shutDown(1);
}
