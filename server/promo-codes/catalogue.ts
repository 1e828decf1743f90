/** Adds and changes promo codes. Bookings keep what a code took off. */
import { findPromoCodeFault, MAX_PROMO_CODES, type PromoCode, type promoCodes } from "#contract/promo-codes.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { listRolesById } from "#server/members/roles.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { promoCodeColumnMap } from "./column-map.ts";
import {
  countPromoCodes,
  findNamesake,
  findPromoCode,
  insertPromoCode,
  lockPromoCode,
  type PromoScope,
  updatePromoCode,
} from "./queries.ts";

type Parts = Pick<PromoCode, "code" | "fieldIds" | "windowIds" | "roleIds">;

/** @param before what the code has already may have been archived meanwhile */
async function assertKnownParts(scope: PromoScope, draft: Parts, before?: PromoCode): Promise<void> {
  const { db, organizationId } = scope;
  const added = <T>(wanted: readonly T[], held: readonly T[] | undefined) =>
    wanted.filter((one) => !held?.includes(one));
  await collectFieldErrors(
    async () => {
      const namesake = await findNamesake(scope, draft.code);
      if (namesake && namesake.id !== before?.id)
        throw new HttpError(409, message("promo-codes.exists", { code: draft.code }), {
          errors: { code: [message("promo-codes.exists", { code: draft.code })] },
        });
    },
    () => assertKnownFields(db, organizationId, added(draft.fieldIds, before?.fieldIds)),
    async () => {
      const known = new Set((await listTimeWindows(db, organizationId)).map(({ id }) => id));
      if (added(draft.windowIds, before?.windowIds).some((id) => !known.has(id)))
        throw invalidFields({ windowIds: [message("time-windows.unknown")] });
    },
    async () => {
      const roles = await listRolesById(db, organizationId, draft.roleIds);
      const known = new Set(roles.filter(({ type }) => type === "member").map(({ id }) => id));
      if (added(draft.roleIds, before?.roleIds).some((id) => !known.has(id)))
        throw invalidFields({ roleIds: [message("products.categoryUnknown")] });
    },
  );
}

/** @throws HttpError 409 for too many and a text that another one has, 422 for what is not the organization's */
export async function createPromoCode(call: Call<typeof promoCodes.create>): Promise<PromoCode> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await assertKnownParts(call, body);
  if ((await countPromoCodes(call)) >= MAX_PROMO_CODES)
    throw new HttpError(409, message("promo-codes.tooMany", { count: MAX_PROMO_CODES }));
  const id = uuidv7(now);
  const made = { organization_id: organizationId, id, created_at: now, updated_at: now };
  await insertPromoCode(db, { ...promoCodeColumnMap.toRow(body), ...made });
  return findPromoCode(call, id);
}

/** @throws HttpError 404, 409 for a text that another one has, 422 for what does not fit together or is not the organization's */
export async function changePromoCode(call: Call<typeof promoCodes.update>): Promise<PromoCode> {
  const { db, now, organizationId, params, body, record } = call;
  await lockMembers(db, organizationId);
  const { id } = await lockPromoCode(call, params.promoCodeId);
  const before = await findPromoCode(call, id);
  const after = { ...before, ...body };
  const fault = findPromoCodeFault(after);
  if (fault) throw invalidFields({ [fault.path]: [message(fault.error)] });
  await assertKnownParts(call, after, before);
  await updatePromoCode(call, id, promoCodeColumnMap.toRow(body));
  const changed = computeDiff(before, await findPromoCode(call, id));
  record(changed);
  if (!changed.skipsEntry) await updatePromoCode(call, id, { updated_at: now });
  return findPromoCode(call, id);
}
