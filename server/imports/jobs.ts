/** Runs an import, some rows a transaction: progress is written with the rows, so that another worker continues right there. */
import { sql } from "kysely";
import type { Permission } from "#contract/permissions.ts";
import { permissions as everything } from "#contract/permissions.ts";
import { type Database, isDatabaseError } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { message } from "#server/kit/http/http-error.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import {
  addToReport,
  applyPlan,
  emptyReport,
  loadKnownRecords,
  type ImportScope,
  readImportFile,
  buildPlanRules,
} from "./apply.ts";
import type { ColumnMapping, ImportRow } from "./rows.ts";
import { type Plan, planRows } from "./plan.ts";
import {
  deleteExpiredContent,
  findImportContent,
  findImportToChange,
  listStalledImports,
  type StoredReport,
  updateImport,
} from "./queries.ts";

const minute = 60_000;
const day = 1440 * minute;
const ROWS_PER_TRANSACTION = 200;
/** Interruptions without any row done meanwhile. */
const MAX_TRIES = 5;
const CONTENT_RETENTION_MS = 7 * day;

type WorkerContext = Pick<AppContext, "db" | "clock">;
interface ImportKey {
  organizationId: string;
  importId: string;
}
interface ImportWork extends ImportScope, ImportKey {
  rows: ImportRow[];
  /** Rows done when the work started. */
  done: number;
}

