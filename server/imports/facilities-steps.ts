/** Settings of imports of facilities and fields, and how people read them. */
import type { Import, ImportReport, imports, SportMapping } from "#contract/imports.ts";
import type { Body } from "#contract/kit.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, type LocalizedMessage, message } from "#server/kit/http/http-error.ts";
import { listSports } from "#server/sports/queries.ts";
import { dryRun, loadSportRecognizer, readImportFile } from "./apply.ts";
import { guessMapping } from "./guess-mapping.ts";
import type { ImportSteps } from "./steps.ts";
import { findMappingErrors } from "./prepare.ts";
import {
  encodingOf,
  findLatestSportMapping,
  headersOf,
  type ImportColumn,
  serializeImport,
  serializeReport,
} from "./queries.ts";
import { readTable } from "./read-csv.ts";
import type { ColumnMapping } from "./rows.ts";
import { describeTable } from "./upload.ts";

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

export const facilitySteps: ImportSteps<Body<typeof imports.check>, ImportReport, Import> = {
  kind: "facilities",
  async describeFile(db, content, source) {
    const table = await readTable(content, encodingOf(source));
    return { ...describeTable(table), mapping: guessMapping(table, await loadSportRecognizer(db)) };
  },
  findLatestSettings: async (db, organizationId) => ({
    sport_mapping: await findLatestSportMapping(db, organizationId),
  }),
  async checkSettings(db, row, { mapping, sportMapping }) {
    assertValidMapping(row.columns as ImportColumn[], mapping);
    if (sportMapping) await assertKnownSports(db, sportMapping);
    return { mapping, sport_mapping: sportMapping ?? (row.sport_mapping as SportMapping) };
  },
  async dryRun({ db, organizationId, access, now, t }, content, row) {
    const mapping = row.mapping as ColumnMapping;
    const settings = { encoding: row.encoding, mapping, sportMapping: row.sport_mapping as SportMapping };
    const { rows } = await readImportFile(db, content, settings);
    const report = await dryRun(db, { organizationId, mapping, permissions: access.permissions }, rows, now);
    return serializeReport(report, headersOf(row, t), t);
  },
  serialize: async ({ t }, row) => serializeImport(row, t),
};
