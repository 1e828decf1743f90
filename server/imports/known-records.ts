/** Existing facilities and fields that rows may refer to, including those from earlier rows. */
import { sql, type Selectable, type SqlBool } from "kysely";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import type { FacilitiesTable, FieldsTable } from "#server/kit/db/tables.ts";
import { foldName } from "./fold-name.ts";
import type { RowDraft, FacilityValues, FieldValues } from "./rows.ts";

export type KnownFacility = Partial<Selectable<FacilitiesTable>> & FacilityValues & { id: string };
export type KnownField = Partial<Selectable<FieldsTable>> &
  FieldValues & { id: string; facility_id: string; sportIds: number[] };

interface LoadScope {
  organizationId: string;
  /** Locks the rows until the transaction ends, so that nobody changes or archives them meanwhile. */
  isLocked: boolean;
}

/** The queries below use `union` instead of `or`, so that each search uses its index. */
const foldedNames = (names: string[]) => sql`array(select fold(unnest(${names}::text[])))`;

/** Rows with an external id may match records without one; rows without an id match any record. */
const splitNames = (values: { name: string; external_id?: string | null }[]) => {
  const [own, free] = [new Set<string>(), new Set<string>()];
  for (const { name, external_id: id } of values) (id ? free : own).add(name);
  return { own: foldedNames([...own]), free: foldedNames([...free]) };
};

function listKnownFacilities(db: Database, { organizationId, isLocked }: LoadScope, drafts: readonly RowDraft[]) {
  const ids = [...new Set(drafts.flatMap(({ group }) => group.values.external_id ?? []))];
  const { own, free } = splitNames(drafts.map(({ group }) => group.values));
  const found = db
    .selectFrom("facilities")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("archived_at", "is", null)
    .where(
      sql<SqlBool>`id = any(array(
        select id from facilities
        where organization_id = ${organizationId} and archived_at is null and external_id = any(${ids})
        union select id from facilities
        where organization_id = ${organizationId} and archived_at is null and fold(name) = any(${own})
        union select id from facilities
        where organization_id = ${organizationId} and archived_at is null and fold(name) = any(${free}) and external_id is null
      ))`,
    )
    .orderBy("id");
  return (isLocked ? found.forNoKeyUpdate() : found).execute();
}

function listKnownFields(
  db: Database,
  { organizationId, isLocked }: LoadScope,
  drafts: readonly RowDraft[],
  facilityIds: string[],
) {
  const ids = [...new Set(drafts.flatMap(({ field }) => field.external_id ?? []))];
  const { own, free } = splitNames(drafts.map(({ field }) => field));
  const found = db
    .selectFrom("fields")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "fields.organization_id")
        .onRef("facilities.id", "=", "fields.facility_id"),
    )
    .selectAll("fields")
    .where("fields.organization_id", "=", organizationId)
    .where("fields.archived_at", "is", null)
    .where("facilities.archived_at", "is", null)
    .where(
      sql<SqlBool>`fields.id = any(array(
        select id from fields
        where organization_id = ${organizationId} and archived_at is null and external_id = any(${ids})
        union select id from fields
        where facility_id = any(${facilityIds}) and archived_at is null and fold(name) = any(${own})
        union select id from fields
        where facility_id = any(${facilityIds}) and archived_at is null and fold(name) = any(${free}) and external_id is null
      ))`,
    )
    .orderBy("fields.id");
  return (isLocked ? found.forNoKeyUpdate("fields") : found).execute();
}

async function listSportIds(db: Database, organizationId: string, fieldIds: string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom("field_sports")
    .select(["field_id", "sport_id"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("field_id", fieldIds))
    .orderBy("position")
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.field_id)].map(([id, fieldRows]) => [id, fieldRows.map((row) => row.sport_id)]),
  );
}

/** Several records of this name match equally well. */
export const ambiguous = Symbol("several");
type Match<T> = T | typeof ambiguous | undefined;
/** A row whose external id matches no record is new, unless one record of this name has no id. */
function pickMatch<T extends { external_id?: string | null }>(named: T[], id: string | null | undefined): Match<T> {
  const free = id ? named.filter((one) => !one.external_id) : named;
  if (free.length > 1) return id ? undefined : ambiguous;
  return free[0];
}

