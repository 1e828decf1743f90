/** The product, from its settings to its open door: config → database → migrations → jobs → HTTP. */
import type { Logger } from "pino";
import { buildApp } from "#server/app.ts";
import { demoEmails, demoPassword, fillDemo, isDemo } from "#server/demo/fill.ts";
import { systemClock } from "#server/kit/clock.ts";
import { addressOf, type Config, readConfig } from "#server/kit/config.ts";
import { openDatabase } from "#server/kit/database.ts";
import { startEmbedded } from "#server/kit/embedded.ts";
import { drain } from "#server/kit/drain.ts";
import { explain } from "#server/kit/explain.ts";
import type { House } from "#server/kit/house.ts";
import { openJobs } from "#server/kit/jobs.ts";
import { openLive } from "#server/kit/live.ts";
import { openLog } from "#server/kit/log.ts";
import { serveMetrics, timeRequests } from "#server/kit/metrics.ts";
import { migrate } from "#server/kit/migrate.ts";
import { closeAtEnd, stop, stopOnSignals, stopWithParent } from "#server/kit/stop.ts";
import { openStore } from "#server/kit/store.ts";
import { reconcile } from "#server/reconciling/run.ts";
import { jobs } from "#server/worker.ts";

let config: Config | undefined;

async function openRows(config: Config, log: Logger): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const onLost = () => {
    console.error(`The database stopped by itself: its log is ${config.dataDir}/postgres.log`);
    void stop(1);
  };
  const database = await startEmbedded({ dataDir: config.dataDir, onLost });
  closeAtEnd("the database", () => {
    // Connections may still be on their way out: that they break off now is no news.
    log.level = "silent";
    return database.stop();
  });
  return database.url;
}

/** Opens the door; answers with the port, which the system chose where the setting is 0. */
async function listen(house: House): Promise<number> {
  const app = await buildApp(house);
  timeRequests(app);
  closeAtEnd("the web server", () => drain(app));
  await app.listen({ port: house.config.port, host: house.config.host });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : house.config.port;
}

async function start(): Promise<void> {
  config = readConfig(process.env);
  const log = openLog(config.logLevel);
  stopOnSignals();
  if (process.env.npm_lifecycle_event || process.env.BASELINE_FOLLOWS) stopWithParent();
  const url = await openRows(config, log);
  await migrate(url);
  const { db, pool, close } = openDatabase(url, {
    max: config.databasePool,
    onError: (err) => log.warn({ err }, "a connection to the database was lost"),
  });
  closeAtEnd("the connections", close);
  const live = openLive(db, log);
  closeAtEnd("live changes", live.close);
  const workers = await openJobs({ url, jobs, log, works: config.worker !== "off" });
  closeAtEnd("the jobs", workers.close);
  const store = openStore(config);
  const house: House = { db, config, clock: systemClock, log, jobs: workers, live, store };
  if (config.metricsPort !== undefined) {
    const metrics = await serveMetrics(config.metricsPort, config.host, pool);
    closeAtEnd("the figures", () => metrics.close());
  }
  if (config.demo) await fillDemo(house);
  if (config.worker !== "off") {
    await workers.work(house);
    // What happened while nobody listened.
    if (config.payments.mode !== "off") await workers.send(db, reconcile.name, {});
  }
  // Last: from here on, a database that is out of reach for a while ends nothing.
  const port = config.worker === "only" ? undefined : await listen(house);
  welcome(config, port, config.demo && (await isDemo(db)) ? demoEmails : []);
}

function welcome(config: Config, port: number | undefined, accounts: string[]): void {
  // Since the process began, what it had to install and build included.
  const took = (performance.now() / 1000).toFixed(1);
  if (port === undefined) return console.log(`Baseline works off jobs (${took} s). Stop with Ctrl-C.`);
  const address = config.port === 0 ? addressOf(config.host, port) : config.appUrl;
  const lines = [`Baseline is ready at ${address} (${took} s)`];
  if (accounts.length > 0)
    lines.push(
      "",
      `Demo accounts, all with the password ${demoPassword}:`,
      ...accounts.map((account) => `  ${account}`),
    );
  if (!config.smtpUrl) {
    const folder = `${config.dataDir}/mail`.replace(`${process.cwd()}/`, "");
    lines.push(
      "",
      `Mails stay here, for want of SMTP_URL: in ${folder}${config.demo ? ` and at ${address}/dev/mail` : ""}`,
    );
  }
  console.log(`\n  ${lines.join("\n  ").replaceAll(/ +$/gm, "")}\n\n  Stop with Ctrl-C.\n`);
}

try {
  await start();
} catch (error) {
  console.error(explain(error, config) ?? error);
  await stop(1);
}
