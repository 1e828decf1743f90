/** Jobs of imports and of their undo, and the end of files and drafts. */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { bookingImports } from "./bookings/kind.ts";
import { customerImports } from "./customers/kind.ts";
import { facilityImports } from "./facilities-kind.ts";
import { packImports } from "./packs/kind.ts";
import { subscriptionImports } from "./subscriptions/kind.ts";
import { deleteExpiredContent, findImport, listStalledImports } from "./queries.ts";
import { type ImportKey, runImport, type WorkerContext } from "./run-import.ts";
import { undoImport } from "./undo.ts";

const minute = 60_000;
const CONTENT_RETENTION_MS = retentionMs("importedFile");

/** Imports facilities and fields. */
export const processImport = (
  worker: WorkerContext,
  key: ImportKey,
  onProgress?: (done: number) => void,
): Promise<void> => runImport(worker, facilityImports, key, onProgress);

async function continueImport(appContext: AppContext, key: ImportKey): Promise<void> {
  const { kind, state } = await findImport(appContext.db, key.organizationId, key.importId);
  if (state === "undoing") return undoImport(appContext, key);
  if (kind === "bookings") return runImport(appContext, bookingImports, key);
  if (kind === "customers") return runImport(appContext, customerImports, key);
  if (kind === "packs") return runImport(appContext, packImports, key);
  if (kind === "subscriptions") return runImport(appContext, subscriptionImports, key);
  return processImport(appContext, key);
}

async function resumeImports(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  await deleteExpiredContent(appContext.db, new Date(now - CONTENT_RETENTION_MS));
  for (const key of await listStalledImports(appContext.db, new Date(now - minute)))
    await continueImport(appContext, key);
}

const runImportsJob: Job = {
  name: "imports.run",
  cron: "* * * * *",
  async run(appContext, { organizationId, importId }) {
    if (typeof organizationId !== "string" || typeof importId !== "string") return resumeImports(appContext);
    return continueImport(appContext, { organizationId, importId });
  },
};

export default [runImportsJob] satisfies Job[];
