/** What happened, in SQL: entries with the names of who did it and of what it was done to. */
import { sql, type SqlBool } from "kysely";
import type { activity, Entry } from "#contract/activity.ts";
import type { Page, Query } from "#contract/kit.ts";
import { everyOrganization, inScope, matches, paginate, type Database } from "#server/kit/database.ts";
import { isUuid } from "#server/kit/ids.ts";
import { notFound } from "#server/kit/problem.ts";

type Filters = Query<typeof activity.list>;
const roomOf = (act: string) => act.split(".")[0] ?? "";

/** The platform has no zone of its own: that of most. */
const zoneOfPlatform = "Europe/Paris";

/** The zone of a scope: an organization’s, or on the platform that of most. */
export async function findZone(db: Database, organizationId: string): Promise<string> {
  if (organizationId === everyOrganization) return zoneOfPlatform;
  const row = await db
    .selectFrom("organizations")
    .select("timezone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);
  return row.timezone;
}

/** The instant at which a local date begins, so many days later. */
const beginOf = (date: string, timezone: string, daysLater = 0): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds);

/** Names are looked for among so many, the most that anybody would read through. */
const mostFound = 1000;

/**
 * Whom and what a text may mean: the people who did something or were changed, and the things of the organization. Each
 * is found by an index, and so are the entries that name it.
 */
function meant(db: Database, organizationId: string, q: string) {
  const named = (table: "facilities" | "fields" | "events", id = sql<string>`${sql.ref(`${table}.id`)}::text`) =>
    db
      .selectFrom(table)
      .select(id.as("id"))
      .where(inScope(`${table}.organization_id`, organizationId))
      .where(matches(sql`${sql.ref(`${table}.name`)}`, q))
      .limit(mostFound);
  const people = db
    .selectFrom("users")
    .select(sql<string>`users.id::text`.as("id"))
    .where(matches(sql`users.first_name || ' ' || users.last_name || ' ' || users.email`, q))
    .where(
      sql<SqlBool>`exists (
        select from activity where ${inScope("activity.organization_id", organizationId)}
          and (activity.actor_id = users.id or activity.subject_id = users.id::text)
      )`,
    )
    .limit(mostFound);
  const invited = db
    .selectFrom("invitations")
    .select(sql<string>`invitations.id::text`.as("id"))
    .where(inScope("invitations.organization_id", organizationId))
    .where(matches(sql`invitations.email`, q))
    .limit(mostFound);
  // Numbers of roles mean another role in another organization.
  const roles =
    organizationId === everyOrganization
      ? sql`select null where false`
      : db
          .selectFrom("roles")
          .select(sql<string>`roles.id::text`.as("id"))
          .where("roles.organization_id", "=", organizationId)
          .where(matches(sql`roles.name`, q));
  return sql<string>`select id from (${people}) as people union all select id from (${invited}) as invited
    union all select id from (${roles}) as roles (id)
    union all select id from (${named("facilities")}) as facilities
    union all select id from (${named("fields")}) as fields union all select id from (${named("events")}) as events`;
}

async function listMeant(db: Database, organizationId: string, q: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${meant(db, organizationId, q)}`.execute(db);
  return rows.map((row) => row.id);
}

async function listRows(db: Database, organizationId: string, query: Filters) {
  const zone = query.from || query.to ? await findZone(db, organizationId) : zoneOfPlatform;
  let found = db
    .selectFrom("activity")
    .leftJoin("users", "users.id", "activity.actor_id")
    .select(["activity.organization_id", "activity.id", "activity.at", "activity.act", "activity.subject_id"])
    .select(["activity.before", "activity.after", "activity.address"])
    .select(["users.id as actor_id", "users.first_name", "users.last_name"])
    .where(inScope("activity.organization_id", organizationId));
  if (query.actor) found = found.where("activity.actor_id", "=", query.actor);
  if (query.subject) found = found.where(sql<SqlBool>`split_part(activity.act, '.', 1) = ${query.subject}`);
  if (query.from) found = found.where("activity.at", ">=", beginOf(query.from, zone));
  if (query.to) found = found.where("activity.at", "<", beginOf(query.to, zone, 1));
  if (query.q) {
    const ids = await listMeant(db, organizationId, query.q);
    found = found.where(
      sql<SqlBool>`(activity.subject_id = any(${ids}) or activity.actor_id = any(${ids.filter(isUuid)}::uuid[]))`,
    );
  }
  return paginate(db, found.orderBy("activity.at", "desc").orderBy("activity.id"), query);
}
type Row = Awaited<ReturnType<typeof listRows>>["data"][number];

/** What the subjects are called now: by their id, roles by `organization role`. */
async function listNames(db: Database, rows: Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ subject_id: id }) => (id !== null && isUuid(id) ? [id] : [])))];
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))];
  const roleIds = rows.flatMap(({ subject_id: id }) => (id !== null && /^\d{1,9}$/.test(id) ? [Number(id)] : []));
  const inTenant = (table: string) => sql`select id::text, name from ${sql.table(table)}
    where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])`;
  const { rows: named } = await sql<{ id: string; name: string }>`
    select id::text, name from organizations where id = any(${ids}::uuid[])
    union all ${inTenant("facilities")} union all ${inTenant("fields")} union all ${inTenant("events")}
    union all ${inTenant("opening_hour_patterns")} union all ${inTenant("closures")}
    union all ${inTenant("price_patterns")} union all ${inTenant("series")}
    union all select id::text, file_name from imports
      where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])
    union all select id::text, payer_name from payments
      where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])
    union all select id::text, number from invoices
      where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])
    union all select id::text, first_name || ' ' || last_name from users where id = any(${ids}::uuid[])
    union all select id::text, email from invitations
      where organization_id = any(${organizationIds}) and id = any(${ids}::uuid[])
    union all select organization_id || ' ' || id, name from roles
      where organization_id = any(${organizationIds}) and id = any(${roleIds})`.execute(db);
  return new Map(named.map(({ id, name }) => [id, name]));
}

const shape = (row: Row, names: Map<string, string>): Entry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, full_name: `${row.first_name} ${row.last_name}` },
  act: row.act,
  subject: roomOf(row.act),
  subjectId: row.subject_id,
  subjectName:
    row.subject_id === null
      ? null
      : (names.get(row.subject_id) ?? names.get(`${row.organization_id} ${row.subject_id}`) ?? null),
  before: row.before as Entry["before"],
  after: row.after as Entry["after"],
  address: row.address,
});

/** Latest first. */
export async function listEntries(db: Database, organizationId: string, query: Filters): Promise<Page<Entry>> {
  const { data, meta } = await listRows(db, organizationId, query);
  const names = data.length > 0 ? await listNames(db, data) : new Map<string, string>();
  return { data: data.map((row) => shape(row, names)), meta };
}
