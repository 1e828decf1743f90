/** Relations of customers who are merged go to the one who is kept, as far as they can stand there, and back. */
import type { RelationKind } from "#contract/customers.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findCustomer, findKeptCustomer, type CustomerRow } from "./queries.ts";
import { replaceGuardian } from "./relate.ts";
import {
  deleteRelation,
  deleteRelationsOf,
  listRelationRows,
  updateRelation,
  type RelationKey,
  type RelationRow,
} from "./relation-queries.ts";

/** As it stands in the notes of a merge. */
export interface TakenRelation extends RelationKey {
  kind: RelationKind;
  books: boolean;
  pays: boolean;
  receives: boolean;
}

const toTaken = ({ from_id, to_id, kind, books, pays, receives }: RelationRow): TakenRelation => ({
  ...{ fromId: from_id, toId: to_id, kind: kind as RelationKind, books, pays, receives },
});

/** Adds a relation with the rights that nothing stands against. @returns false where the two have one already */
async function addRelation(
  { db, organizationId, now }: RequestContext,
  { fromId, toId, kind, books, pays, receives }: TakenRelation,
): Promise<boolean> {
  if (fromId === toId) return false;
  const rows = await listRelationRows(db, organizationId, [fromId, toId]);
  if (rows.some((row) => row.from_id === fromId && row.to_id === toId)) return false;
  const hasPayer = rows.some((row) => row.pays && (row.to_id === toId || row.to_id === fromId || row.from_id === toId));
  const hasReceiver = rows.some((row) => row.receives && row.to_id === toId);
  const rights = { books, pays: pays && !hasPayer, receives: receives && !hasReceiver };
  await updateRelation(db, organizationId, { fromId, toId }, { kind, ...rights }, now);
  return true;
}

export async function moveRelations(
  context: RequestContext,
  mergedId: string,
  keptId: string,
): Promise<{ relations: TakenRelation[]; given: RelationKey[] }> {
  const { db, organizationId } = context;
  const relations = (await deleteRelationsOf(db, organizationId, [mergedId])).map(toTaken);
  const given: RelationKey[] = [];
  const ofKept = (id: string) => (id === mergedId ? keptId : id);
  for (const taken of relations) {
    const key = { fromId: ofKept(taken.fromId), toId: ofKept(taken.toId) };
    if (await addRelation(context, { ...taken, ...key })) given.push(key);
  }
  return { relations, given };
}

interface MovedRelations {
  relations?: TakenRelation[];
  given?: RelationKey[];
  wards?: string[];
  filled: readonly (keyof CustomerRow)[];
}

export async function moveRelationsBack(
  context: RequestContext,
  { relations, given = [], wards = [], filled }: MovedRelations,
  kept: CustomerRow,
  merged: CustomerRow,
): Promise<void> {
  const { db, organizationId, now } = context;
  if (!relations) {
    // 0.1.0 noted children alone, and left the guardian on the merged row.
    const today = localDateOf((await findSettings(context)).timezone, now);
    for (const id of wards) {
      const ward = await findCustomer(db, organizationId, id);
      if (ward.guardian?.id === kept.id)
        await replaceGuardian(context, { id, birth_date: ward.birthDate }, merged.id, today);
    }
    if (filled.includes("guardian_id") && kept.guardian_id === merged.guardian_id)
      await replaceGuardian(context, kept, null, today);
    await replaceGuardian(context, merged, merged.guardian_id, today);
    return;
  }
  for (const key of given) await deleteRelation(db, organizationId, key);
  for (const taken of relations) {
    // Others were merged or forgotten since.
    const find = async (id: string) => (id === merged.id ? id : (await findKeptCustomer(db, organizationId, id))?.id);
    const [fromId, toId] = [await find(taken.fromId), await find(taken.toId)];
    if (fromId !== undefined && toId !== undefined) await addRelation(context, { ...taken, fromId, toId });
  }
}
