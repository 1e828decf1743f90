/**
 * Runs an import of any kind: rows and progress are written in the same transactions, so that another worker can continue.
 */
import type { Permission } from "#contract/permissions.ts";
import { permissions as everything } from "#contract/permissions.ts";
import { type Database, isDatabaseError } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { notify } from "#server/notifications/notify.ts";
import { findMemberPermissions } from "#server/members/permissions.ts";
import { findImportContent, findImportToChange, type ImportRecord, updateImport } from "./queries.ts";

const ROWS_PER_TRANSACTION = 200;
/** Interruptions without progress in between. */
const MAX_TRIES = 5;

/** Without a queue at the command line, whose imports are nobody's. */
export type WorkerContext = Pick<AppContext, "db" | "clock"> & Partial<Pick<AppContext, "jobs">>;
export interface ImportKey {
  organizationId: string;
  importId: string;
}
export interface ImportWork<Row> extends ImportKey {
  record: ImportRecord;
  permissions: ReadonlySet<Permission>;
  rows: Row[];
}
/** Context of one transaction. */
export type RowContext<Worker extends WorkerContext> = Worker & { now: Date };

/** One kind of import, and its work on rows. @template Report as it is stored */
export interface ImportKind<Row, Report extends object, Worker extends WorkerContext> {
  permission: Permission;
  readRows(db: Database, content: Buffer, record: ImportRecord): Promise<Row[]>;
  /** Writes rows, each whole or not at all, and adds them to the report. @param report undefined before the first rows */
  writeRows(
    context: RowContext<Worker>,
    work: ImportWork<Row>,
    rows: Row[],
    report: Report | undefined,
  ): Promise<Report>;
  /** Adds a row that the database has refused to the report. */
  addRefusedRow(row: Row | undefined, report: Report | undefined): Report;
  count(report: Report | undefined): { created: number; updated: number; failed: number };
  /** Without new statistics, the planner assumes empty tables, and lists take half a second. */
  analyzeTables(db: Database): Promise<unknown>;
}

/** @returns undefined if the user may no longer import; imports by the operator (no user) have all permissions */
export async function findImportPermissions(
  db: Database,
  organizationId: string,
  userId: string | null,
  needed: Permission,
): Promise<ReadonlySet<Permission> | undefined> {
  if (userId === null) return new Set(everything);
  const user = await db
    .selectFrom("users")
    .select(["id", "platform_admin as isPlatformAdmin"])
    .where("id", "=", userId)
    .where("active", "=", true)
    .executeTakeFirst();
  const access = user && (await findMemberPermissions({ db }, user, organizationId));
  return access?.permissions.has(needed) ? access.permissions : undefined;
}

/** An import of the operator is nobody's. */
async function notifyStarter(
  db: Database,
  { jobs }: Pick<WorkerContext, "jobs">,
  { organization_id, id, started_by, kind }: ImportRecord,
  { state, now, ...counts }: { state: "done" | "failed"; now: Date; created: number; updated: number; failed: number },
): Promise<void> {
  if (!started_by || !jobs) return;
  await notify(
    { db, appContext: { jobs }, now, organizationId: organization_id },
    { kind: "import_done", to: [started_by], subjectId: id, params: { state, of: kind, ...counts } },
  );
}

/** @returns undefined if nothing is left to do */
async function beginWork<Row, Report extends object, Worker extends WorkerContext>(
  worker: Worker,
  kind: ImportKind<Row, Report, Worker>,
  { organizationId, importId }: ImportKey,
): Promise<{ work: ImportWork<Row>; done: number } | undefined> {
  const { db, clock } = worker;
  const begun = await db.transaction().execute(async (trx) => {
    const found = await findImportToChange(trx, organizationId, importId);
    if (found.state !== "waiting" && found.state !== "running") return undefined;
    const now = clock.now();
    const permissions = await findImportPermissions(trx, organizationId, found.started_by, kind.permission);
    const failure = permissions ? (found.tries >= MAX_TRIES ? "imports.gaveUp" : null) : "imports.noLongerAllowed";
    const state = failure ? { state: "failed", failure, ended_at: now } : { state: "running", tries: found.tries + 1 };
    await updateImport(trx, organizationId, importId, { ...state, updated_at: now });
    const counts = kind.count((found.report ?? undefined) as Report | undefined);
    if (failure) await notifyStarter(trx, worker, found, { state: "failed", now, ...counts });
    return failure || !permissions ? undefined : { record: found, permissions };
  });
  const content = begun && (await findImportContent(db, organizationId, importId));
  if (!content) return undefined;
  const rows = await kind.readRows(db, content, begun.record);
  return { work: { organizationId, importId, ...begun, rows }, done: begun.record.progress };
}

interface Progress {
  done: number;
  isOver: boolean;
}

/** @param refusedAt row that the database rejected: if it is still next, it is reported and skipped */
function processNextRows<Row, Report extends object, Worker extends WorkerContext>(
  worker: Worker,
  kind: ImportKind<Row, Report, Worker>,
  work: ImportWork<Row>,
  { size, refusedAt }: { size: number; refusedAt: number | undefined },
): Promise<Progress> {
  const { organizationId, importId, rows } = work;
  return worker.db.transaction().execute(async (trx) => {
    const found = await findImportToChange(trx, organizationId, importId);
    const { state, progress } = found;
    if (state !== "running" || (refusedAt ?? progress) !== progress)
      return { done: progress, isOver: state !== "running" };
    const now = worker.clock.now();
    const some = rows.slice(progress, progress + size);
    const former = (found.report ?? undefined) as Report | undefined;
    const report =
      refusedAt === undefined
        ? await kind.writeRows({ ...worker, db: trx, now }, work, some, former)
        : kind.addRefusedRow(some[0], former);
    const done = progress + some.length;
    const isOver = done >= rows.length;
    await updateImport(trx, organizationId, importId, {
      progress: done,
      report,
      tries: 0,
      updated_at: now,
      ...(isOver && { state: "done", ended_at: now }),
    });
    if (isOver) await notifyStarter(trx, worker, found, { state: "done", now, ...kind.count(report) });
    return { done, isOver };
  });
}

/** The data is invalid (SQLSTATE 22, 23), unlike a lost connection or a lock conflict. */
const isDataError = (error: unknown) => isDatabaseError(error) && /^2[23]/.test(error.code);
const isTransientConflict = (error: unknown) => isDatabaseError(error) && error.code.startsWith("40");

/** Several workers may run in parallel: each row is imported by one of them. */
export async function runImport<Row, Report extends object, Worker extends WorkerContext>(
  worker: Worker,
  kind: ImportKind<Row, Report, Worker>,
  key: ImportKey,
  onProgress?: (done: number) => void,
): Promise<void> {
  const begun = await beginWork(worker, kind, key);
  if (!begun) return;
  const { work } = begun;
  let { done } = begun;
  let analyzeAt = done + ROWS_PER_TRANSACTION;
  for (let singleUntil = 0, waits = 0, refusedAt: number | undefined; ;) {
    const size = done < singleUntil ? 1 : ROWS_PER_TRANSACTION;
    try {
      const progress = await processNextRows(worker, kind, work, { size, refusedAt });
      if (progress.isOver || progress.done >= analyzeAt) await kind.analyzeTables(worker.db);
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
