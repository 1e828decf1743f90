/** Creates and changes price patterns, and links them with fields. No event is ever priced anew by it. */
import type { Body } from "#contract/kit.ts";
import type { PricePattern, prices } from "#contract/prices.ts";
import { checkGrid } from "#contract/prices-grid-rules.ts";
import { refuseUnknownFields } from "#server/fields/linked.ts";
import { difference } from "#server/kit/activity.ts";
import type { Announcements, Place } from "#server/kit/announce.ts";
import type { Database } from "#server/kit/database.ts";
import { gather } from "#server/kit/gather.ts";
import { v7 } from "#server/kit/ids.ts";
import { invalid, say, type Problem } from "#server/kit/problem.ts";
import type { Call } from "#server/kit/serve.ts";
import { listRolesById } from "#server/members/roles.ts";
import { replaceFieldsOf, replacePatternsOf } from "./links.ts";
import {
  findPricePattern,
  findPricePatternToChange,
  insertPricePattern,
  listKnownPatternIds,
  updatePricePattern,
} from "./queries.ts";

type Draft = Body<typeof prices.create>;
type Grid = Pick<Draft, "timeslots" | "plans" | "details">;

/** @throws Problem 422 beside each value that collides, as `timeslots.1.name` */
function refuseGrid(grid: Grid): void {
  const problems = checkGrid(grid);
  if (problems.length === 0) return;
  const errors: NonNullable<Problem["errors"]> = {};
  for (const { path, error } of problems) errors[path.join(".")] = [{ key: error, params: {} }];
  throw invalid(errors);
}

const rolesOf = (details: Grid["details"]) => details.flatMap(({ roleId }) => (roleId === null ? [] : [roleId]));

/**
 * @param before what the pattern holds already: it may still name a role that was deleted meanwhile
 * @throws Problem 422 beside each cell of an unknown role, as `details.7.roleId`
 */
async function refuseRoles(
  db: Database,
  organizationId: string,
  details: Grid["details"],
  before: Grid["details"] = [],
): Promise<void> {
  const present = await listRolesById(db, organizationId, [...new Set(rolesOf(details))]);
  const known = new Set([...rolesOf(before), ...present.map(({ id }) => id)]);
  const errors: NonNullable<Problem["errors"]> = {};
  details.forEach(({ roleId }, index) => {
    if (roleId !== null && !known.has(roleId)) errors[`details.${index}.roleId`] = [say("prices.unknownRole")];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Cells that say nothing are not kept. */
const gridRow = ({ timeslots, plans, details }: Grid) => ({
  timeslots: JSON.stringify(timeslots),
  plans: JSON.stringify(plans),
  details: JSON.stringify(details.filter(({ price }) => price !== null)),
});

export async function create(call: Call<typeof prices.create>): Promise<PricePattern> {
  const { db, now, organizationId, body } = call;
  await gather(
    () => refuseGrid(body),
    () => refuseRoles(db, organizationId, body.details),
    () => refuseUnknownFields(db, organizationId, body.fieldIds),
  );
  const id = v7(now);
  await insertPricePattern(db, {
    organization_id: organizationId,
    id,
    name: body.name,
    type: body.type,
    ...gridRow(body),
    created_at: now,
    updated_at: now,
  });
  await replaceFieldsOf(db, organizationId, id, [...new Set(body.fieldIds)]);
  return findPricePattern(db, organizationId, id);
}

export async function change(call: Call<typeof prices.update>): Promise<PricePattern> {
  const { db, now, organizationId, body, params, record } = call;
  const { id } = await findPricePatternToChange(db, organizationId, params.pricePatternId);
  const before = await findPricePattern(db, organizationId, id);
  const grid = { timeslots: before.timeslots, plans: before.plans, details: before.details, ...given(body) };
  await gather(
    () => refuseGrid(grid),
    () => body.details && refuseRoles(db, organizationId, body.details, before.details),
    () => body.fieldIds && refuseUnknownFields(db, organizationId, body.fieldIds),
  );
  await updatePricePattern(db, organizationId, id, { name: body.name, type: body.type, ...gridRow(grid) });
  if (body.fieldIds) await replaceFieldsOf(db, organizationId, id, [...new Set(body.fieldIds)]);
  const changed = difference(before, await findPricePattern(db, organizationId, id));
  record(changed);
  if (!changed.isDone) await updatePricePattern(db, organizationId, id, { updated_at: now });
  return findPricePattern(db, organizationId, id);
}

const given = ({ timeslots, plans, details }: Partial<Grid>): Partial<Grid> => ({
  ...(timeslots && { timeslots }),
  ...(plans && { plans }),
  ...(details && { details }),
});

export async function remove(call: Call<typeof prices.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPricePatternToChange(db, organizationId, params.pricePatternId);
  await updatePricePattern(db, organizationId, id, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** Its fields are still linked. */
export async function restore(call: Call<typeof prices.restore>): Promise<PricePattern> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPricePatternToChange(db, organizationId, params.pricePatternId, { archived: true });
  await updatePricePattern(db, organizationId, id, { archived_at: null, updated_at: now });
  record({ after: { name } });
  return findPricePattern(db, organizationId, id);
}

/** What a field's own form says of its patterns. */
export async function linkField(
  { db }: Pick<Place, "db">,
  { organizationId, fieldId, pricePatternIds }: Announcements["fields.saved"],
): Promise<void> {
  if (!pricePatternIds) return;
  const known = await listKnownPatternIds(db, organizationId, pricePatternIds);
  if (pricePatternIds.some((id) => !known.has(id))) throw invalid({ pricePatternIds: [say("prices.unknown")] });
  await replacePatternsOf(db, organizationId, fieldId, [...new Set(pricePatternIds)]);
}
