import type { Job } from "#server/kit/process/jobs.ts";
import { closeDueAccounts } from "./close.ts";
import { EXPORT_JOB } from "./download-copy.ts";
import { makeDataExport } from "./export.ts";
import { listStalledDataExports } from "./queries.ts";
import { keepToRetention } from "./retention.ts";
import { deleteExpiredCopies, deleteUnnamedCopies } from "./stored-copies.ts";

/** On schedule it goes on with those that a lost worker has left. */
const exportData: Job = {
  name: EXPORT_JOB,
  cron: "* * * * *",
  async run(appContext, { id }) {
    if (typeof id === "string") return makeDataExport(appContext, id);
    for (const stalled of await listStalledDataExports(appContext.db, appContext.clock.now()))
      await makeDataExport(appContext, stalled.id);
  },
};

const deleteCopies: Job = {
  name: "personal-data.sweep",
  cron: "*/10 * * * *",
  retries: 0,
  async run(appContext) {
    await deleteExpiredCopies(appContext);
    await deleteUnnamedCopies(appContext);
  },
};

const closeAccounts: Job = { name: "personal-data.close", cron: "7 * * * *", run: closeDueAccounts };

const retainData: Job = { name: "personal-data.retain", cron: "23 2 * * *", retries: 0, run: keepToRetention };

export default [exportData, deleteCopies, closeAccounts, retainData] satisfies Job[];
