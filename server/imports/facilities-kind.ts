/** How rows of facilities and fields are imported. */
import { sql } from "kysely";
import type { SportMapping } from "#contract/imports.ts";
import type { Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { addToReport, applyPlan, buildPlanRules, emptyReport, loadKnownRecords, readImportFile } from "./apply.ts";
import { type ImportPlan, planRows } from "./facilities-plan.ts";
import type { ImportRecord, StoredReport } from "./queries.ts";
import { type ColumnMapping, type ImportRow, refusedFaults } from "./rows.ts";
import type { ImportKey, ImportKind, WorkerContext } from "./run-import.ts";

const mappingOf = ({ mapping }: ImportRecord) => mapping as ColumnMapping;

/** One live change for all rows, because clients reload their lists after any change. */
async function noteImportedChanges(
  db: Database,
  { organizationId }: ImportKey,
  { facilities, fields }: ImportPlan,
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
  faults: refusedFaults(row && "line" in row ? row : undefined),
});

/** Reports of before there were warnings have none. */
const fromStored = (report: StoredReport | undefined): StoredReport => ({ ...emptyReport(), ...report });

export const facilityImports: ImportKind<ImportRow, StoredReport, WorkerContext> = {
  permission: "fields.create",
  async readRows(db, content, record) {
    const { encoding, sport_mapping: sportMapping } = record;
    const settings = { encoding, mapping: mappingOf(record), sportMapping: sportMapping as SportMapping };
    return (await readImportFile(db, content, settings)).rows;
  },
  async writeRows({ db, now }, work, rows, report) {
    const scope = { ...work, mapping: mappingOf(work.record) };
    const known = await loadKnownRecords(db, scope, rows, { isLocked: true });
    const plan = planRows(rows, known, buildPlanRules(scope, now));
    await applyPlan(db, plan, work.organizationId, now);
    await noteImportedChanges(db, work, plan, now);
    return addToReport(fromStored(report), plan);
  },
  addRefusedRow: (row, report) => addToReport(fromStored(report), refusedRow(row)),
  count(report) {
    const { facilities, fields, failed } = fromStored(report);
    return { created: facilities.created + fields.created, updated: facilities.updated + fields.updated, failed };
  },
  analyzeTables: (db) => sql`analyze facilities, fields, field_sports, units, field_units`.execute(db),
};
