/** Counts the overview of all organizations by the product's own job. */
import { openDatabase } from "#server/kit/db/database.ts";
import { createRevisionCache } from "#server/kit/db/revision-cache.ts";
import { openLiveChanges } from "#server/kit/notify/live-changes.ts";
import { systemClock } from "#server/kit/process/clock.ts";
import { readConfig } from "#server/kit/process/config.ts";
import { createLogger } from "#server/kit/process/log.ts";
import { openFileStore } from "#server/kit/storage/file-store.ts";
import overviewJobs from "#server/overview/jobs.ts";
import { createTestJobQueue } from "#tests/support/test-job-queue.ts";

export async function countOverview(url: string, report: (line: string) => void): Promise<void> {
  const began = performance.now();
  const { db, close } = openDatabase(url, { planMode: "auto" });
  const log = createLogger("warn");
  const config = readConfig({ NODE_ENV: "test", APP_URL: "http://localhost:3000", DEMO: "0" });
  const live = openLiveChanges(db, log);
  const appContext = {
    db,
    config,
    log,
    live,
    clock: systemClock,
    jobs: createTestJobQueue([]),
    store: openFileStore(config),
    revisionCache: createRevisionCache(),
  };
  for (const job of overviewJobs) await job.run(appContext, {});
  await live.close();
  await close();
  report(`  overview in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
