/** Creates and changes price patterns, and links them with fields. Prices of existing events do not change. */
import type { Body } from "#contract/kit.ts";
import type { PricePattern, prices } from "#contract/prices.ts";
import { checkGrid } from "#contract/prices-grid-rules.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import type { DomainEvents, RequestContext } from "#server/kit/events/domain-events.ts";
import type { Database } from "#server/kit/db/database.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { invalidFields, message, type HttpError } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { listRolesById } from "#server/members/roles.ts";
import { assertKnownProduct } from "#server/products/known-product.ts";
import { pricePatternColumnMap } from "./column-map.ts";
import { replacePatternFields, replaceFieldPatterns } from "./links.ts";
import {
  findPricePattern,
  findPricePatternToChange,
  insertPricePattern,
  listKnownPatternIds,
  updatePricePattern,
} from "./queries.ts";

type Draft = Body<typeof prices.create>;
type PriceGrid = Pick<Draft, "timeslots" | "plans" | "details">;

/** @throws HttpError 422 on each conflicting value, such as `timeslots.1.name` */
function assertValidGrid(grid: PriceGrid): void {
  const problems = checkGrid(grid);
  if (problems.length === 0) return;
  const errors: NonNullable<HttpError["errors"]> = {};
  for (const { path, error } of problems) errors[path.join(".")] = [{ key: error, params: {} }];
  throw invalidFields(errors);
}

const roleIdsIn = (details: PriceGrid["details"]) => details.flatMap(({ roleId }) => (roleId === null ? [] : [roleId]));

/** @param before stored details, which may still name a role deleted meanwhile */
async function assertKnownRoles(
  db: Database,
  organizationId: string,
  details: PriceGrid["details"],
  before: PriceGrid["details"] = [],
): Promise<void> {
  const present = await listRolesById(db, organizationId, [...new Set(roleIdsIn(details))]);
  const knownRoleIds = new Set([...roleIdsIn(before), ...present.map(({ id }) => id)]);
  const errors: NonNullable<HttpError["errors"]> = {};
  details.forEach(({ roleId }, index) => {
    if (roleId !== null && !knownRoleIds.has(roleId))
      errors[`details.${index}.roleId`] = [message("prices.unknownRole")];
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

export async function createPricePattern(call: Call<typeof prices.create>): Promise<PricePattern> {
  const { db, now, organizationId, body } = call;
  await collectFieldErrors(
    () => assertValidGrid(body),
    () => assertKnownRoles(db, organizationId, body.details),
    () => assertKnownFields(db, organizationId, body.fieldIds),
    () => assertKnownProduct(call, body.productId),
  );
  const id = uuidv7(now);
  await insertPricePattern(db, {
    organization_id: organizationId,
    id,
    ...pricePatternColumnMap.toRow(body),
    created_at: now,
    updated_at: now,
  });
  await replacePatternFields(db, organizationId, id, [...new Set(body.fieldIds)]);
  return findPricePattern(db, organizationId, id);
}

export async function changePricePattern(call: Call<typeof prices.update>): Promise<PricePattern> {
  const { db, now, organizationId, body, params, record } = call;
  const { id } = await findPricePatternToChange(db, organizationId, params.pricePatternId);
  const before = await findPricePattern(db, organizationId, id);
  const grid = { timeslots: before.timeslots, plans: before.plans, details: before.details, ...givenGrid(body) };
  await collectFieldErrors(
    () => assertValidGrid(grid),
    () => body.details && assertKnownRoles(db, organizationId, body.details, before.details),
    () => body.fieldIds && assertKnownFields(db, organizationId, body.fieldIds),
    () => assertKnownProduct(call, body.productId, before.productId),
  );
  await updatePricePattern(db, organizationId, id, pricePatternColumnMap.toRow(body));
  if (body.fieldIds) await replacePatternFields(db, organizationId, id, [...new Set(body.fieldIds)]);
  const changed = computeDiff(before, await findPricePattern(db, organizationId, id));
  record(changed);
  if (!changed.skipsEntry) await updatePricePattern(db, organizationId, id, { updated_at: now });
  return findPricePattern(db, organizationId, id);
}

const givenGrid = ({ timeslots, plans, details }: Partial<PriceGrid>): Partial<PriceGrid> => ({
  ...(timeslots && { timeslots }),
  ...(plans && { plans }),
  ...(details && { details }),
});

export async function deletePricePattern(call: Call<typeof prices.delete>): Promise<null> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPricePatternToChange(db, organizationId, params.pricePatternId);
  await updatePricePattern(db, organizationId, id, { archived_at: now, updated_at: now });
  record({ before: { name } });
  return null;
}

/** The links to its fields still exist. */
export async function restorePricePattern(call: Call<typeof prices.restore>): Promise<PricePattern> {
  const { db, now, organizationId, params, record } = call;
  const { id, name } = await findPricePatternToChange(db, organizationId, params.pricePatternId, { archived: true });
  await updatePricePattern(db, organizationId, id, { archived_at: null, updated_at: now });
  record({ after: { name } });
  return findPricePattern(db, organizationId, id);
}

export async function linkPricePatterns(
  { db }: Pick<RequestContext, "db">,
  { organizationId, fieldId, pricePatternIds }: DomainEvents["fields.saved"],
): Promise<void> {
  if (!pricePatternIds) return;
  const knownPatternIds = await listKnownPatternIds(db, organizationId, pricePatternIds);
  if (pricePatternIds.some((id) => !knownPatternIds.has(id)))
    throw invalidFields({ pricePatternIds: [message("prices.unknown")] });
  await replaceFieldPatterns(db, organizationId, fieldId, [...new Set(pricePatternIds)]);
}
