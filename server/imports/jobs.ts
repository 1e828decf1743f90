/** Import job: rows and progress are written in the same transactions, so that another worker can continue. */
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { sql } from "kysely";
import type { SportMapping } from "#contract/imports.ts";
import type { Permission } from "#contract/permissions.ts";
import { permissions as everything } from "#contract/permissions.ts";
import { type Database, isDatabaseError } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { message } from "#server/kit/http/http-error.ts";
import { notify } from "#server/notifications/notify.ts";
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
  type ImportRecord,
  type StoredReport,
  updateImport,
} from "./queries.ts";

const minute = 60_000;
const ROWS_PER_TRANSACTION = 200;
/** Interruptions without progress in between. */
const MAX_TRIES = 5;
const CONTENT_RETENTION_MS = retentionMs("importedFile");

type WorkerContext = Pick<AppContext, "db" | "clock">;
interface ImportKey {
  organizationId: string;
  importId: string;
}
interface ImportWork extends ImportScope, ImportKey {
  rows: ImportRow[];
  done: number;
}

/** @returns undefined if the user may no longer import; imports by the operator (no user) have all permissions */
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

/** @returns undefined if nothing is left to do */
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
    if (failure) await notifyStarter(trx, { ...found, report: found.report as StoredReport | null }, "failed", now);
    return failure || !permissions ? undefined : { ...found, permissions };
  });
  const content = row && (await findImportContent(db, organizationId, importId));
  if (!content) return undefined;
  const mapping = row.mapping as ColumnMapping;
  const { rows } = await readImportFile(db, content, {
    encoding: row.encoding,
    mapping,
    sportMapping: row.sport_mapping as SportMapping,
  });
  return { organizationId, importId, mapping, permissions: row.permissions, rows, done: row.progress };
}

/** One live change for all rows, because clients reload their lists after any change. */
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

const refusedRow = (row: ImportRow | undefined) => ({
  ...emptyReport(),
  tally: { ...emptyReport(), failed: 1 },
  faults: row && "line" in row ? [{ line: row.line, at: null, value: null, saying: message("imports.notSaved") }] : [],
});

/** An import of the operator is nobody's. */
async function notifyStarter(
  db: Database,
  {
    organization_id,
    id,
    started_by,
    report,
  }: Pick<ImportRecord, "organization_id" | "id" | "started_by"> & {
    report: StoredReport | null;
  },
  state: "done" | "failed",
  now: Date,
): Promise<void> {
  if (!started_by) return;
  const { facilities, fields, failed } = { ...emptyReport(), ...report };
  await notify(
    { db, now, organizationId: organization_id },
    {
      kind: "import_done",
      to: [started_by],
      subjectId: id,
      params: {
        state,
        created: facilities.created + fields.created,
        updated: facilities.updated + fields.updated,
        failed,
      },
    },
  );
}

interface Progress {
  done: number;
  isOver: boolean;
}

/** @param refusedAt row that the database rejected: if it is still next, it is reported and skipped */
function processNextRows(
  { db, clock }: WorkerContext,
  work: ImportWork,
  size: number,
  refusedAt?: number,
): Promise<Progress> {
  const { organizationId, importId, rows } = work;
  return db.transaction().execute(async (trx) => {
    const found = await findImportToChange(trx, organizationId, importId);
    const { state, progress } = found;
    if (state !== "running" || (refusedAt ?? progress) !== progress)
      return { done: progress, isOver: state !== "running" };
    const now = clock.now();
    const some = rows.slice(progress, progress + size);
    const plan = refusedAt === undefined ? await writeRows(trx, work, some, now) : refusedRow(some[0]);
    const done = progress + some.length;
    const isOver = done >= rows.length;
    const report = addToReport({ ...emptyReport(), ...(found.report as StoredReport | null) }, plan);
    await updateImport(trx, organizationId, importId, {
      progress: done,
      report,
      tries: 0,
      updated_at: now,
      ...(isOver && { state: "done", ended_at: now }),
    });
    if (isOver) await notifyStarter(trx, { ...found, report }, "done", now);
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

/** The data is invalid (SQLSTATE 22, 23), unlike a lost connection or a lock conflict. */
const isDataError = (error: unknown) => isDatabaseError(error) && /^2[23]/.test(error.code);
const isTransientConflict = (error: unknown) => isDatabaseError(error) && error.code.startsWith("40");

/** Without new statistics, the planner assumes empty tables, and lists take half a second. */
const analyzeTables = (db: Database) => sql`analyze facilities, fields, field_sports, units, field_units`.execute(db);

/** Several workers may run in parallel: each row is imported by one of them. */
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
      // One invalid row rolls back all: try each row alone.
      if (size > 1) singleUntil = done + ROWS_PER_TRANSACTION;
      else refusedAt = done;
    }
  }
}

async function resumeImports(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now().getTime();
  await deleteExpiredContent(appContext.db, new Date(now - CONTENT_RETENTION_MS));
  for (const key of await listStalledImports(appContext.db, new Date(now - minute)))
    await processImport(appContext, key);
}

const runImportsJob: Job = {
  name: "imports.run",
  cron: "* * * * *",
  async run(appContext, { organizationId, importId }) {
    if (typeof organizationId !== "string" || typeof importId !== "string") return resumeImports(appContext);
    return processImport(appContext, { organizationId, importId });
  },
};

export default [runImportsJob] satisfies Job[];
