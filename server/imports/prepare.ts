/** Steps before an import runs: dry run with a mapping, start or delete. */
import type { Import, ImportReport, imports, SportMapping } from "#contract/imports.ts";
import { type Database, findBrokenConstraint } from "#server/kit/db/database.ts";
import { invalidFields, HttpError, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import { type Call, withoutTransaction } from "#server/kit/http/serve-module.ts";
import { listSports } from "#server/sports/queries.ts";
import { readImportFile, dryRun } from "./apply.ts";
import { findDraftContent, findDraftImport, limitParsing } from "./drafts.ts";
import type { ColumnMapping } from "./rows.ts";
import {
  deleteImport,
  findImport,
  findImportToChange,
  headersOf,
  type ImportColumn,
  type ImportKindName,
  type ImportRecord,
  serializeImport,
  serializeReport,
  updateImport,
} from "./queries.ts";

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

export function assertValidMapping(columns: readonly unknown[], mapping: ColumnMapping): void {
  const wrong = [
    ...findMappingErrors(columns, mapping),
    ...(mapping.includes("facilityName") ? [] : [message("imports.facilityNameMissing")]),
    ...(mapping.includes("fieldName") ? [] : [message("imports.fieldNameMissing")]),
  ];
  if (wrong.length > 0) throw invalidFields({ mapping: wrong });
}

async function assertKnownSports(db: Database, mapping: SportMapping): Promise<void> {
  const known = new Set((await listSports(db, "en")).map(({ id }) => id));
  const errors: Record<string, LocalizedMessage[]> = {};
  for (const [at, { sportIds }] of mapping.entries())
    if (!sportIds.every((id) => known.has(id))) errors[`sportMapping.${at}.sportIds`] = [message("sports.unknown")];
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

interface ImportSettings {
  mapping: ColumnMapping;
  sport_mapping: SportMapping;
}

/** @throws HttpError 422 for a wrong mapping */
async function checkSettings(
  db: Database,
  row: Pick<ImportRecord, "columns" | "sport_mapping">,
  { mapping, sportMapping }: { mapping: ColumnMapping; sportMapping?: SportMapping | undefined },
): Promise<ImportSettings> {
  assertValidMapping(row.columns as ImportColumn[], mapping);
  if (sportMapping) await assertKnownSports(db, sportMapping);
  return { mapping, sport_mapping: sportMapping ?? (row.sport_mapping as SportMapping) };
}

/** Without a transaction, because a large file takes long. */
export const checkImport = withoutTransaction(async (call: Call<typeof imports.check>): Promise<ImportReport> => {
  const { db, organizationId, params, body, now, t } = call;
  const { importId } = params;
  const row = await db.transaction().execute(async (trx) => {
    const found = await findDraftImport(trx, organizationId, importId, "facilities");
    const settings = await checkSettings(trx, found, body);
    await updateImport(trx, organizationId, importId, { ...settings, updated_at: now });
    return { ...found, ...settings };
  });
  const report = await limitParsing(() => dryRunFile(call, row));
  return serializeReport(report, headersOf(row, t), t);
});

async function dryRunFile(
  { db, organizationId, params, access, now }: Call<typeof imports.check>,
  { encoding, mapping, sport_mapping: sportMapping }: ImportSettings & { encoding: string | null },
) {
  const content = await findDraftContent(db, organizationId, params.importId, "facilities");
  const { rows } = await readImportFile(db, content, { encoding, mapping, sportMapping });
  return dryRun(db, { organizationId, mapping, permissions: access.permissions }, rows, now);
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

export async function startImport(call: Call<typeof imports.start>): Promise<Import> {
  const { db, appContext, organizationId, params, body, user, now, t } = call;
  const { importId } = params;
  const draft = await findDraftImport(db, organizationId, importId, "facilities");
  const settings = await checkSettings(db, draft, body);
  await queueImport(db, organizationId, importId, { ...settings, userId: user.id, now });
  await appContext.jobs.send(db, "imports.run", { organizationId, importId });
  call.record({ after: { name: draft.file_name, rows: draft.rows } });
  return serializeImport(await findImport(db, organizationId, importId), t);
}

export const cancelImport = (call: Call<typeof imports.cancel>): Promise<null> =>
  stopImport(call, "facilities", call.params.importId);

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
