/** Views in SQL: one's own, and for the team those that it shares. */
import { sql, type Insertable, type SqlBool, type Updateable } from "kysely";
import { mostViews, type View } from "#contract/views.ts";
import { type Database, inScope } from "#server/kit/database.ts";
import type { Standing } from "#server/kit/house.ts";
import { notFound } from "#server/kit/problem.ts";
import type { Tables } from "#server/kit/tables.ts";

export interface Reader {
  db: Database;
  organizationId: string;
  standing: Standing;
  user: { id: string };
}

/** What a reader may know of. */
const seen = ({ db, organizationId, standing, user }: Reader) =>
  db
    .selectFrom("views")
    .select(["id", "user_id", "name", "sight"])
    .where(inScope("organization_id", organizationId))
    .where((where) =>
      standing.isTeam
        ? where.or([where("user_id", "=", user.id), where("user_id", "is", null)])
        : where("user_id", "=", user.id),
    );

const shape = (row: { id: string; user_id: string | null; name: string; sight: unknown }): View => ({
  id: row.id,
  name: row.name,
  isShared: row.user_id === null,
  sight: row.sight as View["sight"],
});

export async function listViews(reader: Reader): Promise<View[]> {
  const rows = await seen(reader)
    .orderBy((by) => by("user_id", "is", null))
    .orderBy("name")
    .orderBy("id")
    .limit(2 * mostViews)
    .execute();
  return rows.map(shape);
}

/** @throws Problem 404 */
export const findView = async (reader: Reader, id: string): Promise<View> =>
  shape(await seen(reader).where("id", "=", id).executeTakeFirstOrThrow(notFound));

/**
 * All of one owner, and whether each is called so, whatever the case and the accents.
 * @param ownerId null: the team
 */
export const listBeside = (db: Database, organizationId: string, ownerId: string | null, name: string) =>
  db
    .selectFrom("views")
    .select(["id", sql<SqlBool>`fold(name) = fold(${name})`.as("is_namesake")])
    .where("organization_id", "=", organizationId)
    .where("user_id", ownerId === null ? "is" : "=", ownerId)
    .execute();

export const insertView = (db: Database, view: Insertable<Tables["views"]>) =>
  db.insertInto("views").values(view).execute();

export const updateView = (db: Database, organizationId: string, id: string, change: Updateable<Tables["views"]>) =>
  db.updateTable("views").set(change).where("organization_id", "=", organizationId).where("id", "=", id).execute();

export const deleteView = (db: Database, organizationId: string, id: string) =>
  db.deleteFrom("views").where("organization_id", "=", organizationId).where("id", "=", id).execute();
