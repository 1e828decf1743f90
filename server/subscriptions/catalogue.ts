/** Adds, changes and archives types of memberships. What was sold keeps its terms. */
import {
  findSubscriptionTypeFault,
  MAX_SUBSCRIPTION_TYPES,
  type SubscriptionType,
  type subscriptions,
} from "#contract/subscriptions.ts";
import { assertKnownFields } from "#server/fields/linked-patterns.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { isAnyOf } from "#server/kit/db/database.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { HttpError, invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockMembers } from "#server/members/permissions.ts";
import { listRolesById } from "#server/members/roles.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { listSports } from "#server/sports/queries.ts";
import { assertUnused } from "#server/time-windows/assert-unused.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import type { JobEvents } from "#server/kit/events/domain-events.ts";
import { subscriptionTypeColumnMap } from "./column-map.ts";
import { windowIdsOf } from "./terms.ts";
import {
  countSubscriptionTypes,
  findSubscriptionType,
  insertSubscriptionType,
  listSubscriptionTypes,
  lockSubscriptionType,
  type SubscriptionScope,
  updateSubscriptionType,
} from "./type-queries.ts";

type Draft = Pick<SubscriptionType, "productId" | "roleId" | "discounts" | "packs" | "rules">;

const quotasOf = ({ rules }: Pick<Draft, "rules">) => rules?.quotas ?? [];
const idsOf = {
  fields: ({ discounts }: Draft) => discounts.flatMap(({ fieldIds }) => fieldIds),
  packs: ({ packs }: Draft) => packs.map(({ packTypeId }) => packTypeId),
  quotaWindows: (draft: Draft) => quotasOf(draft).flatMap(({ windowId }) => windowId ?? []),
  quotaSports: (draft: Draft) => quotasOf(draft).flatMap(({ sportIds }) => sportIds),
};

/** Ids that are new must be there; those that the type names already may have been archived meanwhile. */
function listNew<T>(draft: Draft, before: Draft | undefined, ids: (of: Draft) => T[]): T[] {
  const held = new Set(before ? ids(before) : []);
  return [...new Set(ids(draft))].filter((one) => !held.has(one));
}

async function assertPackTypes({ db, organizationId }: SubscriptionScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db
    .selectFrom("pack_types")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", ids))
    .where("active", "=", true)
    .execute();
  if (known.length < ids.length) throw invalidFields({ packs: [message("packs.typeUnknown")] });
}

async function assertWindows({ db, organizationId }: SubscriptionScope, member: string, ids: readonly string[]) {
  if (ids.length === 0) return;
  const known = new Set((await listTimeWindows(db, organizationId)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw invalidFields({ [member]: [message("time-windows.unknown")] });
}

/** @throws HttpError 422 on each member that names what is not the organization's */
async function assertKnownParts(scope: SubscriptionScope, draft: Draft, before?: Draft): Promise<void> {
  const { db, organizationId } = scope;
  await collectFieldErrors(
    async () => {
      const product = await findProductOfKind(scope, "subscription", draft.productId);
      if (!product) throw invalidFields({ productId: [message("subscriptions.productUnknown")] });
    },
    async () => {
      const { roleId } = draft;
      if (roleId === null || roleId === before?.roleId) return;
      const [role] = await listRolesById(db, organizationId, [roleId]);
      if (role?.type !== "member") throw invalidFields({ roleId: [message("products.categoryUnknown")] });
    },
    async () => {
      const ids = listNew(draft, before, idsOf.fields);
      try {
        await assertKnownFields(db, organizationId, ids);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        throw invalidFields({ discounts: [message("fields.unknown")] });
      }
    },
    () => assertWindows(scope, "discounts", listNew(draft, before, windowIdsOf)),
    () => assertPackTypes(scope, listNew(draft, before, idsOf.packs)),
    () => assertWindows(scope, "rules", listNew(draft, before, idsOf.quotaWindows)),
    async () => {
      const ids = listNew(draft, before, idsOf.quotaSports);
      if (ids.length === 0) return;
      const known = new Set((await listSports(db, "en")).map(({ id }) => id));
      if (!ids.every((id) => known.has(id))) throw invalidFields({ rules: [message("sports.unknown")] });
    },
  );
}

/** @throws HttpError 409 for too many, 422 for what is not the organization's */
export async function createSubscriptionType(call: Call<typeof subscriptions.createType>): Promise<SubscriptionType> {
  const { db, now, organizationId, body } = call;
  await lockMembers(db, organizationId);
  await assertKnownParts(call, body);
  if ((await countSubscriptionTypes(call)) >= MAX_SUBSCRIPTION_TYPES)
    throw new HttpError(409, message("subscriptions.tooManyTypes", { count: MAX_SUBSCRIPTION_TYPES }));
  const id = uuidv7(now);
  const made = { version: 1, created_at: now, updated_at: now };
  await insertSubscriptionType(db, {
    ...subscriptionTypeColumnMap.toRow(body),
    ...{ organization_id: organizationId, id },
    ...made,
  });
  return readType(call, id);
}

const readType = async (scope: SubscriptionScope & { now: Date }, id: string): Promise<SubscriptionType> => {
  const type = await findSubscriptionType(scope, id);
  const listed = (await listSubscriptionTypes(scope)).find((one) => one.id === id);
  return { ...type, held: listed?.held ?? 0 };
};

/** @throws HttpError 404, 422 for what does not fit together or is not the organization's */
export async function changeSubscriptionType(call: Call<typeof subscriptions.updateType>): Promise<SubscriptionType> {
  const { db, now, organizationId, params, body, record } = call;
  await lockMembers(db, organizationId);
  const { id } = await lockSubscriptionType(call, params.subscriptionTypeId);
  const before = await findSubscriptionType(call, id);
  const after = { ...before, ...body };
  const fault = findSubscriptionTypeFault(after);
  if (fault) throw invalidFields({ [fault.path]: [message(fault.error)] });
  await assertKnownParts(call, after, before);
  await updateSubscriptionType(call, id, subscriptionTypeColumnMap.toRow(body));
  const changed = computeDiff(before, await findSubscriptionType(call, id));
  record(changed);
  if (!changed.skipsEntry) await updateSubscriptionType(call, id, { version: before.version + 1, updated_at: now });
  return readType(call, id);
}

/** @throws HttpError 404 */
export async function archiveSubscriptionType(call: Call<typeof subscriptions.removeType>): Promise<null> {
  const { now, params, record } = call;
  const { id } = await lockSubscriptionType(call, params.subscriptionTypeId);
  const { name, active, version } = await findSubscriptionType(call, id);
  record({ before: { name, active }, after: { active: false }, skipsEntry: !active });
  if (active) await updateSubscriptionType(call, id, { active: false, version: version + 1, updated_at: now });
  return null;
}

/** @throws HttpError 409 with the type that names the time window */
export async function assertWindowUnused(
  call: SubscriptionScope & { now: Date },
  window: JobEvents["time-windows.deleting"],
): Promise<void> {
  const types = await listSubscriptionTypes(call);
  assertUnused(
    types.map((type) => ({ ...type, windowIds: [...windowIdsOf(type), ...idsOf.quotaWindows(type)] })),
    window,
  );
}
