/** Works an import off, some rows a transaction: progress is written with the rows, so that whoever goes on begins right there. */
import { sql } from "kysely";
import type { Permission } from "#contract/permissions.ts";
import { permissions as everything } from "#contract/permissions.ts";
import { type Database, isDatabaseError } from "#server/kit/database.ts";
import type { House } from "#server/kit/house.ts";
import type { Job } from "#server/kit/jobs.ts";
import { noteChange } from "#server/kit/live.ts";
import { say } from "#server/kit/problem.ts";
import { findStanding } from "#server/members/standing.ts";
import { addTo, applyPlan, emptyReport, findKnown, type Import, readFile, rulesOf } from "./apply.ts";
import type { Mapping, Row } from "./drafts.ts";
import { type Plan, planRows } from "./plan.ts";
import { deleteOld, findContent, findImportToChange, listStalled, type Report, updateImport } from "./queries.ts";

const minute = 60_000;
const day = 1440 * minute;
const rowsAtOnce = 200;
/** Interruptions without any row done meanwhile. */
const mostTries = 5;
const keptFor = 7 * day;

type Worker = Pick<House, "db" | "clock">;
interface Key {
  organizationId: string;
  importId: string;
}
interface Work extends Import, Key {
  rows: Row[];
  /** Where it was taken up. */
  done: number;
}

/** What the starter may do at this moment; undefined where they may import no longer. Whoever runs the server may all. */
export async function findPermissions(
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
  const standing = user && (await findStanding({ db }, user, organizationId));
  return standing?.permissions.has("fields.create") ? standing.permissions : undefined;
}

/** Takes the import up; undefined where there is nothing left to do. */
async function begin({ db, clock }: Worker, { organizationId, importId }: Key): Promise<Work | undefined> {
  const row = await db.transaction().execute(async (trx) => {
    const found = await findImportToChange(trx, organizationId, importId);
    if (found.state !== "waiting" && found.state !== "running") return undefined;
    const now = clock.now();
    const permissions = await findPermissions(trx, organizationId, found.started_by);
    const failure = permissions ? (found.tries >= mostTries ? "imports.gaveUp" : null) : "imports.noLongerAllowed";
    const state = failure ? { state: "failed", failure, ended_at: now } : { state: "running", tries: found.tries + 1 };
    await updateImport(trx, organizationId, importId, { ...state, updated_at: now });
    return failure || !permissions ? undefined : { ...found, permissions };
  });
  const content = row && (await findContent(db, organizationId, importId));
  if (!content) return undefined;
  const mapping = row.mapping as Mapping;
  const { rows } = await readFile(db, content, mapping);
  return { organizationId, importId, mapping, permissions: row.permissions, rows, done: row.progress };
}

/** Tells once for many: lists are read anew, whatever it is that changed. */
async function noteChanges(db: Database, { organizationId }: Key, { facilities, fields }: Plan, at: Date) {
  const facilityId = facilities.made[0]?.id ?? facilities.changed[0]?.facility.id;
  const fieldId = fields.made[0]?.id ?? fields.changed[0]?.field.id;
  if (facilityId) await noteChange(db, { organizationId, room: "facilities", subjectId: facilityId, at });
  if (fieldId) await noteChange(db, { organizationId, room: "fields", subjectId: fieldId, at });
}

/** Left out, because the database would not have it. */
const refusedRow = (row: Row | undefined): Pick<Plan, "tally" | "faults"> => ({
  tally: { ...emptyReport(), failed: 1 },
  faults: row && "line" in row ? [{ line: row.line, at: null, value: null, saying: say("imports.notSaved") }] : [],
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
function step({ db, clock }: Worker, work: Work, size: number, refusedAt?: number): Promise<Progress> {
  const { organizationId, importId, rows } = work;
  return db.transaction().execute(async (trx) => {
    const { state, progress, report } = await findImportToChange(trx, organizationId, importId);
    if (state !== "running" || (refusedAt ?? progress) !== progress)
      return { done: progress, isOver: state !== "running" };
    const now = clock.now();
    const some = rows.slice(progress, progress + size);
    const plan = refusedAt === undefined ? await write(trx, work, some, now) : refusedRow(some[0]);
    const done = progress + some.length;
    const isOver = done >= rows.length;
    await updateImport(trx, organizationId, importId, {
      progress: done,
      report: addTo((report as Report | null) ?? emptyReport(), plan),
      tries: 0,
      updated_at: now,
      ...(isOver && { state: "done", ended_at: now }),
    });
    return { done, isOver };
  });
}

async function write(db: Database, work: Work, rows: Row[], now: Date): Promise<Plan> {
  const known = await findKnown(db, work, rows, { isLocked: true });
  const plan = planRows(rows, known, rulesOf(work, now));
  await applyPlan(db, plan, work.organizationId, now);
  await noteChanges(db, work, plan, now);
  return plan;
}

/** Refused because of what was to be written, not because of a lost connection or somebody else's lock. */
const isRefusal = (error: unknown) => isDatabaseError(error) && /^2[23]/.test(error.code);
const isInTheWay = (error: unknown) => isDatabaseError(error) && error.code.startsWith("40");

/** Thousands of new rows, and the planner would go on as if there were none: lists would take half a second until it hears. */
const analyze = (db: Database) => sql`analyze facilities, fields, field_sports, units, field_units`.execute(db);

/**
 * Works an import off, from where it stands. Any number may do so at once: each row is done by one of them.
 * @param onProgress told how many rows are done
 */
export async function workOff(worker: Worker, key: Key, onProgress?: (done: number) => void): Promise<void> {
  const work = await begin(worker, key);
  if (!work) return;
  let { done } = work;
  let analyzeAt = done + rowsAtOnce;
  for (let singleUntil = 0, waits = 0, refusedAt: number | undefined; ;) {
    const size = done < singleUntil ? 1 : rowsAtOnce;
    try {
      const progress = await step(worker, work, size, refusedAt);
      if (progress.isOver || progress.done >= analyzeAt) await analyze(worker.db);
      if (progress.done >= analyzeAt) analyzeAt = progress.done * 4;
      onProgress?.(progress.done);
      if (progress.isOver) return;
      [done, waits, refusedAt] = [progress.done, 0, undefined];
    } catch (error) {
      if (isInTheWay(error) && waits++ < mostTries) continue;
      if (!isRefusal(error)) throw error;
      // All of them fall with one: each is tried by itself then.
      if (size > 1) singleUntil = done + rowsAtOnce;
      else refusedAt = done;
    }
  }
}

/** Of a sweep: goes on with what a worker left behind, and gives up old files. */
async function sweep(house: House): Promise<void> {
  const now = house.clock.now().getTime();
  await deleteOld(house.db, new Date(now - keptFor));
  for (const key of await listStalled(house.db, new Date(now - minute))) await workOff(house, key);
}

const runImports: Job = {
  name: "imports.run",
  sweep: "* * * * *",
  async run(house, { organizationId, importId }) {
    if (typeof organizationId !== "string" || typeof importId !== "string") return sweep(house);
    return workOff(house, { organizationId, importId });
  },
};

export default [runImports];
