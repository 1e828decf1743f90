/** Tables `join_links`, `join_codes` and `join_requests`. */
import { sql, type Insertable, type SqlBool, type Updateable } from "kysely";
import type { JoinLink, joining, joinRequestStatuses, JoinRequest, OwnJoinRequest } from "#contract/joining.ts";
import type { Page } from "#contract/kit.ts";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { type ActivitySubjects, namedRows } from "#server/kit/activity/subjects.ts";
import { inScope, isAnyOf, organizationOf, paginate, type Database } from "#server/kit/db/database.ts";
import type { JoinLinksTable, JoinRequestsTable } from "#server/kit/db/tables.ts";
import { matchesText } from "#server/kit/db/text-search.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { roleName } from "#server/members/roles.ts";

/** For the list of all organizations. */
const MAX_LISTED_LINKS = 500;
const MAX_OWN_REQUESTS = 50;

interface LinkKey {
  organizationId: string;
  linkId: string;
}
interface ListScope {
  db: Database;
  organizationId: string;
  now: Date;
  t: Translate;
}
type Status = (typeof joinRequestStatuses)[number];

const fullName = (row: { first_name: string; last_name: string }) => `${row.first_name} ${row.last_name}`;

const isUsable = (now: Date) =>
  sql<SqlBool>`revoked_at is null and expires_at > ${now} and (max_uses is null or uses < max_uses)`;