const addToIndex = <K, V>(index: Map<K, V[]>, key: K, value: V) => {
  const values = index.get(key);
  if (values) values.push(value);
  else index.set(key, [value]);
};

function moveInIndex<T>(index: Map<string, T[]>, value: T, { from, to }: { from: string; to: string }): void {
  if (from === to) return;
  const others = index.get(from)?.filter((one) => one !== value) ?? [];
  index.set(from, others);
  addToIndex(index, to, value);
}

const fieldNameKey = (facilityId: string, { name }: { name: string }) => `${facilityId} ${foldName(name)}`;

export class KnownRecords {
  private readonly ids = new Set<string>();
  private readonly facilities = { byId: new Map<string, KnownFacility>(), byName: new Map<string, KnownFacility[]>() };
  private readonly fields = { byId: new Map<string, KnownField>(), byName: new Map<string, KnownField[]>() };
  private readonly isByCity: boolean;

  /** @param isByCity facilities are identified by name and city */
  constructor(isByCity: boolean) {
    this.isByCity = isByCity;
  }

  /** Loads records that rows may refer to. Records loaded earlier keep the changes of earlier rows. */
  async load(db: Database, tenant: LoadScope, drafts: readonly RowDraft[]): Promise<void> {
    const facilities = await listKnownFacilities(db, tenant, drafts);
    const facilityIds = facilities.map((row) => row.id);
    const fields = await listKnownFields(db, tenant, drafts, facilityIds);
    const fieldIds = fields.map((row) => row.id);
    const sports = await listSportIds(db, tenant.organizationId, fieldIds);
    for (const row of facilities) if (!this.ids.has(row.id)) this.addFacility(row);
    for (const row of fields) if (!this.ids.has(row.id)) this.addField({ ...row, sportIds: sports.get(row.id) ?? [] });
  }

  addFacility(facility: KnownFacility): void {
    this.ids.add(facility.id);
    if (facility.external_id) this.facilities.byId.set(facility.external_id, facility);
    addToIndex(this.facilities.byName, foldName(facility.name), facility);
  }

  addField(field: KnownField): void {
    this.ids.add(field.id);
    if (field.external_id) this.fields.byId.set(field.external_id, field);
    addToIndex(this.fields.byName, fieldNameKey(field.facility_id, field), field);
  }

  /** A facility without an external id may match by name, and then gets that of the file. */
  findFacility(values: FacilityValues): Match<KnownFacility> {
    const own = values.external_id ? this.facilities.byId.get(values.external_id) : undefined;
    const city = foldName(values.city ?? "");
    const named = (this.facilities.byName.get(foldName(values.name)) ?? []).filter(
      (one) => !this.isByCity || foldName(one.city ?? "") === city,
    );
    return own ?? pickMatch(named, values.external_id);
  }

  findField(values: FieldValues, facilityId: string | undefined): Match<KnownField> {
    const own = values.external_id ? this.fields.byId.get(values.external_id) : undefined;
    const named = facilityId === undefined ? [] : (this.fields.byName.get(fieldNameKey(facilityId, values)) ?? []);
    return own ?? pickMatch(named, values.external_id);
  }

  changeFacility(facility: KnownFacility, changes: Partial<FacilityValues>): void {
    const name = foldName(facility.name);
    Object.assign(facility, changes);
    if (changes.external_id) this.facilities.byId.set(changes.external_id, facility);
    moveInIndex(this.facilities.byName, facility, { from: name, to: foldName(facility.name) });
  }

  changeField(field: KnownField, changes: Partial<FieldValues>, sportIds: number[] | undefined): void {
    const name = fieldNameKey(field.facility_id, field);
    Object.assign(field, changes, sportIds && { sportIds });
    if (changes.external_id) this.fields.byId.set(changes.external_id, field);
    moveInIndex(this.fields.byName, field, { from: name, to: fieldNameKey(field.facility_id, field) });
  }
}