/** Permissions of the starter at this moment; undefined where they may import no longer. The operator has all. */
export async function findImportPermissions(
  db: Database,
  organizationId: string,
  userId: string | null,
): Promise<ReadonlySet<Permission> | undefined> {
  if (userId === null) return new Set(everything);
  const user = await db
    .selectFrom("users")
    .select(["id", "platform_admin as isPlatformAdmin"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  const access = user && (await findMemberPermissions({ db }, user, organizationId));
  return access?.permissions.has("fields.create") ? access.permissions : undefined;
}

/** Takes the import up; undefined where there is nothing left to do. */
async function beginWork(
  { db, clock }: WorkerContext,
  { organizationId, importId }: ImportKey,
): Promise<ImportWork | undefined> {
  const row = await db.transaction().execute(async (trx) => {
    const found = await findImportToChange(trx, organizationId, importId);
    if (found.state !== "waiting" && found.state !== "running") return undefined;
    const now = clock.now();
    const permissions = await findImportPermissions(trx, organizationId, found.started_by);
    const failure = permissions ? (found.tries >= MAX_TRIES ? "imports.gaveUp" : null) : "imports.noLongerAllowed";
    const state = failure ? { state: "failed", failure, ended_at: now } : { state: "running", tries: found.tries + 1 };
    await updateImport(trx, organizationId, importId, { ...state, updated_at: now });
    return failure || !permissions ? undefined : { ...found, permissions };
  });
  const content = row && (await findImportContent(db, organizationId, importId));
  if (!content) return undefined;
  const mapping = row.mapping as ColumnMapping;
  const { rows } = await readImportFile(db, content, mapping);
  return { organizationId, importId, mapping, permissions: row.permissions, rows, done: row.progress };
}

/** Tells once for many: lists are read anew, whatever it is that changed. */
async function noteImportedChanges(
  db: Database,
  { organizationId }: ImportKey,
  { facilities, fields }: Plan,
  at: Date,
) {
  const facilityId = facilities.made[0]?.id ?? facilities.changed[0]?.facility.id;
  const fieldId = fields.made[0]?.id ?? fields.changed[0]?.field.id;
  if (facilityId) await insertLiveChange(db, { organizationId, module: "facilities", subjectId: facilityId, at });
  if (fieldId) await insertLiveChange(db, { organizationId, module: "fields", subjectId: fieldId, at });
}

/** Left out, because the database would not have it. */
const refusedRow = (row: ImportRow | undefined): Pick<Plan, "tally" | "faults"> => ({
  tally: { ...emptyReport(), failed: 1 },
  faults: row && "line" in row ? [{ line: row.line, at: null, value: null, saying: message("imports.notSaved") }] : [],
});

interface Progress {
  done: number;
  isOver: boolean;
}

/**
 * The next rows, in one transaction.
 * @param size how many
 * @param refusedAt the row that the database refused: if it is still the next, it is noted and passed over
 */
function processNextRows(
  { db, clock }: WorkerContext,
  work: ImportWork,
  size: number,
  refusedAt?: number,
): Promise<Progress> {
  const { organizationId, importId, rows } = work;
  return db.transaction().execute(async (trx) => {
    const { state, progress, report } = await findImportToChange(trx, organizationId, importId);
    if (state !== "running" || (refusedAt ?? progress) !== progress)
      return { done: progress, isOver: state !== "running" };
    const now = clock.now();
    const some = rows.slice(progress, progress + size);
    const plan = refusedAt === undefined ? await writeRows(trx, work, some, now) : refusedRow(some[0]);
    const done = progress + some.length;
    const isOver = done >= rows.length;
    await updateImport(trx, organizationId, importId, {
      progress: done,
      report: addToReport((report as StoredReport | null) ?? emptyReport(), plan),
      tries: 0,
      updated_at: now,
      ...(isOver && { state: "done", ended_at: now }),
    });
    return { done, isOver };
  });
}

async function writeRows(db: Database, work: ImportWork, rows: ImportRow[], now: Date): Promise<Plan> {
  const known = await loadKnownRecords(db, work, rows, { isLocked: true });
  const plan = planRows(rows, known, buildPlanRules(work, now));
  await applyPlan(db, plan, work.organizationId, now);
  await noteImportedChanges(db, work, plan, now);
  return plan;
}

/** Refused because of what was to be written, not because of a lost connection or somebody else's lock. */
const isDataError = (error: unknown) => isDatabaseError(error) && /^2[23]/.test(error.code);
const isTransientConflict = (error: unknown) => isDatabaseError(error) && error.code.startsWith("40");

/** Thousands of new rows, and the planner would go on as if there were none: lists would take half a second until it hears. */
const analyzeTables = (db: Database) => sql`analyze facilities, fields, field_sports, units, field_units`.execute(db);

/**
 * Runs an import from where it stopped. Several workers may do so at once: each row is done by one of them.
 * @param onProgress called with the number of rows done
 */
export async function processImport(
  worker: WorkerContext,
  key: ImportKey,
  onProgress?: (done: number) => void,
): Promise<void> {
  const work = await beginWork(worker, key);
  if (!work) return;
  let { done } = work;
  let analyzeAt = done + ROWS_PER_TRANSACTION;
  for (let singleUntil = 0, waits = 0, refusedAt: number | undefined; ;) {
    const size = done < singleUntil ? 1 : ROWS_PER_TRANSACTION;
    try {
      const progress = await processNextRows(worker, work, size, refusedAt);
      if (progress.isOver || progress.done >= analyzeAt) await analyzeTables(worker.db);
      if (progress.done >= analyzeAt) analyzeAt = progress.done * 4;
      onProgress?.(progress.done);
      if (progress.isOver) return;
      [done, waits, refusedAt] = [progress.done, 0, undefined];
    } catch (error) {
      if (isTransientConflict(error) && waits++ < MAX_TRIES) continue;
      if (!isDataError(error)) throw error;
      // All of them fall with one: each is tried by itself then.
      if (size > 1) singleUntil = done + ROWS_PER_TRANSACTION;
      else refusedAt = done;
    }
  }
}

/** Continues imports whose worker died, and deletes expired files. */
async function sweepImports(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  await deleteExpiredContent(appContext.db, new Date(now - CONTENT_RETENTION_MS));
  for (const key of await listStalledImports(appContext.db, new Date(now - minute)))
    await processImport(appContext, key);
}

const runImportsJob: Job = {
  name: "imports.run",
  sweep: "* * * * *",
  async run(appContext, { organizationId, importId }) {
    if (typeof organizationId !== "string" || typeof importId !== "string") return sweepImports(appContext);
    return processImport(appContext, { organizationId, importId });
  },
};

export default [runImportsJob] satisfies Job[];