export const findUsableLink = (db: Database, { organizationId, linkId }: LinkKey, now: Date) =>
  db
    .selectFrom("join_links")
    .select(["role_id", "needs_approval"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", linkId)
    .where(isUsable(now))
    .executeTakeFirst();

export async function findLinkByCode(db: Database, codeHash: Buffer): Promise<LinkKey | undefined> {
  const row = await db
    .selectFrom("join_codes")
    .select(["organization_id", "link_id"])
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return row && { organizationId: row.organization_id, linkId: row.link_id };
}

/** @returns false if the link is revoked, over or used up: of two at its last use, one has it */
export async function updateLinkUses(db: Database, { organizationId, linkId }: LinkKey, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("join_links")
    .set({ uses: sql`uses + 1` })
    .where("organization_id", "=", organizationId)
    .where("id", "=", linkId)
    .where(isUsable(now))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The role as it is now; one that is gone, or has become one of the team, has given way to Member. */
const serializeRole = ({ role_id, role_name }: { role_id: number; role_name: string | null }, t: Translate) =>
  role_name === null
    ? { id: MEMBER_ROLE_ID, name: t("members.roleMember") }
    : { id: role_id, name: roleName({ id: role_id, name: role_name }, t) };

const linksWithNames = ({ db, organizationId }: Pick<ListScope, "db" | "organizationId">) =>
  db
    .selectFrom("join_links")
    .innerJoin("users as maker", "maker.id", "join_links.created_by")
    .leftJoin("roles", (join) =>
      join
        .on("roles.organization_id", "=", organizationOf("join_links.organization_id", organizationId))
        .onRef("roles.id", "=", "join_links.role_id")
        .on("roles.type", "=", "member"),
    )
    .selectAll("join_links")
    .select(["maker.first_name", "maker.last_name", "roles.name as role_name"])
    .where(inScope("join_links.organization_id", organizationId))
    .where("join_links.revoked_at", "is", null);
type LinkRow = Awaited<ReturnType<ReturnType<typeof linksWithNames>["executeTakeFirstOrThrow"]>>;

function findLinkState({ expires_at, max_uses, uses }: LinkRow, now: Date): JoinLink["state"] {
  if (expires_at <= now) return "expired";
  return max_uses !== null && uses >= max_uses ? "used_up" : "open";
}

const serializeLink = (row: LinkRow, { now, t }: Pick<ListScope, "now" | "t">): JoinLink => ({
  id: row.id,
  lastSigns: row.last_signs,
  role: serializeRole(row, t),
  needsApproval: row.needs_approval,
  maxUses: row.max_uses,
  uses: row.uses,
  expiresAt: row.expires_at.toISOString(),
  state: findLinkState(row, now),
  maker: fullName(row),
  created_at: row.created_at.toISOString(),
});

export async function listLinks(scope: ListScope): Promise<JoinLink[]> {
  const rows = await linksWithNames(scope)
    .orderBy("join_links.created_at", "desc")
    .orderBy("join_links.id", "desc")
    .limit(MAX_LISTED_LINKS)
    .execute();
  return rows.map((row) => serializeLink(row, scope));
}

export async function findLink(scope: ListScope, id: string): Promise<JoinLink | undefined> {
  const row = await linksWithNames(scope).where("join_links.id", "=", id).executeTakeFirst();
  return row && serializeLink(row, scope);
}

/** Counts those that are neither revoked nor over. */
export async function countLinks(db: Database, organizationId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("join_links")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("organization_id", "=", organizationId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertLink(db: Database, codeHash: Buffer, row: Insertable<JoinLinksTable>): Promise<void> {
  await db.insertInto("join_links").values(row).execute();
  await db
    .insertInto("join_codes")
    .values({ code_hash: codeHash, organization_id: row.organization_id, link_id: row.id })
    .execute();
}

/** @returns false if it was revoked already */
export async function updateLinkRevoked(
  db: Database,
  { organizationId, linkId }: LinkKey,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("join_links")
    .set({ revoked_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", linkId)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await db.deleteFrom("join_codes").where("link_id", "=", linkId).execute();
  return true;
}

const requestsWithNames = ({ db, organizationId }: Pick<ListScope, "db" | "organizationId">) =>
  db
    .selectFrom("join_requests")
    .innerJoin("users", "users.id", "join_requests.user_id")
    .leftJoin("users as answerer", "answerer.id", "join_requests.answered_by")
    .leftJoin("roles", (join) =>
      join
        .on("roles.organization_id", "=", organizationOf("join_requests.organization_id", organizationId))
        .onRef("roles.id", "=", "join_requests.role_id")
        .on("roles.type", "=", "member"),
    )
    .selectAll("join_requests")
    .select(["users.first_name", "users.last_name", "users.email", "roles.name as role_name"])
    .select(["answerer.first_name as answerer_first", "answerer.last_name as answerer_last"])
    .where(inScope("join_requests.organization_id", organizationId));
type RequestRow = Awaited<ReturnType<ReturnType<typeof requestsWithNames>["executeTakeFirstOrThrow"]>>;

const serializeRequest = (row: RequestRow, t: Translate): JoinRequest => ({
  id: row.id,
  status: row.status as Status,
  userId: row.user_id,
  full_name: fullName(row),
  email: row.email,
  message: row.message,
  role: serializeRole(row, t),
  isByLink: row.link_id !== null,
  created_at: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answerer_first === null ? null : `${row.answerer_first} ${row.answerer_last ?? ""}`.trim(),
  reason: row.reason,
});

export async function listRequests(call: Call<typeof joining.requests>): Promise<Page<JoinRequest>> {
  const { db, query, t } = call;
  let found = requestsWithNames(call);
  if (query.status === "open") found = found.where("join_requests.status", "=", "open");
  if (query.status === "answered") found = found.where("join_requests.status", "!=", "open");
  if (query.q)
    found = found.where(matchesText(sql`users.first_name || ' ' || users.last_name || ' ' || users.email`, query.q));
  const sorted = found.orderBy("join_requests.created_at", "desc").orderBy("join_requests.id");
  const { data, meta } = await paginate(db, sorted, query);
  return { data: data.map((row) => serializeRequest(row, t)), meta };
}

export async function findRequest(scope: Omit<ListScope, "now">, id: string): Promise<JoinRequest | undefined> {
  const row = await requestsWithNames(scope).where("join_requests.id", "=", id).executeTakeFirst();
  return row && serializeRequest(row, scope.t);
}

export async function findRequestStatuses(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("join_requests")
    .select(["id", "status"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Lists the facts that notifications tell. */
export async function listRequestFacts(db: Database, organizationId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom("join_requests")
    .innerJoin("users", "users.id", "join_requests.user_id")
    .select(["join_requests.id", "join_requests.status", "join_requests.message"])
    .select(["users.first_name", "users.last_name"])
    .where("join_requests.organization_id", "=", organizationId)
    .where(isAnyOf("join_requests.id", ids))
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as Status, full_name: fullName(row) }));
}

/** Finds a person's open request, else the one that was declined last. */
export const findLatestRequest = (db: Database, organizationId: string, userId: string) =>
  db
    .selectFrom("join_requests")
    .select(["id", "status", "answered_at"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .where("status", "in", ["open", "declined"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export const findOwnRequest = (db: Database, userId: string, id: string) =>
  db
    .selectFrom("join_requests")
    .select(["organization_id", "id", "status"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(notFound);

export async function listOwnRequests(db: Database, userId: string): Promise<OwnJoinRequest[]> {
  const rows = await db
    .selectFrom("join_requests")
    .innerJoin("organizations", "organizations.id", "join_requests.organization_id")
    .selectAll("join_requests")
    .select("organizations.name")
    .where("join_requests.user_id", "=", userId)
    .where("organizations.archived_at", "is", null)
    .orderBy("join_requests.created_at", "desc")
    .orderBy("join_requests.id")
    .limit(MAX_OWN_REQUESTS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.name },
    status: row.status as Status,
    message: row.message,
    created_at: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    reason: row.reason,
  }));
}

export async function insertRequest(db: Database, row: Insertable<JoinRequestsTable>): Promise<void> {
  await db.insertInto("join_requests").values(row).execute();
}

export async function updateRequest(
  db: Database,
  organizationId: string,
  id: string,
  answer: Updateable<JoinRequestsTable>,
): Promise<void> {
  await db
    .updateTable("join_requests")
    .set(answer)
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function updateRequestsExpired(db: Database, before: Date, now: Date): Promise<void> {
  await db
    .updateTable("join_requests")
    .set({ status: "expired", answered_at: now })
    .where("status", "=", "open")
    .where("created_at", "<=", before)
    .execute();
}

export async function deleteRequestsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("join_requests").where("status", "!=", "open").where("answered_at", "<=", before).execute();
}

export async function deleteRequestsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("join_requests").where("user_id", "=", userId).execute();
}

/** People who ask are called as they are now. */
export const requestSubjects: ActivitySubjects = {
  selectNames: ({ organizationIds, ids }) => sql`
    select join_requests.id::text, users.first_name || ' ' || users.last_name as name
    from join_requests join users on users.id = join_requests.user_id
    where organization_id = any(${organizationIds}) and join_requests.id = any(${ids}::uuid[])`,
};
export const linkSubjects = namedRows("join_links", { column: "last_signs" });
