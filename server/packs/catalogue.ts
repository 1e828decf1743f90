/** Adds and changes types of packs. What was sold keeps its terms. */
import { findPackTypeFault, MAX_PACK_TYPES, type PackType, type packs } from "#contract/packs.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { listRolesById } from "#server/members/roles.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { listAllFieldIds } from "#server/fields/queries.ts";
import { listFieldPricePatterns } from "#server/prices/queries.ts";
import { findPackProduct } from "#server/products/queries.ts";
import { readSaleTaxRates } from "#server/products/sale-rate.ts";
import { listSports } from "#server/sports/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { packTypeColumnMap } from "./column-map.ts";
import {
  countPackTypes,
  findPackType,
  insertPackType,
  lockPackType,
  type PackScope,
  updatePackType,
} from "./type-queries.ts";

type Draft = Pick<PackType, "productId" | "fieldIds" | "sportIds" | "windowIds" | "roleIds">;

/** @param before what the type has already may have been archived meanwhile */
function assertAmong<T>(
  member: keyof Draft,
  {
    wanted,
    before = [],
    known,
    refusal,
  }: { wanted: readonly T[]; before?: readonly T[] | undefined; known: readonly T[]; refusal: LocalizedMessage },
): void {
  const all = new Set([...known, ...before]);
  if (!wanted.every((one) => all.has(one))) throw invalidFields({ [member]: [refusal] });
}

/**
 * Its VAT is due with the sale, so all that it pays for has the rate of its product.
 * @throws HttpError 422 on `fieldIds` or `productId`
 */
async function assertOneRate(scope: PackScope, { productId, fieldIds }: Draft): Promise<void> {
  const product = await findPackProduct(scope, productId);
  if (!product) throw invalidFields({ productId: [message("packs.productUnknown")] });
  const paidFor = fieldIds.length > 0 ? fieldIds : await listAllFieldIds(scope.db, scope.organizationId);
  const patterns = await listFieldPricePatterns(scope.db, scope.organizationId, paidFor);
  const rateOf = await readSaleTaxRates(scope);
  const rates = new Set(
    [...patterns.values()]
      .flat()
      .map((pattern) => rateOf({ productId: pattern.productId, kind: "court", roleIds: [] })),
  );
  if (rates.size > 1) throw invalidFields({ fieldIds: [message("packs.severalRates")] });
  const [rate] = rates;
  if (rate !== undefined && rate !== product.tax_rate_id)
    throw invalidFields({ productId: [message("packs.otherRate")] });
}

async function assertKnownParts({ db, organizationId }: PackScope, draft: Draft, before?: PackType): Promise<void> {
  await collectFieldErrors(
    () =>
      assertKnownFields(
        db,
        organizationId,
        draft.fieldIds.filter((id) => !before?.fieldIds.includes(id)),
      ),
    async () => {
      const known = (await listSports(db, "en")).map(({ id }) => id);
      assertAmong("sportIds", { wanted: draft.sportIds, known, refusal: message("sports.unknown") });
    },
    async () => {
      const known = (await listTimeWindows(db, organizationId)).map(({ id }) => id);
      assertAmong("windowIds", { wanted: draft.windowIds, known, refusal: message("time-windows.unknown") });
    },
    async () => {
      const roles = await listRolesById(db, organizationId, draft.roleIds);
      const known = roles.filter(({ type }) => type === "member").map(({ id }) => id);
      const refusal = message("products.categoryUnknown");
      assertAmong("roleIds", { wanted: draft.roleIds, before: before?.roleIds, known, refusal });
    },
  );
}

/** @throws HttpError 409 for too many, 422 for what is not the organization's, or of different tax rates */
export async function createPackType(call: Call<typeof packs.createType>): Promise<PackType> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await assertKnownParts(call, body);
  await assertOneRate(call, body);
  if ((await countPackTypes(call)) >= MAX_PACK_TYPES)
    throw new HttpError(409, message("packs.tooManyTypes", { count: MAX_PACK_TYPES }));
  const id = uuidv7(now);
  const made = { version: 1, created_at: now, updated_at: now };
  await insertPackType(db, { ...packTypeColumnMap.toRow(body), organization_id: organizationId, id, ...made });
  return findPackType(call, id);
}

/** @throws HttpError 404, 422 for what does not fit together, is not the organization's, or of different tax rates */
export async function changePackType(call: Call<typeof packs.updateType>): Promise<PackType> {
  const { db, now, organizationId, params, body, record } = call;
  await lockMembers(db, organizationId);
  const { id } = await lockPackType(call, params.packTypeId);
  const before = await findPackType(call, id);
  const after = { ...before, ...body };
  const fault = findPackTypeFault(after);
  if (fault) throw invalidFields({ [fault.path]: [message(fault.error)] });
  await assertKnownParts(call, after, before);
  // A type that is archived is sold no more: its rates may differ by now.
  if (after.active) await assertOneRate(call, after);
  await updatePackType(call, id, packTypeColumnMap.toRow(body));
  const changed = computeDiff(before, await findPackType(call, id));
  record(changed);
  if (!changed.skipsEntry) await updatePackType(call, id, { version: before.version + 1, updated_at: now });
  return findPackType(call, id);
}
