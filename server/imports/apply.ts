/** Applies the plan of an import, or only reports it (dry run). New records are inserted in bulk. */
import { setImmediate as breathe } from "node:timers/promises";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { MAX_IMPORT_ERRORS, type SportMapping } from "#contract/imports.ts";
import type { Organization } from "#contract/organization-shape.ts";
import type { Permission } from "#contract/permissions.ts";
import { insertFacilities, updateFacility } from "#server/facilities/queries.ts";
import { insertFields, insertFieldSports, updateField, updateFieldSports } from "#server/fields/queries.ts";
import { insertUnits } from "#server/fields/units.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { timezoneAt } from "#server/places/resolve.ts";
import { formatAddress } from "#server/places/address-text.ts";
import { listSports } from "#server/sports/queries.ts";
import { createSportRecognizer, type SportRecognizer } from "#server/sports/recognize.ts";
import { languages } from "#messages/translator.ts";
import type { FacilityValues, ColumnMapping, ImportRow } from "./rows.ts";
import { readImportRows } from "./groups.ts";
import { KnownRecords, type KnownFacility } from "./known-records.ts";
import { type ImportPlan, planRows } from "./facilities-plan.ts";
import { foldName } from "./fold-name.ts";
import { encodingOf, type StoredReport } from "./queries.ts";
import { createSportReader } from "./sport-values.ts";
import { readTable, type CsvTable } from "./read-csv.ts";

interface ApplyContext {
  organization: Organization;
  now: Date;
}

/** The time zone at a point; the organization's without a point, or at sea. */
function facilityTimezone({ latitude, longitude }: FacilityValues, { timezone }: Organization): string {
  if (latitude === undefined || latitude === null || longitude === undefined || longitude === null) return timezone;
  const zone = timezoneAt({ latitude, longitude });
  return zone.startsWith("Etc/") ? timezone : zone;
}

function addressColumns(facility: KnownFacility, { countryId }: Organization) {
  const { line1 = null, postal_code: postalCode = null, city = null } = facility;
  if (!line1 && !postalCode && !city) return {};
  const countryCode = facility.country_code ?? countryCodeOf(countryId) ?? "FR";
  return {
    place_id: line1 && postalCode && city ? "manual:" : null,
    complete_address: formatAddress({ line1, postalCode, city, countryCode }),
    country_code: countryCode,
  };
}

async function applyFacilities(
  db: Database,
  { made, changed }: ImportPlan["facilities"],
  { organization, now }: ApplyContext,
) {
  const rows = made.map((facility) => ({
    ...facility,
    ...addressColumns(facility, organization),
    organization_id: organization.id,
    timezone: facilityTimezone(facility, organization),
    created_at: now,
    updated_at: now,
  }));
  if (rows.length > 0) await insertFacilities(db, rows, now);
  for (const { facility, changes } of changed) {
    const isMoved = "line1" in changes || "postal_code" in changes || "city" in changes;
    const address = isMoved && addressColumns(facility, organization);
    await updateFacility(db, organization.id, facility.id, { ...changes, ...address, updated_at: now });
  }
}

async function applyFields(db: Database, { made, changed }: ImportPlan["fields"], { organization, now }: ApplyContext) {
  const tenant = { organization_id: organization.id };
  const defaults = { approval: organization.approvalDefault };
  const rows = made.map(({ sportIds: _sports, ...field }) => ({
    ...tenant,
    ...defaults,
    ...field,
    created_at: now,
    updated_at: now,
  }));
  if (rows.length > 0) {
    await insertFields(db, rows, now);
    const units = made.map(({ id }) => ({ organizationId: organization.id, unitId: uuidv7(now), fieldIds: [id] }));
    await insertUnits(db, units);
  }
  const sports = made.flatMap(({ id, sportIds }) =>
    sportIds.map((sport_id, position) => ({ ...tenant, field_id: id, sport_id, position })),
  );
  await insertFieldSports(db, sports);
  for (const { field, changes, sportIds } of changed) {
    await updateField(db, organization.id, field.id, { ...changes, updated_at: now });
    if (sportIds) await updateFieldSports(db, organization.id, field.id, sportIds);
  }
}

