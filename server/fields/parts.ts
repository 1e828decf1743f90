/** The tree of fields and parts (half courts, divisible halls). A part shares its units with every field above it until it is detached. */
import { sql } from "kysely";
import { publish, type RequestContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import { deleteUnitShares, lockFields, insertUnitShares, listUnitIds } from "./units.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface DomainEvents {
    /** Occupancies of these fields must cover the new part's units too. Listeners throw on `parentId` if they cannot. */
    "fields.divided": { organizationId: string; wholeIds: string[]; unitIds: string[] };
    /** A part became independent: events on its former parents no longer occupy its units. */
    "fields.detached": { organizationId: string; wholeIds: string[]; unitIds: string[] };
  }
}

/** Limited because `trail`, the sort key of lists, must fit into an index entry. */
export const MAX_ANCESTORS = 3;

/** Columns `above` and `trail` alternate names and ids. @returns the ids, from the topmost field down */
export const ancestorIds = (above: readonly string[]): string[] => above.filter((_, index) => index % 2 === 1);

export interface ParentField {
  id: string;
  trail: string[];
  /** The field and all its parents. */
  ids: string[];
}

/** The caller must have locked the facility, so that the tree does not change meanwhile. */
export async function findParentField(
  db: Database,
  organizationId: string,
  { facilityId, parentId, part }: { facilityId: string; parentId: string; part?: { id: string } },
): Promise<ParentField> {
  const row = await db
    .selectFrom("fields")
    .select(["id", "trail"])
    .where("organization_id", "=", organizationId)
    .where("facility_id", "=", facilityId)
    .where("id", "=", parentId)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => invalidFields({ parentId: [message("fields.unknownParent")] }));
  const ids = await listSelfAndAncestorIds(db, organizationId, row.id);
  if (part && ids.includes(part.id)) throw invalidFields({ parentId: [message("fields.partOfItself")] });
  const below = part ? await findSubtreeHeight(db, organizationId, part.id) : 0;
  if (ids.length + below > MAX_ANCESTORS)
    throw invalidFields({ parentId: [message("fields.tooDeep", { max: MAX_ANCESTORS })] });
  return { ...row, ids };
}

/** The field comes first. Follows `parent_id`, which foreign keys keep correct, rather than the denormalized trail. */
export async function listSelfAndAncestorIds(db: Database, organizationId: string, fieldId: string): Promise<string[]> {
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

async function findSubtreeHeight(db: Database, organizationId: string, fieldId: string): Promise<number> {
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

export async function updateDescendantTrails(db: Database, organizationId: string, fieldId: string): Promise<void> {
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

/** Call after the row was updated. Throws 409 on `parentId` if bookings overlap. */
export async function attachPart(
  context: RequestContext,
  { organizationId, fieldId, wholeIds }: { organizationId: string; fieldId: string; wholeIds: string[] },
): Promise<void> {
  const unitIds = await listUnitIds(context.db, organizationId, fieldId);
  await lockFields(context.db, organizationId, { unitIds, fieldIds: wholeIds });
  await insertUnitShares(context.db, organizationId, { fieldIds: wholeIds, unitIds });
  await publish(context, "fields.divided", { organizationId, wholeIds, unitIds });
}

/** Call before the row is updated. The part keeps its own parts. */
export async function detachPart(
  context: RequestContext,
  { organizationId, fieldId }: { organizationId: string; fieldId: string },
): Promise<void> {
  const [, ...wholeIds] = await listSelfAndAncestorIds(context.db, organizationId, fieldId);
  if (wholeIds.length === 0) return;
  const unitIds = await listUnitIds(context.db, organizationId, fieldId);
  await lockFields(context.db, organizationId, { unitIds, fieldIds: [] });
  await deleteUnitShares(context.db, organizationId, { fieldIds: wholeIds, unitIds });
  await publish(context, "fields.detached", { organizationId, wholeIds, unitIds });
}
