/** Checks of settings, and the ways of an import to its job or its end. */
import { type Database, findBrokenConstraint } from "#server/kit/db/database.ts";
import { HttpError, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { deleteImport, findImportToChange, type ImportKindName, updateImport } from "./queries.ts";

/** Errors of mappings of every kind: a column without a place, and a target with two. */
export function findMappingErrors(
  columns: readonly unknown[],
  mapping: readonly (string | null)[],
): LocalizedMessage[] {
  const targets = mapping.filter((target) => target !== null);
  return [
    ...(mapping.length === columns.length ? [] : [message("imports.otherColumns", { count: columns.length })]),
    ...(new Set(targets).size === targets.length ? [] : [message("imports.targetTwice")]),
  ];
}

/** @throws HttpError 409 while another import of the organization is running */
export async function queueImport(
  db: Database,
  organizationId: string,
  id: string,
  {
    userId,
    now,
    ...settings
  }: Pick<Parameters<typeof updateImport>[3], "mapping" | "sport_mapping" | "options"> & {
    userId: string | null;
    now: Date;
  },
): Promise<void> {
  const columns = { ...settings, state: "waiting", started_by: userId, started_at: now, updated_at: now };
  await assertNoOtherRuns(() => updateImport(db, organizationId, id, columns));
}

/** @throws HttpError 409 while another import of the organization is running, or being undone */
export async function assertNoOtherRuns(begin: () => Promise<void>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    const isTaken = findBrokenConstraint(error) === "imports_one_at_once";
    throw isTaken ? new HttpError(409, message("imports.anotherRuns")) : error;
  }
}

/** Drops a draft, or stops a running import. */
export async function stopImport(
  { db, organizationId, now, record }: Pick<Call, "db" | "organizationId" | "now" | "record">,
  kind: ImportKindName,
  id: string,
): Promise<null> {
  const { state, file_name: name, progress } = await findImportToChange(db, organizationId, id, kind);
  if (state === "draft") {
    await deleteImport(db, organizationId, id);
    record({ skipsEntry: true });
  } else if (state === "waiting" || state === "running") {
    const canceled = { state: "canceled", ended_at: now, updated_at: now };
    await updateImport(db, organizationId, id, canceled);
    record({ after: { name, rows: progress } });
  } else throw new HttpError(409, message("imports.endedAlready"));
  return null;
}
