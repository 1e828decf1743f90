/** Roles in SQL. Built-in roles have the same ids in every organization. */
import { isDeepStrictEqual } from "node:util";
import { removeAccents } from "#messages/remove-accents.ts";
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { ListQuery, Page } from "#contract/kit.ts";
import type { Role } from "#contract/members.ts";
import type { BlockRule, BookingRules, CancellationPolicy, NoShowRule, Quota } from "#contract/organization-options.ts";
import { type Grant, grantsNow, addGrantedRoles } from "#contract/permissions-grants-rules.ts";
import { kindestCancellation } from "#contract/organizations-cancellation-rules.ts";
import { builtInRoles, FIRST_CUSTOM_ROLE_ID } from "#contract/permissions.ts";
import {
  isAnyOf,
  ALL_ORGANIZATIONS,
  inScope,
  organizationOf,
  paginate,
  type Database,
} from "#server/kit/db/database.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import { notFound, type HttpError } from "#server/kit/http/http-error.ts";
import type { RoleFieldsTable, RolesTable } from "#server/kit/db/tables.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import type { Translate } from "#messages/translator.ts";
import { roleColumnMap } from "./column-map.ts";
import { isFieldPresent } from "./visibility.ts";

const presentRoles = (db: Database, organizationId: string) =>
  db.selectFrom("roles").where(inScope("roles.organization_id", organizationId)).where("roles.archived_at", "is", null);

/** In the scope of all organizations, list each role once. */
const isFirstOfName = (organizationId: string) =>
  organizationId === ALL_ORGANIZATIONS
    ? sql<SqlBool>`(roles.organization_id, roles.id) in (
        select distinct on (id, name) organization_id, id from roles
        where archived_at is null order by id, name, organization_id
      )`
    : sql<SqlBool>`true`;

const selectRoles = (db: Database, organizationId: string) =>
  presentRoles(db, organizationId).where(isFirstOfName(organizationId)).selectAll("roles");
type Row = Awaited<ReturnType<ReturnType<typeof selectRoles>["executeTakeFirstOrThrow"]>>;

const keyOf = (organizationId: string | null, roleId: number) => `${organizationId ?? ALL_ORGANIZATIONS} ${roleId}`;

/**
 * Includes inactive members.
 * @returns in the scope of all organizations, built-in roles are counted over all of them
 */
async function countMembers(db: Database, scope: string, rows: readonly Row[]): Promise<(row: Row) => number> {
  const isCountedEverywhere = (roleId: number) => scope === ALL_ORGANIZATIONS && roleId < FIRST_CUSTOM_ROLE_ID;
  const firstOfOne = sql.lit(scope === ALL_ORGANIZATIONS ? FIRST_CUSTOM_ROLE_ID : 0);
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const roleIds = rows.map(({ id }) => id);
  const { rows: counted } = await sql<{ organization_id: string | null; role_id: number; members: number }>`
    select case when role_id >= ${firstOfOne} then organization_id end as organization_id, role_id, count(*)::int as members
    from membership_roles
    where ${inScope("organization_id", scope)} and ${isAnyOf("role_id", roleIds)}
      and (role_id < ${firstOfOne} or ${isAnyOf("organization_id", organizationIds)})
    group by 1, 2`.execute(db);
  const counts = new Map(counted.map((row) => [keyOf(row.organization_id, row.role_id), row.members]));
  return (row) => counts.get(keyOf(isCountedEverywhere(row.id) ? null : row.organization_id, row.id)) ?? 0;
}

