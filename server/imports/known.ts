/** What of an import is there already: facilities and fields that rows may mean, and those that earlier rows brought. */
import { sql, type Selectable, type SqlBool } from "kysely";
import { among, type Database } from "#server/kit/database.ts";
import type { FacilitiesTable, FieldsTable } from "#server/kit/tables.ts";
import { type Draft, type FacilitySaid, type FieldSaid, foldName } from "./drafts.ts";

export type KnownFacility = Partial<Selectable<FacilitiesTable>> & FacilitySaid & { id: string };
export type KnownField = Partial<Selectable<FieldsTable>> &
  FieldSaid & { id: string; facility_id: string; sportIds: number[] };

interface Tenant {
  organizationId: string;
  /** Held until the transaction ends, so that nobody changes or archives them meanwhile. */
  isLocked: boolean;
}

/** One after another, each search finds its index; joined by "or", they read everything. */
const folded = (names: string[]) => sql`array(select fold(unnest(${names}::text[])))`;

/** Whoever brings an id may mean one that has none yet; without, also one that has. */
const namesOf = (said: { name: string; external_id?: string | null }[]) => {
  const [own, free] = [new Set<string>(), new Set<string>()];
  for (const { name, external_id: id } of said) (id ? free : own).add(name);
  return { own: folded([...own]), free: folded([...free]) };
};

/** Those that these rows may mean. */
function listFacilities(db: Database, { organizationId, isLocked }: Tenant, drafts: readonly Draft[]) {
  const ids = [...new Set(drafts.flatMap(({ group }) => group.said.external_id ?? []))];
  const { own, free } = namesOf(drafts.map(({ group }) => group.said));
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

function listFields(
  db: Database,
  { organizationId, isLocked }: Tenant,
  drafts: readonly Draft[],
  facilityIds: string[],
) {
  const ids = [...new Set(drafts.flatMap(({ field }) => field.external_id ?? []))];
  const { own, free } = namesOf(drafts.map(({ field }) => field));
  const found = db
    .selectFrom("fields")
    // Those of an archived facility are gone with it.
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
    .where(among("field_id", fieldIds))
    .orderBy("position")
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.field_id)].map(([id, its]) => [id, its.map((row) => row.sport_id)]),
  );
}

/** Several of one name, none of them meant more than the others. */
export const several = Symbol("several");
type Found<T> = T | typeof several | undefined;
/** Of those of one name: whoever brings an id does not care which of them it might have been, and is new then. */
function pick<T extends { external_id?: string | null }>(named: T[], id: string | null | undefined): Found<T> {
  const free = id ? named.filter((one) => !one.external_id) : named;
  if (free.length > 1) return id ? undefined : several;
  return free[0];
}

const add = <K, V>(index: Map<K, V[]>, key: K, value: V) => {
  const values = index.get(key);
  if (values) values.push(value);
  else index.set(key, [value]);
};

/** It is found by its new name, and by the old one no longer. */
function move<T>(index: Map<string, T[]>, value: T, { from, to }: { from: string; to: string }): void {
  if (from === to) return;
  const others = index.get(from)?.filter((one) => one !== value) ?? [];
  index.set(from, others);
  add(index, to, value);
}

const nameKey = (facilityId: string, { name }: { name: string }) => `${facilityId} ${foldName(name)}`;

export class Known {
  private readonly ids = new Set<string>();
  private readonly facilities = { byId: new Map<string, KnownFacility>(), byName: new Map<string, KnownFacility[]>() };
  private readonly fields = { byId: new Map<string, KnownField>(), byName: new Map<string, KnownField[]>() };
  private readonly isByCity: boolean;

  /** @param isByCity a facility's name is told together with its city */
  constructor(isByCity: boolean) {
    this.isByCity = isByCity;
  }

  /** Reads what rows may mean; what is known stays as the rows before left it. */
  async load(db: Database, tenant: Tenant, drafts: readonly Draft[]): Promise<void> {
    const facilities = await listFacilities(db, tenant, drafts);
    const facilityIds = facilities.map((row) => row.id);
    const fields = await listFields(db, tenant, drafts, facilityIds);
    const fieldIds = fields.map((row) => row.id);
    const sports = await listSportIds(db, tenant.organizationId, fieldIds);
    for (const row of facilities) if (!this.ids.has(row.id)) this.addFacility(row);
    for (const row of fields) if (!this.ids.has(row.id)) this.addField({ ...row, sportIds: sports.get(row.id) ?? [] });
  }

  addFacility(facility: KnownFacility): void {
    this.ids.add(facility.id);
    if (facility.external_id) this.facilities.byId.set(facility.external_id, facility);
    add(this.facilities.byName, foldName(facility.name), facility);
  }

  addField(field: KnownField): void {
    this.ids.add(field.id);
    if (field.external_id) this.fields.byId.set(field.external_id, field);
    add(this.fields.byName, nameKey(field.facility_id, field), field);
  }

  /** One without an external id takes that of the file. */
  findFacility(said: FacilitySaid): Found<KnownFacility> {
    const own = said.external_id ? this.facilities.byId.get(said.external_id) : undefined;
    const city = foldName(said.city ?? "");
    const named = (this.facilities.byName.get(foldName(said.name)) ?? []).filter(
      (one) => !this.isByCity || foldName(one.city ?? "") === city,
    );
    return own ?? pick(named, said.external_id);
  }

  /** @param facilityId undefined for a facility that is yet to be */
  findField(said: FieldSaid, facilityId: string | undefined): Found<KnownField> {
    const own = said.external_id ? this.fields.byId.get(said.external_id) : undefined;
    const named = facilityId === undefined ? [] : (this.fields.byName.get(nameKey(facilityId, said)) ?? []);
    return own ?? pick(named, said.external_id);
  }

  changeFacility(facility: KnownFacility, changes: Partial<FacilitySaid>): void {
    const name = foldName(facility.name);
    Object.assign(facility, changes);
    if (changes.external_id) this.facilities.byId.set(changes.external_id, facility);
    move(this.facilities.byName, facility, { from: name, to: foldName(facility.name) });
  }

  changeField(field: KnownField, changes: Partial<FieldSaid>, sportIds: number[] | undefined): void {
    const name = nameKey(field.facility_id, field);
    Object.assign(field, changes, sportIds && { sportIds });
    if (changes.external_id) this.fields.byId.set(changes.external_id, field);
    move(this.fields.byName, field, { from: name, to: nameKey(field.facility_id, field) });
  }
}
