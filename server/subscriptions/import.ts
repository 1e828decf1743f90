/** Memberships that come from another system, by an import and its undo: paid there, renewed here. */
import { type DateSpan, holdsUntil } from "#contract/subscriptions-rules.ts";
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { saveSubscription } from "./changes.ts";
import { saveGrants } from "./grants.ts";
import { findSubscriptionWithTerms, loadParts, subscriptionsWithNames } from "./rows.ts";
import { copyTerms, windowIdsOf } from "./terms.ts";
import { listSubscriptionTypes, lockSubscriptionType } from "./type-queries.ts";

export interface ImportSubscriptionType {
  type: SubscriptionType;
  /** Whether a time window of it is archived: its discounts would hold at other hours than agreed. */
  lacksWindow: boolean;
}

/** Also those that are sold no more, as what was sold elsewhere may be of them. */
export async function listImportSubscriptionTypes(
  context: Pick<TenantContext, "db" | "now" | "organizationId">,
): Promise<ImportSubscriptionType[]> {
  const types: ImportSubscriptionType[] = [];
  for (const type of await listSubscriptionTypes(context)) {
    const named = windowIdsOf(type);
    const { windows } = await copyTerms(context, type);
    types.push({ type, lacksWindow: named.some((id) => !windows[id]) });
  }
  return types;
}

/** Locks types until the transaction ends: their memberships are counted meanwhile. The caller has locked the customers. */
export async function lockImportTypes(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  typeIds: readonly string[],
): Promise<void> {
  for (const id of [...new Set(typeIds)].toSorted())
    await lockSubscriptionType(
      { db, organizationId },
      id,
      () => new HttpError(409, message("subscriptions.typeUnknown")),
    );
}

/** State of a membership, as an import says it. Dates are local, both included. */
export interface ImportedState {
  startsOn: string;
  endsOn: string;
  renews: boolean;
  freeze: DateSpan | null;
}

export interface ListedSubscription extends ImportedState {
  id: string;
  customerId: string;
  typeId: string;
  externalId: string | null;
  isImported: boolean;
  isCanceled: boolean;
  /** Last day on which it may still be renewed. */
  holdsUntil: string;
  /** Whether it was changed here since an import has written it last. */
  isChangedHere: boolean;
}

/** Those of numbers elsewhere, of customers, and of types whose places are counted. */
export async function listSubscriptionsForImport(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  {
    externalIds,
    customerIds,
    typeIds,
  }: { externalIds: readonly string[]; customerIds: readonly string[]; typeIds: readonly string[] },
): Promise<ListedSubscription[]> {
  const own = subscriptionsWithNames(db).where("subscriptions.organization_id", "=", organizationId);
  const found = [
    ...(await own.where(isAnyOf("subscriptions.external_id", [...externalIds])).execute()),
    ...(await own.where(isAnyOf("subscriptions.customer_id", [...customerIds])).execute()),
    ...(await own
      .where(isAnyOf("subscriptions.type_id", [...typeIds]))
      .where("subscriptions.canceled_on", "is", null)
      .execute()),
  ];
  const rows = [...new Map(found.map((row) => [row.id, row])).values()];
  return (await loadParts(db, rows)).map(({ row, freezes }) => {
    const freeze = freezes.at(-1);
    return {
      ...{ id: row.id, customerId: row.customer_id, typeId: row.type_id, externalId: row.external_id },
      ...{ startsOn: row.starts_on, endsOn: row.ends_on, holdsUntil: row.holds_until, renews: row.renews },
      freeze: freeze ? { from: freeze.from_on, to: freeze.to_on } : null,
      ...{ isImported: row.imported_at !== null, isCanceled: row.canceled_on !== null },
      isChangedHere: row.imported_at?.getTime() !== row.updated_at.getTime(),
    };
  });
}

const deleteFreezes = (db: Database, organizationId: string, id: string) =>
  db
    .deleteFrom("subscription_freezes")
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", id)
    .execute();

async function insertFreeze(
  { db, now, organizationId }: TenantContext,
  subscriptionId: string,
  { freeze, reason }: { freeze: DateSpan | null; reason: string },
): Promise<void> {
  if (!freeze) return;
  await db
    .insertInto("subscription_freezes")
    .values({
      ...{ organization_id: organizationId, id: uuidv7(now), subscription_id: subscriptionId },
      ...{ from_on: freeze.from, to_on: freeze.to, reason, by_id: null, created_at: now, updated_at: now },
    })
    .execute();
}

