/** Starts the server: config → database → migrations → jobs → HTTP. */
import type { Logger } from "pino";
import { buildApp } from "#server/app.ts";
import { systemClock } from "./kit/process/clock.ts";
import { listMissingOperatorSettings, localUrl, type Config, readConfig } from "./kit/process/config.ts";
import { openDatabase } from "./kit/db/database.ts";
import { createRevisionCache } from "./kit/db/revision-cache.ts";
import { startEmbeddedDatabase } from "./kit/db/embedded-database.ts";
import { drain } from "./kit/process/drain.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import type { AppContext } from "./kit/process/app-context.ts";
import { openJobQueue } from "./kit/process/jobs.ts";
import { openLiveChanges } from "./kit/notify/live-changes.ts";
import { createLogger } from "./kit/process/log.ts";
import { serveMetrics, measureRequests } from "./kit/process/metrics.ts";
import { migrate } from "./kit/db/migrate.ts";
import { closeOnShutdown, shutDown, shutDownOnSignals, shutDownWithParent } from "./kit/process/shutdown.ts";
import { openFileStore } from "./kit/storage/file-store.ts";
import { assertNoDemoAccounts, DEMO_PASSWORD } from "./accounts/demo-accounts.ts";
import { reconcile } from "./payments/reconciliation/jobs.ts";
import { jobs } from "./jobs.ts";

let config: Config | undefined;

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

async function start(): Promise<void> {
  config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  shutDownOnSignals();
  if (process.env.npm_lifecycle_event || process.env.BASELINE_FOLLOWS) shutDownWithParent();
  const demo = config.demo ? await import("./demo/seed-demo.ts") : undefined;
  const emulator = config.payments.isEmulated ? await import("#dev/stripe-emulator/emulator.ts") : undefined;
  const url = await prepareDatabaseUrl(config, log);
  await emulator?.migrateEmulator(url);
  await migrate(url);
  const { db, pool, close } = openDatabase(url, {
    max: config.databasePool,
    onError: (err) => log.warn({ err }, "a connection to the database was lost"),
  });
  closeOnShutdown("the connections", close);
  // Jobs read large parts of tables: their plans depend on which.
  const jobDatabase = openDatabase(url, {
    max: config.databasePool,
    planMode: "auto",
    onError: (err) => log.warn({ err }, "a connection of the jobs to the database was lost"),
  });
  closeOnShutdown("the connections of the jobs", jobDatabase.close);
  const live = openLiveChanges(db, log);
  closeOnShutdown("live changes", live.close);
  const workers = await openJobQueue({
    url,
    jobs: [...jobs, ...(emulator?.emulatorJobs ?? [])],
    log,
    isWorker: config.worker !== "off",
  });
  closeOnShutdown("the jobs", workers.close);
  const store = openFileStore(config);
  const appContext: AppContext = {
    db,
    config,
    clock: systemClock,
    log,
    jobs: workers,
    live,
    store,
    revisionCache: createRevisionCache(),
  };
  emulator?.attachEmulator(appContext);
  if (config.metricsPort !== undefined) {
    const metrics = await serveMetrics(config.metricsPort, config.metricsHost, pool);
    closeOnShutdown("the figures", () => metrics.close());
  }
  if (!demo) await assertNoDemoAccounts(db);
  warnOfMissingOperator(config, log);
  await demo?.seedDemo(appContext);
  if (config.worker !== "off") {
    await workers.startWorkers({ ...appContext, db: jobDatabase.db });
    // Reconcile what happened while the server was down.
    await workers.send(db, reconcile.name, {});
  }
  // Start HTTP last: from here on, a temporary loss of the database no longer ends the process.
  const port = config.worker === "only" ? undefined : await startWebServer(appContext);
  printWelcome(config, port, (await demo?.isDemoDatabase(db)) ? demo : undefined);
}

interface DemoAccounts {
  demoEmails: readonly string[];
}

function printWelcome(config: Config, port: number | undefined, demo: DemoAccounts | undefined): void {
  // Counts from the start of the process, including installation and build.
  const took = (performance.now() / 1000).toFixed(1);
  if (port === undefined) return console.log(`Baseline works off jobs (${took} s). Stop with Ctrl-C.`);
  const address = config.port === 0 ? localUrl(config.host, port) : config.appUrl;
  const lines = [`Baseline is ready at ${address} (${took} s)`];
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
