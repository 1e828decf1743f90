/** Lists the activity log (audit log) with its filters. */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { activity, ActivityEntry } from "#contract/activity.ts";
import type { Page, Query } from "#contract/kit.ts";
import { ALL_ORGANIZATIONS, inScope, isAnyOf, paginate, type Database } from "#server/kit/db/database.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { MAX_NAME_MATCHES, type SubjectKeys } from "#server/kit/activity/subjects.ts";
import { listModules } from "#server/kit/process/modules.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { notFound } from "#server/kit/http/http-error.ts";

type Filters = Query<typeof activity.list>;
const moduleOf = (act: string) => act.split(".")[0] ?? "";

/** The platform has no time zone: for readers who name none, use the one of most organizations. */
const PLATFORM_TIMEZONE = "Europe/Paris";

/** @throws HttpError 422 for an unknown zone of the reader */
export async function findTimezone(db: Database, organizationId: string, readerTimezone?: string): Promise<string> {
  if (organizationId === ALL_ORGANIZATIONS) return readerTimezone ? parseTimezone(readerTimezone) : PLATFORM_TIMEZONE;
  const row = await db
    .selectFrom("organizations")
    .select("timezone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow(notFound);
  return row.timezone;
}

const startOfDate = (date: string, timezone: string, daysLater = 0): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds);

const listSubjectSources = () => listModules().flatMap(({ activitySubjects = [] }) => activitySubjects);
const unionAll = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union all `);

/** Without it, people of other organizations would fill the limited list of matches. Everybody is in that of all organizations. */
const isInActivity = (organizationId: string): Expression<SqlBool> =>
  organizationId === ALL_ORGANIZATIONS
    ? sql`true`
    : sql`exists (
        select from activity where activity.organization_id = ${organizationId}
          and (activity.actor_id = users.id or activity.subject_id = users.id::text)
      )`;

/** Ids that match a search text. Indexes find both these ids and their entries. */
function selectMatchingSubjectIds(organizationId: string, q: string) {
  const people = sql`
    (select users.id::text from users
    where ${matchesSearch("users.search", q)}
      and ${isInActivity(organizationId)}
    limit ${MAX_NAME_MATCHES})`;
  const things = listSubjectSources().flatMap((source) => source.selectMatchingIds?.(organizationId, q) ?? []);
  return unionAll([people, ...things]);
}

async function listMatchingSubjectIds(db: Database, organizationId: string, q: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from (${selectMatchingSubjectIds(organizationId, q)}) as found (id)`.execute(db);
  return rows.map((row) => row.id);
}

/** Entries about one of these subjects, or by one of these people. */
async function filterBySubjects<Q extends SelectQueryBuilder<Tables, "activity", object>>(
  db: Database,
  entries: Q,
  q: string,
  ids: readonly string[],
): Promise<Q> {
  const actorIds = ids.filter(isUuid);
  const found = await findFewMatches(db, q, [
    entries.clearSelect().select("activity.id").where(isAnyOf("activity.subject_id", ids)),
    entries
      .clearSelect()
      .select("activity.id")
      .where(sql<SqlBool>`activity.actor_id = any(${actorIds}::uuid[])`),
  ]);
  if (found) return entries.where(isAnyOf("activity.id", found)) as Q;
  return entries.where(
    sql<SqlBool>`(activity.subject_id in (select unnest(${ids}::text[]))
      or activity.actor_id in (select unnest(${actorIds}::uuid[])))`,
  ) as Q;
}

async function listActivityRows(db: Database, organizationId: string, query: Filters) {
  const zone = query.from || query.to ? await findTimezone(db, organizationId, query.timezone) : PLATFORM_TIMEZONE;
  let found = db
    .selectFrom("activity")
    .leftJoin("users", "users.id", "activity.actor_id")
    .select(["activity.organization_id", "activity.id", "activity.at", "activity.act", "activity.subject_id"])
    .select(["activity.before", "activity.after", "activity.address"])
    .select(["users.id as actor_id", "users.first_name", "users.last_name"])
    .where(inScope("activity.organization_id", organizationId));
  if (query.actor) found = found.where("activity.actor_id", "=", query.actor);
  if (query.subject) found = found.where(sql<SqlBool>`split_part(activity.act, '.', 1) = ${query.subject}`);
  if (query.from) found = found.where("activity.at", ">=", startOfDate(query.from, zone));
  if (query.to) found = found.where("activity.at", "<", startOfDate(query.to, zone, 1));
  if (query.q)
    found = await filterBySubjects(db, found, query.q, await listMatchingSubjectIds(db, organizationId, query.q));
  return paginate(db, found.orderBy("activity.at", "desc").orderBy("activity.id"), query);
}
type Row = Awaited<ReturnType<typeof listActivityRows>>["data"][number];

/** Current names of the subjects by id; numeric ids have the key `organization number`. */
async function listSubjectNames(db: Database, rows: Row[]): Promise<Map<string, string>> {
  const subjectIds = [...new Set(rows.flatMap(({ subject_id: id }) => id ?? []))];
  const keys: SubjectKeys = {
    organizationIds: [...new Set(rows.map((row) => row.organization_id))],
    ids: subjectIds.filter(isUuid),
    numbers: subjectIds.filter((id) => /^\d{1,9}$/.test(id)).map(Number),
  };
  const people = sql`select id::text, first_name || ' ' || last_name as name from users where id = any(${keys.ids}::uuid[])`;
  const { rows: named } = await sql<{ id: string; name: string }>`${unionAll([
    people,
    ...listSubjectSources().map((source) => source.selectNames(keys)),
  ])}`.execute(db);
  return new Map(named.map(({ id, name }) => [id, name]));
}

const serializeEntry = (row: Row, names: Map<string, string>): ActivityEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, full_name: `${row.first_name} ${row.last_name}` },
  act: row.act,
  subject: moduleOf(row.act),
  subjectId: row.subject_id,
  subjectName:
    row.subject_id === null
      ? null
      : (names.get(row.subject_id) ?? names.get(`${row.organization_id} ${row.subject_id}`) ?? null),
  before: row.before as ActivityEntry["before"],
  after: row.after as ActivityEntry["after"],
  address: row.address,
});

export async function listEntries(db: Database, organizationId: string, query: Filters): Promise<Page<ActivityEntry>> {
  const { data, meta } = await listActivityRows(db, organizationId, query);
  const names = data.length > 0 ? await listSubjectNames(db, data) : new Map<string, string>();
  return { data: data.map((row) => serializeEntry(row, names)), meta };
}