/**
 * Its first term is paid, and has no charge. Packs of the term are not given: what is left of them is imported as packs.
 * @returns a function that writes memberships of types, which the caller has locked, and returns their ids
 */
export function createSubscriptionInserter(context: TenantContext, reason: string) {
  const { db, now, organizationId } = context;
  const termsByType = new Map<string, string>();
  const findTerms = async (type: SubscriptionType): Promise<string> => {
    const known = termsByType.get(type.id) ?? JSON.stringify(await copyTerms(context, type));
    termsByType.set(type.id, known);
    return known;
  };
  return async (
    { startsOn, endsOn, renews, freeze }: ImportedState,
    { type, customerId, externalId }: { type: SubscriptionType; customerId: string; externalId: string | null },
  ): Promise<string> => {
    const id = uuidv7(now);
    const made = { created_at: now, updated_at: now };
    await db
      .insertInto("subscriptions")
      .values({
        ...{ organization_id: organizationId, id, customer_id: customerId, type_id: type.id, renews },
        ...{ starts_on: startsOn, ends_on: endsOn, external_id: externalId },
        holds_until: holdsUntil({ endsOn, renews, graceDays: type.graceDays }),
        ...{ ...made, imported_at: now },
      })
      .execute();
    await db
      .insertInto("subscription_terms")
      .values({
        ...{ organization_id: organizationId, id: uuidv7(now), subscription_id: id, position: 1 },
        ...{ from_on: startsOn, to_on: endsOn, type_id: type.id, price: type.price, charge_id: null },
        ...{ terms: await findTerms(type), is_paid: true, ...made },
      })
      .execute();
    await insertFreeze(context, id, { freeze, reason });
    await saveGrants(context, await findSubscriptionWithTerms(db, organizationId, id));
    await publish(context, "subscriptions.created", { subscriptionId: id });
    return id;
  };
}

async function writeState(
  context: TenantContext,
  id: string,
  { state, reason }: { state: ImportedState; reason: string },
): Promise<void> {
  const { db, now, organizationId } = context;
  const { startsOn, endsOn, renews, freeze } = state;
  await db
    .updateTable("subscription_terms")
    .set({ from_on: startsOn, to_on: endsOn, noticed_on: null, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", id)
    .execute();
  await deleteFreezes(db, organizationId, id);
  await insertFreeze(context, id, { freeze, reason });
  await db
    .updateTable("subscriptions")
    .set({ imported_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await saveSubscription(context, id, { starts_on: startsOn, renews });
}

/** The caller has found it unchanged here, with the one term of its import. @returns its state before, for an undo */
export async function updateImportedSubscription(
  context: TenantContext,
  before: ListedSubscription,
  written: { state: ImportedState; reason: string },
): Promise<ImportedState> {
  await writeState(context, before.id, written);
  const { startsOn, endsOn, renews, freeze } = before;
  return { startsOn, endsOn, renews, freeze };
}

/** @returns whether an import has written it last, at that time */
async function lockUntouched({ db, organizationId }: TenantContext, id: string, writtenAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .select("updated_at")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.updated_at.getTime() === writtenAt.getTime();
}

/**
 * Removes a membership that an import has made.
 * @returns false if somebody has changed it since
 */
export async function deleteImportedSubscription(
  context: TenantContext,
  id: string,
  writtenAt: Date,
): Promise<boolean> {
  const { db, now, organizationId } = context;
  if (!(await lockUntouched(context, id, writtenAt))) return false;
  await deleteFreezes(db, organizationId, id);
  await db
    .deleteFrom("subscription_grants")
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", id)
    .execute();
  await db
    .deleteFrom("subscription_terms")
    .where("organization_id", "=", organizationId)
    .where("subscription_id", "=", id)
    .execute();
  await db.deleteFrom("subscriptions").where("organization_id", "=", organizationId).where("id", "=", id).execute();
  await insertLiveChange(db, { organizationId, module: "subscriptions", subjectId: id, at: now });
  return true;
}

/**
 * Gives a membership the state back that an import has replaced.
 * @returns false if somebody has changed it since
 */
export async function restoreImportedSubscription(
  context: TenantContext,
  id: string,
  { values, writtenAt, reason }: { values: object; writtenAt: Date; reason: string },
): Promise<boolean> {
  if (!(await lockUntouched(context, id, writtenAt))) return false;
  await writeState(context, id, { state: values as ImportedState, reason });
  return true;
}
