/** Tables `packs` and `pack_uses`: lists with filters, single packs with their uses. */
import { sql, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Pack, PackDetail, packs, PackTerms, PackUse } from "#contract/packs.ts";
import type { Page } from "#contract/kit.ts";
import { type PackState, packStateOf, unitsLeftOf } from "#contract/packs-rules.ts";
import type { WindowHours } from "#contract/time-windows-minutes-rules.ts";
import { inScope, isAnyOf, isOfAnyOrganization, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { listLocalDates, type Today } from "#server/organizations/local-dates.ts";
import { packsWithNames, type PackRow } from "./with-names.ts";

/** Terms as they are kept with the pack, with the hours of its time windows as they were. */
export type StoredTerms = PackTerms & { windows: WindowHours[] };

export interface PackReader {
  db: Database;
  organizationId: string;
  now: Date;
}

export const termsOf = ({ terms }: Pick<PackRow, "terms">): StoredTerms => terms as StoredTerms;

export const countsOf = (row: Pick<PackRow, "units_total" | "units_used" | "units_refunded">) => ({
  unitsTotal: row.units_total,
  unitsUsed: row.units_used,
  unitsRefunded: row.units_refunded,
});
export const leftOf = (row: Parameters<typeof countsOf>[0]): number => unitsLeftOf(countsOf(row));

/** By the clock of the organization. */
export const stateOf = (row: PackRow, now: Date): PackState =>
  packStateOf({ ...countsOf(row), expiresOn: row.expires_on }, localDateOf(row.timezone, now));

export function serializePack(row: PackRow, { now, isHolder }: { now: Date; isHolder: boolean }): Pack {
  const { name, unit, minutesPerUnit, per, online } = termsOf(row);
  const counted = countsOf(row);
  return {
    id: row.id,
    organization: { id: row.organization_id, name: row.organization_name },
    customer: { id: row.customer_id, name: row.customer_name },
    typeId: row.type_id,
    ...{ name, unit, minutesPerUnit, per, online },
    state: stateOf(row, now),
    ...counted,
    unitsLeft: unitsLeftOf(counted),
    expiresOn: row.expires_on,
    startsOn: row.starts_on,
    isGranted: row.charge_id === null,
    grantReason: isHolder ? null : row.grant_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function listUses(db: Database, rows: readonly PackRow[]): Promise<ReadonlyMap<string, PackUse[]>> {
  if (rows.length === 0) return new Map();
  const uses = await db
    .selectFrom("pack_uses")
    .innerJoin("events", (join) =>
      join
        .onRef("events.organization_id", "=", "pack_uses.organization_id")
        .onRef("events.id", "=", "pack_uses.event_id"),
    )
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["pack_uses.id", "pack_uses.pack_id", "pack_uses.units", "pack_uses.given_back", "pack_uses.active"])
    .select(["pack_uses.created_at", "events.id as event_id", "events.name", "events.start_time"])
    .select(["facilities.timezone", "fields.name as field_name"])
    .where(
      isOfAnyOrganization(
        "pack_uses.organization_id",
        rows.map((row) => row.organization_id),
      ),
    )
    .where(
      isAnyOf(
        "pack_uses.pack_id",
        rows.map(({ id }) => id),
      ),
    )
    .orderBy("pack_uses.created_at", "desc")
    .orderBy("pack_uses.id", "desc")
    .execute();
  const grouped = Map.groupBy(uses, ({ pack_id }) => pack_id);
  return new Map(
    [...grouped].map(([packId, own]) => [
      packId,
      own.map((use) => ({
        id: use.id,
        event: {
          ...{ id: use.event_id, name: use.name, startTime: use.start_time.toISOString() },
          ...{ timezone: use.timezone, fieldName: use.field_name },
        },
        ...{ units: use.units, givenBack: use.given_back, isActive: use.active },
        created_at: use.created_at.toISOString(),
      })),
    ]),
  );
}

/** @throws HttpError 404 */
export async function findPack({ db, organizationId, now }: PackReader, id: string): Promise<PackDetail> {
  const row = await packsWithNames(db)
    .where(inScope("packs.organization_id", organizationId))
    .where("packs.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
  return { ...serializePack(row, { now, isHolder: false }), uses: (await listUses(db, [row])).get(row.id) ?? [] };
}

const isExpired = (todays: readonly Today[]) =>
  sql<SqlBool>`(false or ${sql.join(
    todays.map(({ timezone, today }) => sql`(packs.expires_on < ${today} and organizations.timezone = ${timezone})`),
    sql` or `,
  )})`;

const hasUnits = sql<SqlBool>`packs.units_used + packs.units_refunded < packs.units_total`;
const wasRefunded = sql<SqlBool>`packs.units_refunded > 0`;

async function stateCondition(reader: PackReader, state: PackState) {
  if (state === "refunded") return sql<SqlBool>`(${wasRefunded} and not ${hasUnits})`;
  if (state === "used_up") return sql<SqlBool>`(not ${wasRefunded} and not ${hasUnits})`;
  const todays = await listLocalDates(reader);
  const expired = todays.length === 0 ? sql<SqlBool>`false` : isExpired(todays);
  return state === "expired"
    ? sql<SqlBool>`(${hasUnits} and coalesce(${expired}, false))`
    : sql<SqlBool>`(${hasUnits} and not coalesce(${expired}, false))`;
}

/** Those that expire first come first; those that never expire last. */
const sortByExpiry = <DB, TB extends keyof DB, O>(found: SelectQueryBuilder<DB, TB, O>) =>
  found.orderBy(sql`packs.expires_on`, (order) => order.asc().nullsLast()).orderBy(sql`packs.id`);

export async function listPacks(call: Call<typeof packs.list>): Promise<Page<Pack>> {
  const { db, now, organizationId, query } = call;
  const { q, customerId, typeId, state, expiresBy } = query;
  let found = packsWithNames(db).where(inScope("packs.organization_id", organizationId));
  if (customerId) found = found.where("packs.customer_id", "=", customerId);
  if (typeId) found = found.where("packs.type_id", "=", typeId);
  if (q) found = found.where(matchesText(sql`customers.name || ' ' || (packs.terms ->> 'name')`, q));
  if (state) found = found.where(await stateCondition(call, state));
  if (expiresBy) found = found.where("packs.expires_on", "<=", expiresBy).where(await stateCondition(call, "running"));
  const { data, meta } = await paginate(db, sortByExpiry(found), query);
  return { data: data.map((row) => serializePack(row, { now, isHolder: false })), meta };
}

/** Packs of the customers that an account is, those that can be used first. */
export async function listOwnPacks({ db, now, user, query }: Call<typeof packs.mine>): Promise<Page<PackDetail>> {
  const own = packsWithNames(db)
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null)
    .orderBy(hasUnits, "desc");
  const { data, meta } = await paginate(db, sortByExpiry(own), query);
  const uses = await listUses(db, data);
  return {
    data: data.map((row) => ({ ...serializePack(row, { now, isHolder: true }), uses: uses.get(row.id) ?? [] })),
    meta,
  };
}

/** Those of a customer, also such that are used up. */
export const listPacksOfCustomer = (
  { db, organizationId }: Pick<PackReader, "db" | "organizationId">,
  customerId: string,
): Promise<PackRow[]> =>
  sortByExpiry(
    packsWithNames(db).where("packs.organization_id", "=", organizationId).where("packs.customer_id", "=", customerId),
  ).execute();

export async function findTermsOfPack(
  { db, organizationId }: Pick<PackReader, "db" | "organizationId">,
  packId: string,
): Promise<StoredTerms> {
  const row = await db
    .selectFrom("packs")
    .select("terms")
    .where("organization_id", "=", organizationId)
    .where("id", "=", packId)
    .executeTakeFirstOrThrow();
  return termsOf(row);
}