/** Facilities come first, because fields refer to them. */
export async function applyPlan(db: Database, plan: ImportPlan, organizationId: string, now: Date): Promise<void> {
  const place = { organization: await findOrganization(db, organizationId), now };
  await applyFacilities(db, plan.facilities, place);
  await applyFields(db, plan.fields, place);
}

export async function loadSportRecognizer(db: Database): Promise<SportRecognizer> {
  const names = [];
  // One after the other, because a transaction uses one connection.
  for (const language of languages) names.push(...(await listSports(db, language)));
  return createSportRecognizer(names);
}

export interface ReadSettings {
  /** A FileEncoding; null: guessed. */
  encoding: string | null;
  mapping: ColumnMapping;
  sportMapping: SportMapping;
}

export async function readImportFile(
  db: Database,
  content: Buffer,
  { mapping, sportMapping, ...file }: ReadSettings,
): Promise<{ table: CsvTable; rows: ImportRow[] }> {
  const table = await readTable(content, encodingOf(file));
  const readSportsOf = createSportReader(await loadSportRecognizer(db), sportMapping);
  return { table, rows: await readImportRows(table, mapping, readSportsOf) };
}

const emptyTally = () => ({ created: 0, updated: 0, unchanged: 0 });
export const emptyReport = (): StoredReport => ({
  facilities: emptyTally(),
  fields: emptyTally(),
  failed: 0,
  faults: [],
  warned: 0,
  warnings: [],
  sportValues: [],
});

const addTallies = (one: StoredReport["fields"], other: StoredReport["fields"]) => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
});

function countSportValues(
  counted: StoredReport["sportValues"],
  values: ImportPlan["sportValues"],
): StoredReport["sportValues"] {
  const byName = new Map(counted.map((one) => [foldName(one.value), { ...one }]));
  for (const { value, sportIds } of values) {
    const known = byName.get(foldName(value));
    if (known) known.rows++;
    else if (byName.size < MAX_IMPORT_ERRORS) byName.set(foldName(value), { value, rows: 1, sportIds });
  }
  return [...byName.values()];
}

export const addToReport = (
  report: StoredReport,
  { tally, faults, warnings, sportValues }: Pick<ImportPlan, "tally" | "faults" | "warnings" | "sportValues">,
): StoredReport => ({
  facilities: addTallies(report.facilities, tally.facilities),
  fields: addTallies(report.fields, tally.fields),
  failed: report.failed + tally.failed,
  faults: [...report.faults, ...faults].slice(0, MAX_IMPORT_ERRORS),
  warned: report.warned + tally.warned,
  warnings: [...report.warnings, ...warnings].slice(0, MAX_IMPORT_ERRORS),
  sportValues: countSportValues(report.sportValues, sportValues),
});

export interface ImportScope {
  organizationId: string;
  mapping: ColumnMapping;
  permissions: ReadonlySet<Permission>;
}

export async function loadKnownRecords(
  db: Database,
  { organizationId, mapping }: ImportScope,
  rows: readonly ImportRow[],
  { isLocked, known = new KnownRecords(mapping.includes("city")) }: { isLocked: boolean; known?: KnownRecords },
): Promise<KnownRecords> {
  const drafts = rows.flatMap((row) => ("faults" in row ? [] : [row]));
  if (drafts.length > 0) await known.load(db, { organizationId, isLocked }, drafts);
  return known;
}

export const buildPlanRules = ({ mapping, permissions }: ImportScope, now: Date) => ({
  mapping,
  permissions,
  newId: () => uuidv7(now),
});

const ROWS_PER_BATCH = 1000;

export async function dryRun(
  db: Database,
  work: ImportScope,
  rows: readonly ImportRow[],
  now: Date,
): Promise<StoredReport> {
  let report = emptyReport();
  const known = new KnownRecords(work.mapping.includes("city"));
  for (let from = 0; from < rows.length; from += ROWS_PER_BATCH) {
    const some = rows.slice(from, from + ROWS_PER_BATCH);
    await loadKnownRecords(db, work, some, { isLocked: false, known });
    report = addToReport(report, planRows(some, known, buildPlanRules(work, now)));
    await breathe();
  }
  return report;
}
