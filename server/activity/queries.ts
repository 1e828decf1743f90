/** Lists the activity log (audit log) with its filters. */
import { sql, type Expression, type Selectable, type SqlBool } from "kysely";
import type { activity, ActivityEntry } from "#contract/activity.ts";
import type { Page, Query } from "#contract/kit.ts";
import {
  ALL_ORGANIZATIONS,
  inScope,
  isAnyOf,
  organizationOf,
  paginate,
  type Database,
} from "#server/kit/db/database.ts";
import { matchesSearch } from "#server/kit/db/text-search.ts";
import { findFewMatches } from "#server/kit/db/few-matches.ts";
import type { ActivityTable } from "#server/kit/db/tables.ts";
import { MAX_NAME_MATCHES } from "#server/kit/activity/subjects.ts";
import { parseTimezone } from "#server/kit/process/timezone.ts";
import { isUuid } from "#server/kit/process/uuid.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Language } from "#messages/translator.ts";
import {
  type EntryFacts,
  findEventKey,
  listEntryFacts,
  listReferences,
  listSubjectSources,
  moduleOf,
  unionAll,
} from "./entry-facts.ts";

type Filters = Query<typeof activity.list>;

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

/** Without it, people of other organizations would fill the limited list of matches. Everybody is in that of all organizations. */
const isInActivity = (organizationId: string): Expression<SqlBool> =>
  organizationId === ALL_ORGANIZATIONS
    ? sql`true`
    : sql`exists (
        select from activity where activity.organization_id = ${organizationId}
          and (activity.actor_id = users.id and activity.parent_id is null or activity.subject_id = users.id::text)
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

interface Period {
  from: Date | undefined;
  until: Date | undefined;
}

const isWithin = ({ from, until }: Period): Expression<SqlBool> =>
  sql`(${from ? sql`activity.at >= ${from}` : sql`true`} and ${until ? sql`activity.at < ${until}` : sql`true`})`;

/** Entries about one of these subjects, or by one of these people; a head stands for the entries below it as well. */
async function findConcerned(
  db: Database,
  { organizationId, q, period }: { organizationId: string; q: string; period: Period },
): Promise<Expression<SqlBool>> {
  const ids = await listMatchingSubjectIds(db, organizationId, q);
  const actorIds = ids.filter(isUuid);
  const all = db
    .selectFrom("activity")
    .select(sql<string>`coalesce(activity.parent_id, activity.id)`.as("id"))
    .where(inScope("activity.organization_id", organizationId))
    .where(isWithin(period));
  const found = await findFewMatches(db, q, [
    all.where(isAnyOf("activity.subject_id", ids)),
    all.where(sql<SqlBool>`activity.parent_id is null and activity.actor_id = any(${actorIds}::uuid[])`),
  ]);
  if (found) return isAnyOf("activity.id", found);
  return sql`(activity.subject_id in (select unnest(${ids}::text[]))
    or activity.actor_id in (select unnest(${actorIds}::uuid[]))
    or exists (
      select from activity as part
      where part.organization_id = ${organizationOf("activity.organization_id", organizationId)} and part.parent_id = activity.id
        and part.subject_id = any(${ids}::text[])
    ))`;
}

/** A customer and those who were merged into them. */
async function listCustomerIds(db: Database, organizationId: string, customerId: string): Promise<string[]> {
  const merged = await db
    .selectFrom("customers")
    .select("id")
    .where(inScope("customers.organization_id", organizationId))
    .where("merged_into_id", "=", customerId)
    .execute();
  return [customerId, ...merged.map(({ id }) => id)];
}

const isOneOf = (column: string, ids: readonly string[]) =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids}::uuid[])`;

/** `link_id` is the entry that has the link: with the instant, it is the order of the index. */
type HeadRow = Selectable<ActivityTable> & { link_id: string };
type Link = readonly [column: "field_id" | "customer_id", ids: readonly string[]];

/** The indexes of links begin with the organization. @returns undefined for a field or customer that nobody has */
async function findLinkOrganization(
  db: Database,
  organizationId: string,
  { fieldId, customerId }: Filters,
): Promise<string | undefined> {
  if (organizationId !== ALL_ORGANIZATIONS) return organizationId;
  const [table, id] = customerId ? (["customers", customerId] as const) : (["fields", fieldId ?? ""] as const);
  const row = await db.selectFrom(table).select("organization_id").where("id", "=", id).executeTakeFirst();
  return row?.organization_id;
}

/**
 * The entries of the list. By a field or a customer they are read in the order of its index: one entry of a group has the
 * link, and all have the same instant. Each has a head: a left join says so to the planner, which else reads them all.
 */
