import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { FileEncoding, Import, ImportReport, ImportState, SportMapping } from "#contract/imports.ts";
import type { ListQuery, Page } from "#contract/kit.ts";
import { inScope, isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import type { JobEvents, TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound, message, renderMessage } from "#server/kit/http/http-error.ts";
import type { ImportsTable } from "#server/kit/db/tables.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";
import type { ImportFault } from "./rows.ts";

/** `faults` are not yet translated. */
export interface StoredReport extends Omit<ImportReport, "errors" | "warnings"> {
  faults: ImportFault[];
  warnings: ImportFault[];
}
/** Reports of before there were warnings have none. */
type OldReport = Omit<StoredReport, "warned" | "warnings" | "sportValues"> & Partial<StoredReport>;
export interface ImportColumn {
  header: string;
  samples: string[];
}
export type ImportRecord = Omit<Selectable<ImportsTable>, "content">;
export type ImportKindName = "facilities" | "bookings" | "customers" | "packs" | "subscriptions";

const importsWithoutContent = (db: Database) =>
  db
    .selectFrom("imports")
    .select([
      "organization_id",
      "id",
      "kind",
      "file_name",
      "encoding",
      "columns",
      "mapping",
      "sport_mapping",
      "rows",
      "state",
      "progress",
      "report",
    ])
    .select([
      "options",
      "failure",
      "tries",
      "created_by",
      "started_by",
      "started_at",
      "ended_at",
      "created_at",
      "updated_at",
    ]);

function uniqueHeaders(columns: readonly ImportColumn[], t: Translate): string[] {
  const taken = new Set<string>();
  return columns.map(({ header }, at) => {
    const name = header === "" ? t("imports.unnamedColumn", { number: at + 1 }) : header;
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
    taken.add(free);
    return free;
  });
}

export const explainFault =
  (headers: readonly string[], t: Translate) =>
  ({ line, at, value, saying }: ImportFault): ImportReport["errors"][number] => {
    const column = at === null ? null : (headers[at] ?? null);
    return { line, column, value, message: renderMessage(t, saying) };
  };

export function serializeReport(
  { faults, warned = 0, warnings = [], sportValues = [], ...counts }: OldReport,
  headers: string[],
  t: Translate,
): ImportReport {
  const explain = explainFault(headers, t);
  return { ...counts, errors: faults.map(explain), warned, warnings: warnings.map(explain), sportValues };
}

export const renderKey = (t: Translate, key: string): string =>
  renderMessage(t, message(key as "imports.gaveUp" satisfies MessageKey));

/** Members that imports of every kind have. */
export function serializeCommon(row: ImportRecord, t: Translate) {
  const columns = row.columns as ImportColumn[];
  const headers = uniqueHeaders(columns, t);
  return {
    id: row.id,
    fileName: row.file_name,
    encoding: row.encoding as FileEncoding | null,
    state: row.state as ImportState,
    columns: columns.map(({ samples }, at) => ({ header: headers[at] ?? "", samples })),
    rows: row.rows,
    progress: row.progress,
    failure: row.failure === null ? null : renderKey(t, row.failure),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export const headersOf = (row: Pick<ImportRecord, "columns">, t: Translate): string[] =>
  uniqueHeaders(row.columns as ImportColumn[], t);

export const serializeImport = (row: ImportRecord, t: Translate): Import => ({
  ...serializeCommon(row, t),
  mapping: row.mapping as Import["mapping"],
  sportMapping: row.sport_mapping as SportMapping,
  report: row.report === null ? null : serializeReport(row.report as OldReport, headersOf(row, t), t),
});

export function listImportRecords(
  db: Database,
  organizationId: string,
  kind: ImportKindName,
  query: ListQuery,
): Promise<Page<ImportRecord>> {
  let found = importsWithoutContent(db).where(inScope("organization_id", organizationId)).where("kind", "=", kind);
  if (query.q) found = found.where(matchesText(sql`file_name`, query.q));
  return paginate(db, found.orderBy("created_at", "desc").orderBy("id", "desc"), query);
}

/** Finds the sports that values of earlier files stand for, for the next file. */
export async function findLatestSportMapping(db: Database, organizationId: string): Promise<SportMapping> {
  const row = await db
    .selectFrom("imports")
    .select("sport_mapping")
    .where("organization_id", "=", organizationId)
    .where("sport_mapping", "!=", sql<string>`'[]'::jsonb`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row?.sport_mapping ?? []) as SportMapping;
}

/** @param kind undefined for any */
export const findImport = (
  db: Database,
  organizationId: string,
  id: string,
  kind?: ImportKindName,
): Promise<ImportRecord> =>
  importsWithoutContent(db)
    .where(inScope("organization_id", organizationId))
    .where("id", "=", id)
    .$if(kind !== undefined, (found) => found.where("kind", "=", kind as ImportKindName))
    .executeTakeFirstOrThrow(notFound);

/** @param kind undefined for any */
export const findImportToChange = (
  db: Database,
  organizationId: string,
  id: string,
  kind?: ImportKindName,
): Promise<ImportRecord> =>
  importsWithoutContent(db)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .$if(kind !== undefined, (found) => found.where("kind", "=", kind as ImportKindName))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);

/** @returns undefined after the file was deleted */
export async function findImportContent(db: Database, organizationId: string, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("imports")
    .select("content")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.content ?? undefined;
}

interface JsonColumns {
  columns: ImportColumn[];
  mapping: readonly (string | null)[];
  sport_mapping: SportMapping;
  options: object;
  /** As its kind of import stores it. */
  report: object;
}

export async function insertImport(
  db: Database,
  row: Omit<Insertable<ImportsTable>, keyof JsonColumns> &
    Pick<JsonColumns, "columns" | "mapping"> &
    Partial<Pick<JsonColumns, "sport_mapping" | "options">>,
): Promise<void> {
  const json = {
    columns: JSON.stringify(row.columns),
    mapping: JSON.stringify(row.mapping),
    sport_mapping: JSON.stringify(row.sport_mapping ?? []),
    options: JSON.stringify(row.options ?? {}),
  };
  await db
    .insertInto("imports")
    .values({ ...row, ...json })
    .execute();
}

export async function updateImport(
  db: Database,
  organizationId: string,
  id: string,
  changes: Omit<Updateable<ImportsTable>, keyof JsonColumns> & Partial<JsonColumns>,
): Promise<void> {
  const { columns, report, mapping, sport_mapping: sportMapping, options, ...plain } = changes;
  const json = {
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(report && { report: JSON.stringify(report) }),
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(sportMapping && { sport_mapping: JSON.stringify(sportMapping) }),
    ...(options && { options: JSON.stringify(options) }),
  };
  await db
    .updateTable("imports")
    .set({ ...plain, ...json })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function deleteImport(db: Database, organizationId: string, id: string): Promise<void> {
  await db.deleteFrom("imports").where("organization_id", "=", organizationId).where("id", "=", id).execute();
}

/** Options that the changes leave out stay. */
export const mergeOptions = ({ options }: Pick<ImportRecord, "options">, changes: object = {}): object => ({
  ...(options as object),
  ...changes,
});

/** Undefined: it is guessed. */
export const encodingOf = ({ encoding }: Pick<ImportRecord, "encoding">): FileEncoding | undefined =>
  (encoding ?? undefined) as FileEncoding | undefined;

const MAX_DRAFTS = 10;
/** Files are large: keep only this draft and the latest ones before it. */
export async function deleteSurplusDrafts(db: Database, organizationId: string, id: string): Promise<void> {
  const surplus = db
    .selectFrom("imports")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("state", "=", "draft")
    .where("id", "!=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(MAX_DRAFTS - 1);
  await db
    .deleteFrom("imports")
    .where("organization_id", "=", organizationId)
    .where("state", "=", "draft")
    .where("id", "in", surplus)
    .execute();
}

export const listStalledImports = (db: Database, since: Date) =>
  db
    .selectFrom("imports")
    .select(["organization_id as organizationId", "id as importId"])
    .where("state", "in", ["waiting", "running", "undoing"])
    .where("updated_at", "<", since)
    .orderBy("updated_at")
    .execute();

/** Files and drafts, and former values of customers, whom an undo cannot restore any more. */
export async function deleteExpiredContent(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("imports").where("state", "=", "draft").where("created_at", "<", before).execute();
  await db
    .updateTable("imports")
    .set({ content: null })
    .where("content", "is not", null)
    .where("ended_at", "<", before)
    .execute();
  await sql`
    update import_records set replaced = '{}'
    from imports
    where imports.organization_id = import_records.organization_id and imports.id = import_records.import_id
      and imports.ended_at < ${before} and imports.state <> 'undoing'
      and import_records.replaced <> '{}'`.execute(db);
}

/** No undo shall bring back what was forgotten. */
export async function forgetImportedCustomers(
  { db, organizationId }: TenantContext,
  { customerIds }: JobEvents["customers.forgotten"],
): Promise<void> {
  await db
    .deleteFrom("import_records")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", "customer")
    .where(isAnyOf("record_id", customerIds))
    .execute();
}

/** @returns number of deleted imports, at most `limit` */
export async function deleteImportsBefore(
  db: Database,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom("imports")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("ended_at", "<", before)
    .orderBy("ended_at")
    .limit(limit);
  const gone = await db
    .deleteFrom("imports")
    .where("organization_id", "=", organizationId)
    .where("id", "in", old)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
