/** The import command (`npm run import`) without its arguments: maps, tests and runs an import. */
import {
  type FileEncoding,
  type ImportReport,
  importTargets,
  type ImportTarget,
  type SportMapping,
} from "#contract/imports.ts";
import { insertActivityEntry } from "./kit/activity/audit-log.ts";
import { CommandError } from "./kit/process/command.ts";
import type { Database } from "./kit/db/database.ts";
import type { AppContext } from "./kit/process/app-context.ts";
import { isUuid } from "./kit/process/uuid.ts";
import { translators } from "./kit/process/translators.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { assertValidMapping, facilitySteps } from "./imports/facilities-steps.ts";
import { createDraft } from "./imports/steps.ts";
import { queueImport } from "./imports/prepare.ts";
import type { ColumnMapping } from "./imports/rows.ts";
import { guessMapping } from "./imports/guess-mapping.ts";
import { type SportRecognizer, splitSports } from "#server/sports/recognize.ts";
import {
  findImport,
  findLatestSportMapping,
  headersOf,
  listStalledImports,
  serializeImport,
  serializeReport,
} from "#server/imports/queries.ts";
import { mergeSportMappings } from "./imports/sport-values.ts";
import { readTable } from "./imports/read-csv.ts";
import { processImport } from "./imports/jobs.ts";
import { findImportPermissions } from "./imports/run-import.ts";
import { loadSportRecognizer, readImportFile, dryRun } from "#server/imports/apply.ts";

export interface ImportOrder {
  organizationId: string;
  name: string;
  content: Buffer;
  /** Without it, it is guessed. */
  encoding?: FileEncoding | undefined;
  isDry: boolean;
  /** The import runs with the rights of this person; without one, with all rights. */
  email: string | undefined;
  /** `Header=target,…`; replaces guessed targets. */
  maps: readonly string[];
  /** `Value=Sport,…`: what values of the file stand for, above what earlier imports said. */
  sports: readonly string[];
}
export interface ImportResult {
  name: string;
  isDry: boolean;
  encoding: FileEncoding;
  columns: { header: string; target: ImportTarget | null }[];
  rows: number;
  report: ImportReport;
}
type ImportContext = Pick<AppContext, "db" | "clock">;

const MINUTE_MS = 60_000;
const t = translators.en;
const isTarget = (name: string): name is ImportTarget => (importTargets as readonly string[]).includes(name);

/** A piece without `=` is the start of the next header, which contains a comma itself. */
function parseMapOption(map: string): [header: string, target: string][] {
  const pairs: [string, string][] = [];
  let option = "";
  for (const piece of map.split(",")) {
    option += piece;
    const at = option.lastIndexOf("=");
    if (at === -1) option += ",";
    else {
      pairs.push([option.slice(0, at).trim(), option.slice(at + 1).trim()]);
      option = "";
    }
  }
  if (option.trim() !== "")
    throw new CommandError(`--map: "${option.replace(/,$/, "")}" has no target; write Header=target`);
  return pairs;
}

function applyMapOptions(guessed: ColumnMapping, headers: string[], maps: readonly string[]): ColumnMapping {
  let mapping = [...guessed];
  for (const [header, name] of maps.flatMap(parseMapOption)) {
    const at = headers.indexOf(header);
    if (at === -1) throw new CommandError(`--map: no column is called "${header}"; there are: ${headers.join(", ")}`);
    if (name !== "" && !isTarget(name))
      throw new CommandError(`--map: "${name}" is no target; there are: ${importTargets.join(", ")}`);
    const target = name === "" ? null : (name as ImportTarget);
    mapping = mapping.map((known, index) => (index === at ? target : known === target ? null : known));
  }
  return mapping;
}

/** @throws CommandError for a name that is no sport */
function parseSportOption(option: string, recognize: SportRecognizer): SportMapping[number] {
  const at = option.lastIndexOf("=");
  const value = option.slice(0, Math.max(at, 0)).trim();
  if (value === "") throw new CommandError(`--sport: "${option}" names no sports; write Value=Sport,…`);
  const parts = splitSports(option.slice(at + 1), recognize);
  const unknown = parts.find(({ recognized }) => !recognized);
  if (unknown) throw new CommandError(`--sport: "${unknown.text}" is no sport`);
  return { value, sportIds: [...new Set(parts.flatMap(({ recognized }) => recognized?.sportIds ?? []))] };
}

async function findImportUser(db: Database, { organizationId, email }: ImportOrder): Promise<string | null> {
  if (email === undefined) return null;
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email.trim().toLowerCase())
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  const permissions = user && (await findImportPermissions(db, organizationId, user.id, "fields.create"));
  if (!permissions) throw new CommandError(`${email} may not import into this organization`);
  return user.id;
}