const selectHeads = ([link, ...others]: readonly Link[], organizationId: string | undefined) => {
  if (!link) return sql<HeadRow>`(select *, id as link_id from activity where parent_id is null)`;
  const hasOther = ([column, ids]: Link) => sql`exists (
    select from activity as other
    where other.organization_id = ${organizationId ?? null}::uuid and other.at = linked.at
      and coalesce(other.parent_id, other.id) = coalesce(linked.parent_id, linked.id)
      and ${isOneOf(`other.${column}`, ids)}
  )`;
  return sql<HeadRow>`(
    select linked.organization_id, coalesce(linked.parent_id, linked.id) as id, linked.at, head.actor_id, head.guest_id, head.act,
      head.subject_id, head.before, head.after, head.address, head.parent_id, linked.field_id, linked.customer_id,
      linked.id as link_id
    from activity as linked
    left join activity as head on head.organization_id = linked.organization_id
      and head.id = coalesce(linked.parent_id, linked.id)
    where linked.organization_id = ${organizationId ?? null}::uuid
      and ${sql.join([isOneOf(`linked.${link[0]}`, link[1]), ...others.map(hasOther)], sql` and `)}
  )`;
};

export interface Reader {
  organizationId: string;
  userId: string;
  language: Language;
}

async function listActivityRows(db: Database, { organizationId, userId }: Reader, query: Filters) {
  const zone = query.from || query.to ? await findTimezone(db, organizationId, query.timezone) : PLATFORM_TIMEZONE;
  const period = {
    from: query.from ? startOfDate(query.from, zone) : undefined,
    until: query.to ? startOfDate(query.to, zone, 1) : undefined,
  };
  const links: Link[] = [];
  if (query.customerId) links.push(["customer_id", await listCustomerIds(db, organizationId, query.customerId)]);
  if (query.fieldId) links.push(["field_id", [query.fieldId]]);
  const linkOrganizationId = links.length > 0 ? await findLinkOrganization(db, organizationId, query) : undefined;
  let found = db
    .selectFrom(selectHeads(links, linkOrganizationId).as("activity"))
    .leftJoin("users", "users.id", "activity.actor_id")
    .select(["activity.organization_id", "activity.id", "activity.at", "activity.act", "activity.subject_id"])
    .select(["activity.before", "activity.after", "activity.address", "activity.customer_id", "activity.guest_id"])
    .select(["users.id as actor_id", "users.first_name", "users.last_name"])
    .where(inScope("activity.organization_id", organizationId));
  if (query.actor) found = found.where("activity.actor_id", "=", query.actor);
  if (query.others) found = found.where("activity.actor_id", "is distinct from", userId);
  if (query.subject) found = found.where(sql<SqlBool>`split_part(activity.act, '.', 1) = ${query.subject}`);
  if (query.from || query.to) found = found.where(isWithin(period));
  if (query.since)
    found = found
      .where("activity.at", ">", new Date(query.since))
      .where("activity.actor_id", "is distinct from", userId);
  if (query.q) found = found.where(await findConcerned(db, { organizationId, q: query.q, period }));
  return paginate(db, found.orderBy("activity.at", "desc").orderBy("activity.link_id"), query);
}
type Row = Awaited<ReturnType<typeof listActivityRows>>["data"][number];

/** The account, else the customer who acted without one. */
function serializeActor(
  { actor_id, guest_id, first_name, last_name }: Row,
  names: EntryFacts["names"],
): ActivityEntry["actor"] {
  if (actor_id !== null) return { id: actor_id, full_name: `${first_name} ${last_name}` };
  const guest = guest_id === null ? undefined : names.get(guest_id);
  return guest_id === null || guest === undefined ? null : { id: guest_id, full_name: guest };
}

const serializeEntry = (row: Row, { names, events, parts }: EntryFacts): ActivityEntry => {
  const nameOf = (id: string) => names.get(id) ?? names.get(`${row.organization_id} ${id}`) ?? null;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: serializeActor(row, names),
    act: row.act,
    subject: moduleOf(row.act),
    subjectId: row.subject_id,
    subjectName: row.subject_id === null ? null : nameOf(row.subject_id),
    before: row.before as ActivityEntry["before"],
    after: row.after as ActivityEntry["after"],
    address: row.address,
    event: events.get(findEventKey(row) ?? "") ?? null,
    customerName: row.customer_id === null ? null : nameOf(row.customer_id),
    names: Object.fromEntries(listReferences(row).flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? ""]] : []))),
    parts: parts.get(row.id) ?? [],
  };
};

export async function listEntries(db: Database, reader: Reader, query: Filters): Promise<Page<ActivityEntry>> {
  const { data, meta } = await listActivityRows(db, reader, query);
  const facts = await listEntryFacts(db, data, reader.language);
  return { data: data.map((row) => serializeEntry(row, facts)), meta };
}
