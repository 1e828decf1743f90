/** Tries a plan out, or writes what it says, in bulk where things are new. */
import { setImmediate as breathe } from "node:timers/promises";
import { countryCodes, countryIds } from "#contract/general.ts";
import { mostImportErrors } from "#contract/imports.ts";
import type { Organization } from "#contract/organizations.ts";
import type { Permission } from "#contract/permissions.ts";
import { insertFacilities, updateFacility } from "#server/facilities/queries.ts";
import { insertFields, insertFieldSports, updateField, updateFieldSports } from "#server/fields/queries.ts";
import { insertUnits } from "#server/fields/units.ts";
import type { Database } from "#server/kit/database.ts";
import { v7 } from "#server/kit/ids.ts";
import { findOrganization } from "#server/organizations/queries.ts";
import { zoneAt } from "#server/places/resolve.ts";
import { written } from "#server/places/written.ts";
import { listSports } from "#server/sports/queries.ts";
import { openRecognizer, type Recognizer } from "#server/sports/recognize.ts";
import { languages } from "#words/words.ts";
import type { FacilitySaid, Mapping, Row } from "./drafts.ts";
import { readDrafts } from "./groups.ts";
import { Known, type KnownFacility } from "./known.ts";
import { type Plan, planRows } from "./plan.ts";
import type { Report } from "./queries.ts";
import { readTable, type Table } from "./read.ts";

interface Place {
  organization: Organization;
  now: Date;
}

const isCountry = (id: number): id is (typeof countryIds)[number] => (countryIds as readonly number[]).includes(id);

/** The zone around a point; the organization's at sea, and where no point is given. */
function zoneOf({ latitude, longitude }: FacilitySaid, { timezone }: Organization): string {
  if (latitude === undefined || latitude === null || longitude === undefined || longitude === null) return timezone;
  const zone = zoneAt({ latitude, longitude });
  return zone.startsWith("Etc/") ? timezone : zone;
}

/** What follows from the parts of an address. */
function addressOf(facility: KnownFacility, { countryId }: Organization) {
  const { line1 = null, postal_code: postalCode = null, city = null } = facility;
  if (!line1 && !postalCode && !city) return {};
  const countryCode = facility.country_code ?? (isCountry(countryId) ? countryCodes[countryId] : "FR");
  return {
    place_id: line1 && postalCode && city ? "manual:" : null,
    complete_address: written({ line1, postalCode, city, countryCode }),
    country_code: countryCode,
  };
}

async function applyFacilities(db: Database, { made, changed }: Plan["facilities"], { organization, now }: Place) {
  const rows = made.map((facility) => ({
    ...facility,
    ...addressOf(facility, organization),
    organization_id: organization.id,
    timezone: zoneOf(facility, organization),
    created_at: now,
    updated_at: now,
  }));
  if (rows.length > 0) await insertFacilities(db, rows);
  for (const { facility, changes } of changed) {
    const isMoved = "line1" in changes || "postal_code" in changes || "city" in changes;
    const address = isMoved && addressOf(facility, organization);
    await updateFacility(db, organization.id, facility.id, { ...changes, ...address, updated_at: now });
  }
}

async function applyFields(db: Database, { made, changed }: Plan["fields"], { organization, now }: Place) {
  const tenant = { organization_id: organization.id };
  const defaults = {
    approval: organization.approvalDefault,
    cancellation_deadline: organization.cancellationDeadline,
  };
  const rows = made.map(({ sportIds: _sports, ...field }) => ({
    ...tenant,
    ...defaults,
    ...field,
    created_at: now,
    updated_at: now,
  }));
  if (rows.length > 0) {
    await insertFields(db, rows);
    const units = made.map(({ id }) => ({ organizationId: organization.id, unitId: v7(now), fieldIds: [id] }));
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

/** Facilities first: the fields stand in them. */
export async function applyPlan(db: Database, plan: Plan, organizationId: string, now: Date): Promise<void> {
  const place = { organization: await findOrganization(db, organizationId), now };
  await applyFacilities(db, plan.facilities, place);
  await applyFields(db, plan.fields, place);
}

/** Knows the sports by their names in every language. */
export async function findRecognizer(db: Database): Promise<Recognizer> {
  const names = [];
  // One after the other: a transaction is one connection, which answers one question at a time.
  for (const language of languages) names.push(...(await listSports(db, language)));
  return openRecognizer(names);
}

/** @throws Problem as `readTable` */
export async function readFile(
  db: Database,
  content: Buffer,
  mapping: Mapping,
): Promise<{ table: Table; rows: Row[] }> {
  const table = await readTable(content);
  return { table, rows: await readDrafts(table, mapping, await findRecognizer(db)) };
}

const none = () => ({ created: 0, updated: 0, unchanged: 0 });
export const emptyReport = (): Report => ({ facilities: none(), fields: none(), failed: 0, faults: [] });

const sum = (one: Report["fields"], other: Report["fields"]) => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
});

/** The report so far, with what further rows did. */
export const addTo = (report: Report, { tally, faults }: Pick<Plan, "tally" | "faults">): Report => ({
  facilities: sum(report.facilities, tally.facilities),
  fields: sum(report.fields, tally.fields),
  failed: report.failed + tally.failed,
  faults: [...report.faults, ...faults].slice(0, mostImportErrors),
});

export interface Import {
  organizationId: string;
  mapping: Mapping;
  /** Of whoever imports. */
  permissions: ReadonlySet<Permission>;
}

/** What is there already of these rows. */
export async function findKnown(
  db: Database,
  { organizationId, mapping }: Import,
  rows: readonly Row[],
  { isLocked, known = new Known(mapping.includes("city")) }: { isLocked: boolean; known?: Known },
): Promise<Known> {
  const drafts = rows.flatMap((row) => ("faults" in row ? [] : [row]));
  if (drafts.length > 0) await known.load(db, { organizationId, isLocked }, drafts);
  return known;
}

export const rulesOf = ({ mapping, permissions }: Import, now: Date) => ({
  mapping,
  permissions,
  newId: () => v7(now),
});

const atOnce = 1000;

/** @returns what the import would do now; nothing is written */
export async function tryOut(db: Database, work: Import, rows: readonly Row[], now: Date): Promise<Report> {
  let report = emptyReport();
  const known = new Known(work.mapping.includes("city"));
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce);
    await findKnown(db, work, some, { isLocked: false, known });
    report = addTo(report, planRows(some, known, rulesOf(work, now)));
    await breathe();
  }
  return report;
}