/** Inserts the import as started, so that a running server shows it and can resume it. */
const insertCommandImport = (
  { db, clock }: ImportContext,
  order: ImportOrder,
  { mapping, sportMapping, userId, rows }: ImportSettings & { userId: string | null },
) =>
  db.transaction().execute(async (trx) => {
    const { organizationId, name } = order;
    const now = clock.now();
    const importId = await createDraft(trx, facilitySteps, {
      ...{ ...order, userId, now },
      settings: { sport_mapping: sportMapping },
    });
    await queueImport(trx, organizationId, importId, { mapping, userId, now });
    await insertActivityEntry(trx, {
      organizationId,
      at: now,
      actorId: userId,
      act: "imports.start",
      subjectId: importId,
      before: undefined,
      after: { name, rows },
      ipAddress: null,
    });
    return importId;
  });

interface ImportSettings {
  mapping: ColumnMapping;
  sportMapping: SportMapping;
  rows: number;
}

async function runImport(
  context: ImportContext,
  order: ImportOrder,
  settings: ImportSettings,
  show: (done: number) => void,
) {
  const { db, clock } = context;
  const { organizationId } = order;
  const userId = await findImportUser(db, order);
  // An interrupted import would block this one.
  for (const key of await listStalledImports(db, new Date(clock.now().getTime() - MINUTE_MS)))
    if (key.organizationId === organizationId) await processImport(context, key);
  const importId = await insertCommandImport(context, order, { ...settings, userId });
  await processImport(context, { organizationId, importId }, show);
  const { state, failure, report } = serializeImport(await findImport(db, organizationId, importId), t);
  if (state !== "done" || !report) throw new CommandError(failure ?? `The import is ${state}`);
  return report;
}

/**
 * @param show called with the number of rows done and the total
 * @throws CommandError or HttpError with the reason
 */
export async function runImportCommand(
  context: ImportContext,
  order: ImportOrder,
  show: (done: number, rows: number) => void,
): Promise<ImportResult> {
  const { db, clock } = context;
  const { organizationId, name, isDry, content } = order;
  if (!isUuid(organizationId))
    throw new CommandError(`${organizationId} is no organization's id: it stands in the address of its pages`);
  await findOrganization(db, organizationId).catch(() => {
    throw new CommandError(`There is no organization ${organizationId}`);
  });
  const table = await readTable(content, order.encoding);
  const headers = headersOf({ columns: table.headers.map((header) => ({ header, samples: [] })) }, t);
  const recognize = await loadSportRecognizer(db);
  const mapping = applyMapOptions(guessMapping(table, recognize), headers, order.maps);
  assertValidMapping(headers, mapping);
  const columns = headers.map((header, at) => ({ header, target: mapping[at] ?? null }));
  const rows = table.rows.length;
  const { encoding } = table;
  const result = { name, isDry, encoding, columns, rows };
  const sportMapping = mergeSportMappings(
    await findLatestSportMapping(db, organizationId),
    order.sports.map((option) => parseSportOption(option, recognize)),
  );
  if (!isDry) {
    const report = await runImport(context, order, { mapping, sportMapping, rows }, (done) => show(done, rows));
    return { ...result, report };
  }
  const userId = await findImportUser(db, order);
  const permissions = (await findImportPermissions(db, organizationId, userId, "fields.create")) ?? new Set();
  const drafts = await readImportFile(db, content, { encoding, mapping, sportMapping });
  const report = await dryRun(db, { organizationId, mapping, permissions }, drafts.rows, clock.now());
  return { ...result, report: serializeReport(report, headers, t) };
}

export function formatImportResult({ name, isDry, encoding, columns, rows, report }: ImportResult): string {
  const width = Math.max(...columns.map(({ header }) => header.length));
  const counts = ({ created, updated, unchanged }: ImportReport["fields"]) =>
    `${created} ${isDry ? "to create" : "created"}, ${updated} ${isDry ? "to update" : "updated"}, ${unchanged} unchanged`;
  const list = (problems: ImportReport["errors"], count: number) => {
    const listed = new Set(problems.map(({ line }) => line)).size;
    const lines = problems.map(
      ({ line, column, value, message }) =>
        `  line ${line}${column === null ? "" : `, column "${column}"`}: ${message}${value === null ? "" : ` (${value})`}`,
    );
    return count > listed ? [...lines, `  and ${count - listed} more`] : lines;
  };
  return [
    `${name}: ${rows} rows, read as ${encoding}${isDry ? ", dry run: nothing is changed" : ""}`,
    ...columns.map(({ header, target }) => `  ${header.padEnd(width)}  ${target ?? "-"}`),
    `Facilities: ${counts(report.facilities)}`,
    `Fields:     ${counts(report.fields)}`,
    `Rows left out: ${report.failed}`,
    ...list(report.errors, report.failed),
    ...(report.warned > 0 ? [`Rows to check: ${report.warned}`] : []),
    ...list(report.warnings, report.warned),
  ].join("\n");
}
