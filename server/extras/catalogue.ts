/** Adds and changes extras and their stock. Bookings keep what was agreed. */
import { findExtraFault, MAX_EXTRAS, type Extra, type ExtraDraft, type extras } from "#contract/extras.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { listRolesById } from "#server/members/roles.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { listSports } from "#server/sports/queries.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { extraColumnMap } from "./column-map.ts";
import { countExtras, findExtra, insertExtra, lockExtra, updateExtra, type ExtraScope } from "./queries.ts";
import { saveStocks } from "./stocks.ts";

type Parts = Pick<ExtraDraft, "productId" | "fieldIds" | "sportIds" | "windowIds" | "rolePrices">;

/** @param before what the extra has already may have been archived meanwhile */
async function assertKnownParts(scope: ExtraScope, draft: Parts, before?: Extra): Promise<void> {
  const { db, organizationId } = scope;
  const isNew = <T>(one: T, held: readonly T[] | undefined) => !held?.includes(one);
  await collectFieldErrors(
    async () => {
      const isHeld = before !== undefined && draft.productId === before.productId;
      if (!isHeld && !(await findProductOfKind(scope, "extra", draft.productId)))
        throw invalidFields({ productId: [message("extras.productUnknown")] });
    },
    () =>
      assertKnownFields(
        db,
        organizationId,
        draft.fieldIds.filter((id) => isNew(id, before?.fieldIds)),
      ),
    async () => {
      const known = new Set((await listSports(db, "en")).map(({ id }) => id));
      if (draft.sportIds.some((id) => !known.has(id))) throw invalidFields({ sportIds: [message("sports.unknown")] });
    },
    async () => {
      const known = new Set((await listTimeWindows(db, organizationId)).map(({ id }) => id));
      if (draft.windowIds.some((id) => !known.has(id) && isNew(id, before?.windowIds)))
        throw invalidFields({ windowIds: [message("time-windows.unknown")] });
    },
    async () => {
      const ids = draft.rolePrices.map(({ roleId }) => roleId);
      const roles = await listRolesById(db, organizationId, ids);
      const known = new Set(roles.filter(({ type }) => type === "member").map(({ id }) => id));
      const held = before?.rolePrices.map(({ roleId }) => roleId);
      if (ids.some((id) => !known.has(id) && isNew(id, held)))
        throw invalidFields({ rolePrices: [message("products.categoryUnknown")] });
    },
  );
}

/** @throws HttpError 409 for too many, 422 for what is not the organization's */
export async function createExtra(call: Call<typeof extras.create>): Promise<Extra> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await assertKnownParts(call, body);
  if ((await countExtras(call)) >= MAX_EXTRAS)
    throw new HttpError(409, message("extras.tooMany", { count: MAX_EXTRAS }));
  const id = uuidv7(now);
  const made = { organization_id: organizationId, id, created_at: now, updated_at: now };
  await insertExtra(db, { ...extraColumnMap.toRow(body), ...made });
  await saveStocks(call, id, body.stocks);
  return findExtra(call, id);
}

/** @throws HttpError 404, 422 for what does not fit together or is not the organization's, or fewer pieces than are lent */
export async function changeExtra(call: Call<typeof extras.update>): Promise<Extra> {
  const { db, now, organizationId, params, body, record } = call;
  await lockMembers(db, organizationId);
  const { id } = await lockExtra(call, params.extraId);
  const before = await findExtra(call, id);
  const after = { ...before, ...body };
  const fault = findExtraFault(after);
  if (fault) throw invalidFields({ [fault.path]: [message(fault.error)] });
  await assertKnownParts(call, after, before);
  await updateExtra(call, id, extraColumnMap.toRow(body));
  if (body.stocks) await saveStocks(call, id, body.stocks);
  const changed = computeDiff(before, await findExtra(call, id));
  record(changed);
  if (!changed.skipsEntry) await updateExtra(call, id, { updated_at: now });
  return findExtra(call, id);
}
