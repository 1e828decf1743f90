/** Table `data_exports`. */
import { sql, type Selectable } from "kysely";
import type { DataExport } from "#contract/personal-data-endpoints.ts";
import { retentionMs } from "#contract/personal-data-retention-rules.ts";
import { type Database, inScope } from "#server/kit/db/database.ts";
import type { DataExportsTable } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Language } from "#messages/translator.ts";

const DAY_MS = 86_400_000;
/** A worker that wrote no progress meanwhile is gone. */
const STALLED_MS = 60_000;

export type DataExportRow = Selectable<DataExportsTable>;

/** A person, or an organization (`all`: each of them) and the owner who asks. */
export interface ExportSubject {
  userId: string;
  organizationId?: string;
}

export function serializeDataExport(row: DataExportRow | undefined, now: Date): DataExport {
  if (!row) return null;
  const nextAt = new Date(row.created_at.getTime() + DAY_MS);
  return {
    id: row.id,
    state: row.state as NonNullable<DataExport>["state"],
    progress: row.progress,
    steps: row.steps,
    bytes: row.bytes === null ? null : Number(row.bytes),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    nextAt: row.state === "failed" || nextAt <= now ? null : nextAt.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

export const findDataExport = (
  db: Database,
  { userId, organizationId }: ExportSubject,
  id?: string,
): Promise<DataExportRow | undefined> => {
  const every = db.selectFrom("data_exports").selectAll();
  const all = id === undefined ? every : every.where("id", "=", id);
  return (
    organizationId === undefined
      ? all.where("user_id", "=", userId).where("organization_id", "is", null)
      : all.where("organization_id", "is not", null).where(inScope("organization_id", organizationId))
  ).executeTakeFirst();
};

/** Replaces one that is a day old or has failed. @returns undefined while it may not be replaced */
export function insertDataExport(
  db: Database,
  { userId, organizationId, language }: ExportSubject & { language: Language },
  now: Date,
): Promise<DataExportRow | undefined> {
  const fresh = {
    id: uuidv7(now),
    user_id: userId,
    organization_id: organizationId ?? null,
    language,
    state: "waiting",
    progress: 0,
    steps: 0,
    tries: 0,
    parts: 1,
    bytes: null,
    created_at: now,
    updated_at: now,
    ended_at: null,
    expires_at: null,
  };
  return db
    .insertInto("data_exports")
    .values(fresh)
    .onConflict((conflict) =>
      (organizationId === undefined
        ? conflict.column("user_id").where("organization_id", "is", null)
        : conflict.column("organization_id").where("organization_id", "is not", null)
      )
        .doUpdateSet(fresh)
        .where((row) =>
          row.or([
            row("data_exports.state", "=", "failed"),
            row("data_exports.created_at", "<=", new Date(now.getTime() - DAY_MS)),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Takes one that waits or has stalled. @returns undefined if another worker has it, or it is done */
export const updateToRunning = (db: Database, id: string, now: Date): Promise<DataExportRow | undefined> =>
  db
    .updateTable("data_exports")
    .set({ state: "running", progress: 0, tries: sql<number>`tries + 1`, updated_at: now })
    .where("id", "=", id)
    .where((row) =>
      row.or([
        row("state", "=", "waiting"),
        row.and([row("state", "=", "running"), row("updated_at", "<=", new Date(now.getTime() - STALLED_MS))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();

export async function updateProgress(
  db: Database,
  id: string,
  { progress, steps }: { progress: number; steps: number },
  now: Date,
): Promise<void> {
  await db
    .updateTable("data_exports")
    .set({ progress, steps, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

/** @param file undefined if it failed. @returns false if another one has replaced it */
export async function updateToEnded(
  db: Database,
  id: string,
  file: { bytes: number; parts: number } | undefined,
  now: Date,
): Promise<boolean> {
  const end =
    file === undefined
      ? { state: "failed" }
      : { state: "done", ...file, expires_at: new Date(now.getTime() + retentionMs("dataExport")) };
  const ended = await db
    .updateTable("data_exports")
    .set({ ...end, progress: sql<number>`steps`, updated_at: now, ended_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

export const listStalledDataExports = (db: Database, now: Date) =>
  db
    .selectFrom("data_exports")
    .select("id")
    .where("state", "in", ["waiting", "running"])
    .where("updated_at", "<=", new Date(now.getTime() - STALLED_MS))
    .orderBy("updated_at")
    .execute();

/** @returns those that are gone */
export const deleteExpiredDataExports = (db: Database, now: Date) =>
  db.deleteFrom("data_exports").where("expires_at", "<=", now).returning(["id", "organization_id", "parts"]).execute();

export async function listDataExportIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("data_exports")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The sweep deletes its file. */
export async function deleteDataExportOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("data_exports").where("user_id", "=", userId).where("organization_id", "is", null).execute();
}
