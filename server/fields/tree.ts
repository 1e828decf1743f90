/** What is part of what. A part shares its units with every whole above it, and takes them back when it goes. */
import { sql } from "kysely";
import { announce, type Place } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { invalid, say } from "#server/kit/problem.ts";
import { deleteShares, holdFields, insertShares, listUnitIds } from "./units.ts";

declare module "#server/kit/announce.ts" {
  interface Announcements {
    /**
     * A field became part of others: what occupies these wholes must occupy its units too. Whoever cannot make it so throws,
     * beside `parentId`.
     */
    "fields.divided": { organizationId: string; wholeIds: string[]; unitIds: string[] };
    /** A field is no part any more: what occupies its former wholes leaves its units. */
    "fields.detached": { organizationId: string; wholeIds: string[]; unitIds: string[] };
  }
}

/** A half of a half of a half: deeper than that nobody divides, and an index has room for no more. */
export const mostWholes = 3;

/** The ids of the wholes in a column `above`, or of the field too in a `trail`: names stand before ids there. */
export const wholesOf = (above: readonly string[]): string[] => above.filter((_, index) => index % 2 === 1);

export interface Whole {
  id: string;
  trail: string[];
  /** The field itself and all that it is a part of. */
  ids: string[];
}

/**
 * The field that shall be a whole. Read while the facility is held (`findFacilityToFill`), it stays what it is.
 * @param part the field that shall be its part, where that is not new
 * @throws Problem 422 beside `parentId`
 */
export async function findWhole(
  db: Database,
  organizationId: string,
  { facilityId, parentId, part }: { facilityId: string; parentId: string; part?: { id: string } },
): Promise<Whole> {
  const row = await db
    .selectFrom("fields")
    .select(["id", "trail"])
    .where("organization_id", "=", organizationId)
    .where("facility_id", "=", facilityId)
    .where("id", "=", parentId)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => invalid({ parentId: [say("fields.unknownParent")] }));
  const ids = await listWholeIds(db, organizationId, row.id);
  if (part && ids.includes(part.id)) throw invalid({ parentId: [say("fields.partOfItself")] });
  const below = part ? await findHeight(db, organizationId, part.id) : 0;
  if (ids.length + below > mostWholes) throw invalid({ parentId: [say("fields.tooDeep", { max: mostWholes })] });
  return { ...row, ids };
}

/** A field and the wholes that it is a part of, itself first: by the references, which nothing can make wrong. */
export async function listWholeIds(db: Database, organizationId: string, fieldId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive wholes as (
      select id, parent_id from fields where organization_id = ${organizationId} and id = ${fieldId}
      union all
      select fields.id, fields.parent_id from fields
      join wholes on fields.organization_id = ${organizationId} and fields.id = wholes.parent_id
    )
    select id from wholes`.execute(db);
  return rows.map((row) => row.id);
}

/** How deep the parts of a field go: 0 where it has none. */
async function findHeight(db: Database, organizationId: string, fieldId: string): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive below as (
      select id, 1 as height from fields where organization_id = ${organizationId} and parent_id = ${fieldId}
      union all
      select fields.id, below.height + 1 from fields
      join below on fields.organization_id = ${organizationId} and fields.parent_id = below.id
    )
    select max(height) as height from below`.execute(db);
  return rows[0]?.height ?? 0;
}

/** Carries the trail of a field, as it now is, on to everything below it. */
export async function updateBelow(db: Database, organizationId: string, fieldId: string): Promise<void> {
  await sql`
    with recursive tree as (
      select id, above, trail collate "default" as trail from fields where organization_id = ${organizationId} and id = ${fieldId}
      union all
      select fields.id, tree.trail, tree.trail || array[fields.name collate "default", fields.id::text] from fields
      join tree on fields.organization_id = ${organizationId} and fields.parent_id = tree.id
    )
    update fields set above = tree.above from tree
    where fields.organization_id = ${organizationId} and fields.id = tree.id and fields.above <> tree.above`.execute(
    db,
  );
}

/** Whether a field has parts. */
export async function hasParts(db: Database, organizationId: string, fieldId: string): Promise<boolean> {
  const part = await db
    .selectFrom("fields")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("parent_id", "=", fieldId)
    .limit(1)
    .executeTakeFirst();
  return part !== undefined;
}

/**
 * Makes a field a part of others, which its row says already.
 * @throws Problem 409 beside `parentId` where their bookings overlap
 */
export async function attach(
  place: Place,
  { organizationId, fieldId, wholeIds }: { organizationId: string; fieldId: string; wholeIds: string[] },
): Promise<void> {
  const unitIds = await listUnitIds(place.db, organizationId, fieldId);
  await holdFields(place.db, organizationId, { unitIds, fieldIds: wholeIds });
  await insertShares(place.db, organizationId, { fieldIds: wholeIds, unitIds });
  await announce(place, "fields.divided", { organizationId, wholeIds, unitIds });
}

/** Makes a field stand for itself, before its row says so; its own parts stay its own. */
export async function detach(
  place: Place,
  { organizationId, fieldId }: { organizationId: string; fieldId: string },
): Promise<void> {
  const [, ...wholeIds] = await listWholeIds(place.db, organizationId, fieldId);
  if (wholeIds.length === 0) return;
  const unitIds = await listUnitIds(place.db, organizationId, fieldId);
  await holdFields(place.db, organizationId, { unitIds, fieldIds: [] });
  await deleteShares(place.db, organizationId, { fieldIds: wholeIds, unitIds });
  await announce(place, "fields.detached", { organizationId, wholeIds, unitIds });
}
