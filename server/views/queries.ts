/** Saved views of the planning (table `views`) in SQL: a user's own and, for the team, shared ones. */
import { sql, type Insertable, type SqlBool, type Updateable } from "kysely";
import type { Query } from "#contract/kit.ts";
import { MAX_VIEWS, type View, type ViewPage, type views } from "#contract/views.ts";
import { type Database, inScope } from "#server/kit/db/database.ts";
import type { MemberPermissions } from "#server/kit/process/app-context.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { viewColumnMap } from "./column-map.ts";

export interface ViewReader {
  db: Database;
  organizationId: string;
  access: MemberPermissions;
  user: { id: string };
}

/** Most of the planning's views do not name their page. */
const pageOfState = sql<ViewPage>`coalesce(state ->> 'page', 'planning')`;

const visibleViews = ({ db, organizationId, access, user }: ViewReader) =>
  db
    .selectFrom("views")
    .select(["id", "user_id", "name", "state"])
    .where(inScope("organization_id", organizationId))
    .where((where) =>
      access.isTeam
        ? where.or([where("user_id", "=", user.id), where("user_id", "is", null)])
        : where("user_id", "=", user.id),
    );

const serializeView = (row: { id: string; user_id: string | null; name: string; state: unknown }): View => ({
  id: row.id,
  ...viewColumnMap.fromRow(row),
  isShared: row.user_id === null,
});

export async function listViews(reader: ViewReader & { query: Query<typeof views.list> }): Promise<View[]> {
  const { page } = reader.query;
  const rows = await visibleViews(reader)
    .where(pageOfState, "=", page)
    .orderBy((by) => by("user_id", "is", null))
    .orderBy("name")
    .orderBy("id")
    .limit(2 * MAX_VIEWS)
    .execute();
  return rows.map(serializeView);
}

export const findView = async (reader: ViewReader, id: string): Promise<View> =>
  serializeView(await visibleViews(reader).where("id", "=", id).executeTakeFirstOrThrow(notFound));

/** Views of one page. `is_namesake` ignores case and accents; `ownerId` null means the team. */
export const listViewsOfOwner = (
  db: Database,
  organizationId: string,
  { ownerId, page, name }: { ownerId: string | null; page: ViewPage; name: string },
) =>
  db
    .selectFrom("views")
    .select(["id", sql<SqlBool>`fold(name) = fold(${name})`.as("is_namesake")])
    .where("organization_id", "=", organizationId)
    .where("user_id", ownerId === null ? "is" : "=", ownerId)
    .where(pageOfState, "=", page)
    .execute();

export const insertView = (db: Database, view: Insertable<Tables["views"]>) =>
  db.insertInto("views").values(view).execute();

export const updateView = (db: Database, organizationId: string, id: string, change: Updateable<Tables["views"]>) =>
  db.updateTable("views").set(change).where("organization_id", "=", organizationId).where("id", "=", id).execute();

export const deleteView = (db: Database, organizationId: string, id: string) =>
  db.deleteFrom("views").where("organization_id", "=", organizationId).where("id", "=", id).execute();

export async function deleteViewsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("views").where("user_id", "=", userId).execute();
}