async function serializeRoles(db: Database, organizationId: string, rows: Row[]): Promise<Role[]> {
  if (rows.length === 0) return [];
  const membersOf = await countMembers(db, organizationId, rows);
  const organizationIds = rows.map((row) => row.organization_id);
  const linked = await db
    .selectFrom("role_fields as linked")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "linked.organization_id").onRef("fields.id", "=", "linked.field_id"),
    )
    .select(["linked.organization_id", "linked.role_id", "fields.id", "fields.name"])
    .where(isAnyOf("linked.organization_id", organizationIds))
    .where(
      isAnyOf(
        "linked.role_id",
        rows.map((row) => row.id),
      ),
    )
    .where(inScope("linked.organization_id", organizationId))
    .where(isFieldPresent(organizationOf("fields.organization_id", organizationId)))
    .orderBy("fields.name")
    .orderBy("fields.id")
    .execute();
  const byRole = Map.groupBy(linked, (row) => keyOf(row.organization_id, row.role_id));
  return rows.map((row) => ({
    id: row.id,
    ...roleColumnMap.fromRow(row),
    isBuiltIn: row.id < FIRST_CUSTOM_ROLE_ID,
    fields: (byRole.get(keyOf(row.organization_id, row.id)) ?? []).map(({ id, name }) => ({ id, name })),
    members: membersOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

export function roleName(role: { id: number; name: string }, t: Translate): string {
  const builtIn = builtInRoles.find(({ id }) => id === role.id);
  return builtIn ? t(`members.role${builtIn.name}`) : role.name;
}

/** An own role must not look like a built-in one. */
export const isBuiltInName = (name: string, languages: readonly Translate[]): boolean =>
  languages.some((t) => builtInRoles.some((role) => removeAccents(roleName(role, t)) === removeAccents(name)));

export async function listRoles(
  db: Database,
  organizationId: string,
  query: ListQuery,
  t: Translate,
): Promise<Page<Role>> {
  let found = selectRoles(db, organizationId);
  if (query.q) {
    const called = builtInRoles
      .filter((role) => removeAccents(roleName(role, t)).includes(removeAccents(query.q)))
      .map(({ id }) => id);
    const isCalled = isAnyOf("roles.id", called);
    found = found.where((e) => e.or([matchesText(sql`roles.name`, query.q), isCalled]));
  }
  const sorted = found
    .orderBy(sql`least(roles.id, ${FIRST_CUSTOM_ROLE_ID})`)
    .orderBy("roles.name")
    .orderBy("roles.id")
    .orderBy("roles.organization_id");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: await serializeRoles(db, organizationId, data), meta };
}

export async function findRole(
  db: Database,
  organizationId: string,
  id: number,
  orElse: () => HttpError = notFound,
): Promise<Role> {
  const row = await selectRoles(db, organizationId)
    .where("roles.id", "=", id)
    .orderBy("roles.organization_id")
    .executeTakeFirstOrThrow(orElse);
  const [role] = await serializeRoles(db, organizationId, [row]);
  if (!role) throw notFound();
  return role;
}

export const listRolesById = (db: Database, organizationId: string, ids: readonly number[]) =>
  presentRoles(db, organizationId)
    .select(["id", "name", "type", "permissions"])
    .where(isAnyOf("roles.id", ids))
    .orderBy("id")
    .execute();

export async function isRoleNameTaken(
  db: Database,
  organizationId: string,
  name: string,
  except?: number,
): Promise<boolean> {
  const other = await presentRoles(db, organizationId)
    .select("id")
    .where(sql<SqlBool>`fold(roles.name) = fold(${name})`)
    .where("id", "!=", except ?? 0)
    .executeTakeFirst();
  return other !== undefined;
}

/** Deleted roles keep their ids. The caller must have locked the members. */
export async function findNextRoleId(db: Database, organizationId: string): Promise<number> {
  const { last } = await db
    .selectFrom("roles")
    .select((e) => e.fn.max("id").as("last"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Math.max(FIRST_CUSTOM_ROLE_ID, (last ?? 0) + 1);
}

export async function insertBuiltInRoles(db: Database, organizationIds: string[], now: Date): Promise<void> {
  const rows = organizationIds.flatMap((organization_id) =>
    builtInRoles.map((role) => ({
      ...role,
      permissions: [...role.permissions],
      organization_id,
      created_at: now,
      updated_at: now,
    })),
  );
  await db.insertInto("roles").values(rows).execute();
}

export async function insertRoles(db: Database, rows: Insertable<RolesTable>[]): Promise<void> {
  await db.insertInto("roles").values(rows).execute();
}

export async function updateRole(
  db: Database,
  organizationId: string,
  id: number,
  changes: Updateable<RolesTable>,
): Promise<void> {
  await db
    .updateTable("roles")
    .set(changes)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function insertRoleFields(db: Database, rows: Insertable<RoleFieldsTable>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("role_fields").values(rows).execute();
}

export async function deleteRoleFields(db: Database, organizationId: string, roleId: number): Promise<void> {
  await db
    .deleteFrom("role_fields")
    .where("organization_id", "=", organizationId)
    .where("role_id", "=", roleId)
    .execute();
}

export async function listKnownFieldIds(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where(isFieldPresent(organizationId))
    .execute();
  return rows.map((row) => row.id);
}

/** null means no limit, which is the widest. */
const widestBound = <T extends number | string | object>(
  bounds: (T | null)[],
  wider: (a: T, b: T) => T | null,
): T | null => bounds.reduce((a, b) => (a === null || b === null ? null : wider(a, b)));

/** More no-shows in fewer days, and a shorter block. */
const kindestBlock = (one: BlockRule, other: BlockRule): BlockRule => ({
  count: Math.max(one.count, other.count),
  days: Math.min(one.days, other.days),
  blockDays: Math.min(one.blockDays, other.blockDays),
});

/** Each part for itself: the lower fee, and the kindest block. */
function kindestNoShow(one: NoShowRule, other: NoShowRule): NoShowRule | null {
  const fee = widestBound([one.fee ?? null, other.fee ?? null], Math.min);
  const blockAfter = widestBound([one.blockAfter ?? null, other.blockAfter ?? null], kindestBlock);
  const isAsKind = (rule: NoShowRule) =>
    fee === (rule.fee ?? null) && isDeepStrictEqual(blockAfter, rule.blockAfter ?? null);
  return fee === null && blockAfter === null ? null : ([one, other].find(isAsKind) ?? { fee, blockAfter });
}

const quotaKey = ({ measure, per, windowId, sportIds }: Quota): string =>
  JSON.stringify([measure, per, windowId, sportIds.toSorted((one, other) => one - other)]);

/** Quotas of equal measure, period, window and sports are compared; a source without one has no bound there. */
export function widestQuotas(sources: readonly (readonly Quota[])[]): Quota[] {
  const [first = [], ...others] = sources;
  return first.flatMap((quota) => {
    const equals = others.map((quotas) => quotas.filter((other) => quotaKey(other) === quotaKey(quota)));
    if (equals.some((found) => found.length === 0)) return [];
    const amounts = equals.map((found) => Math.min(...found.map(({ amount }) => amount)));
    return { ...quota, amount: Math.max(quota.amount, ...amounts) };
  });
}

const ruleColumns = {
  horizonDays: "horizon_days",
  noticeMinutes: "notice_minutes",
  mostActive: "most_active",
  opensAt: "opens_at",
  maxHolds: "max_holds",
  quotas: "quotas",
  cancellation: "cancellation",
  noShow: "no_show",
} as const satisfies Record<keyof BookingRules, keyof Updateable<RolesTable>>;
type RuleName = keyof typeof ruleColumns;
const ruleNames = Object.keys(ruleColumns) as RuleName[];
const selectedRules = Object.values(ruleColumns);

export type MemberRules = BookingRules & { quotas: Quota[] };

/** Memberships (subscriptions) with rules of their own, which say nothing where they leave one open. */
const listOwnRules = (grants: readonly Grant[]) =>
  grants.flatMap(({ name, rules }) => (rules ? [{ name, rules: rules as Partial<BookingRules> }] : []));
const idsWith = (roles: readonly { id: number }[], grants: readonly Grant[]) =>
  addGrantedRoles(
    roles.map(({ id }) => id),
    grants,
  );

/**
 * Booking rules of a member: each role's own, else the organization's; with several roles, the widest.
 * @param grants of memberships (subscriptions) that hold; their rules join those of the roles
 */
export const findBookingRules = (
  context: MemoryContext,
  roles: readonly { id: number }[],
  grants: readonly Grant[] = [],
): Promise<MemberRules> =>
  remember(context, ["members.bookingRules", idsWith(roles, grants), listOwnRules(grants)], () =>
    readBookingRules(context, roles, grants),
  );

interface RuledContext extends MemoryContext {
  now: Date;
}
/**
 * Booking rules of a member, by the memberships (subscriptions) of today.
 * @param date of a booking, on which they have to hold as well
 */
export const findRulesOfMember = (
  context: RuledContext,
  { roles, grants }: Pick<MemberPermissions, "roles" | "grants">,
  date?: string,
): Promise<MemberRules> => findBookingRules(context, roles, grantsNow(grants, context.now, date));

/** Bookings of one guest that wait for their payment. */
const MAX_GUEST_HOLDS = 2;

/** A guest is bound by what holds without any role, and by less of it in time. */
const findGuestRules = (context: MemoryContext): Promise<MemberRules> =>
  remember(context, ["members.guestRules"], async () => {
    const { guest_horizon_days, guest_notice_minutes, guest_most_active } = await context.db
      .selectFrom("organizations")
      .select(["guest_horizon_days", "guest_notice_minutes", "guest_most_active"])
      .where("id", "=", context.organizationId)
      .executeTakeFirstOrThrow(notFound);
    const rules = await findBookingRules(context, []);
    return {
      ...rules,
      maxHolds: Math.min(rules.maxHolds ?? MAX_GUEST_HOLDS, MAX_GUEST_HOLDS),
      ...{ horizonDays: guest_horizon_days, noticeMinutes: guest_notice_minutes, mostActive: guest_most_active },
      // Bookings and no-shows are counted for members; a fee is owed by whoever was told of it.
      ...{ quotas: [], noShow: rules.noShow?.fee ? { fee: rules.noShow.fee, blockAfter: null } : null },
    };
  });

/** Booking rules of whoever calls. @param date as in `findRulesOfMember` */
export const findRulesOfCaller = (
  context: RuledContext & { access: Pick<MemberPermissions, "roles" | "grants" | "isGuest"> },
  date?: string,
): Promise<MemberRules> =>
  context.access.isGuest ? findGuestRules(context) : findRulesOfMember(context, context.access, date);

/** A role by its id, a membership (subscription) by its name; null stands for the organization. */
export type RuleSource = { roleId: number } | { membership: string } | null;

type StoredRules = Pick<Selectable<RolesTable>, (typeof ruleColumns)[RuleName]>;
type StoredRule<R extends RuleName> = StoredRules[(typeof ruleColumns)[R]];
interface RuleValue<R extends RuleName> {
  source: RuleSource;
  value: StoredRule<R>;
}

/**
 * @returns each rule once for each role, with the organization's and no role where the role leaves it open, and once for each
 * membership that has it
 */
async function readRuleValues(
  { db, organizationId }: MemoryContext,
  roles: readonly { id: number }[],
  grants: readonly Grant[],
) {
  const general = await db
    .selectFrom("organizations")
    .select(selectedRules)
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);
  const ids = idsWith(roles, grants);
  const granted = listOwnRules(grants);
  const own =
    ids.length > 0
      ? await presentRoles(db, organizationId)
          .select("id")
          .select(selectedRules)
          .where(isAnyOf("roles.id", ids))
          .execute()
      : [];
  return <R extends RuleName>(rule: R) => {
    const column = ruleColumns[rule];
    const usual: RuleValue<R> = { source: null, value: general[column] };
    const ofRoles = own.map((role): RuleValue<R> => {
      const value: StoredRule<R> = role[column];
      return value === null ? usual : { source: { roleId: role.id }, value };
    });
    const ofGrants = granted.flatMap(({ name, rules }): RuleValue<R>[] => {
      const value = rules[rule] ?? null;
      // It is stored as roles store it.
      return value === null ? [] : [{ source: { membership: name }, value: value as StoredRule<R> }];
    });
    return [...(ofRoles.length > 0 ? ofRoles : [usual]), ...ofGrants];
  };
}
type RuleValues = Awaited<ReturnType<typeof readRuleValues>>;

function combineRules(valuesOf: RuleValues): MemberRules {
  const boundsOf = <R extends RuleName>(rule: R) => valuesOf(rule).map(({ value }) => value);
  return {
    horizonDays: widestBound(boundsOf("horizonDays"), Math.max),
    noticeMinutes: widestBound(boundsOf("noticeMinutes"), Math.min),
    mostActive: widestBound(boundsOf("mostActive"), Math.max),
    opensAt: widestBound(boundsOf("opensAt"), (one, other) => (one < other ? one : other)),
    maxHolds: widestBound(boundsOf("maxHolds"), Math.max),
    quotas: widestQuotas(boundsOf("quotas").map((quotas) => (quotas ?? []) as Quota[])),
    cancellation: kindestCancellation(boundsOf("cancellation") as (CancellationPolicy | null)[]),
    noShow: widestBound(boundsOf("noShow") as (NoShowRule | null)[], kindestNoShow),
  };
}

const readBookingRules = async (
  context: MemoryContext,
  roles: readonly { id: number }[],
  grants: readonly Grant[],
): Promise<MemberRules> => combineRules(await readRuleValues(context, roles, grants));

export interface ExplainedRules {
  rules: MemberRules;
  /** Those whose value holds, or all of which it is put together. */
  sources: Record<RuleName, RuleSource[]>;
}

/** Booking rules of a member, and from where each of them comes. */
export async function explainBookingRules(
  context: MemoryContext,
  roles: readonly { id: number }[],
  grants: readonly Grant[],
): Promise<ExplainedRules> {
  const valuesOf = await readRuleValues(context, roles, grants);
  const rules = combineRules(valuesOf);
  const sourcesOf = (rule: RuleName) => {
    const values = valuesOf(rule);
    const equal = values.filter(({ value }) => isDeepStrictEqual(value ?? null, rules[rule]));
    const held = (equal.length > 0 ? equal : values).map(({ source }) => source);
    return [...new Map(held.map((source) => [JSON.stringify(source), source])).values()];
  };
  const sources = Object.fromEntries(ruleNames.map((rule) => [rule, sourcesOf(rule)]));
  return { rules, sources: sources as ExplainedRules["sources"] };
}
