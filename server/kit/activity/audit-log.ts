/**
 * Writes the activity log (audit log) of an organization: who changed what, when, from which IP address. Same transaction
 * as the change.
 */
import { findModule } from "#server/kit/process/modules.ts";
import { accountIdOf } from "#server/kit/process/app-context.ts";
import { isUuid, uuidv7 } from "#server/kit/process/uuid.ts";
import type { ActivityAct } from "#contract/index.ts";
import type { Endpoint } from "#contract/kit.ts";
import { type Database, ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { statement } from "#server/kit/db/statement.ts";
import { type SavedAnswer, updateAnswer } from "#server/kit/http/idempotency.ts";
import { insertChange, raiseRevisionFor } from "#server/kit/notify/live-changes.ts";
import type { Call } from "#server/kit/http/serve-module.ts";

export interface ActivityRecord {
  organizationId?: string;
  /** Default: the id in the response, else the last id of the path. */
  subjectId?: string;
  before?: object;
  /** Default: the request body. */
  after?: object;
  /** The previous field of an event that moved to another one. */
  previousFieldId?: string;
  /** Field that it concerns. Default: `fieldId` of the path or of what is after. */
  fieldId?: string | null;
  /** Customer whom it concerns. Default: `customerId` of the path or of what is after. */
  customerId?: string | null;
  /** Writes no entry: nothing changed, or the entries exist already. */
  skipsEntry?: boolean;
}

/** Members that differ; `skipsEntry` is set if there are none. */
export function computeDiff<T extends object>(before: T, after: T) {
  const texts = (state: T) => new Map(Object.entries(state).map(([key, value]) => [key, JSON.stringify(value)]));
  const [was, is] = [texts(before), texts(after)];
  const differs = ([key]: [string, unknown]) => was.get(key) !== is.get(key);
  const only = (state: T) => Object.fromEntries(Object.entries(state).filter(differs));
  const change = { before: only(before), after: only(after) };
  return { ...change, skipsEntry: Object.keys(change.after).length === 0 && Object.keys(change.before).length === 0 };
}

export interface ActivityEntryDraft {
  organizationId: string;
  at: Date;
  /** Null for commands of the operator, and for guests. */
  actorId: string | null;
  /** The customer who acts without an account. */
  guestId?: string | null;
  act: ActivityAct;
  subjectId: string;
  before: object | undefined;
  after: unknown;
  ipAddress: string | null;
  previousFieldId?: string | undefined;
  fieldId?: string | null | undefined;
  customerId?: string | null | undefined;
  /** Stands for the other entries of its transaction, which are shown below it. Default: the first entry does. */
  isHead?: boolean;
}

interface ActivityEntry extends Omit<ActivityEntryDraft, "before" | "after" | "isHead">, Partial<SavedAnswer> {
  id: string;
  parentId: string | null;
  module: string;
  /** JSON. */
  before: string | null;
  after: string;
}

const insertEntry = statement((db, entry: ActivityEntry) => {
  const withChange = db.with("change", (inner) => insertChange(inner, entry));
  const { scope, userId, key, answer, status } = entry;
  const isAnswered = scope && userId && key && answer && status;
  const withAll: Pick<Database, "insertInto"> = isAnswered
    ? withChange.with("saved", (inner) => updateAnswer(inner, { scope, userId, key, answer, status }))
    : withChange;
  return withAll.insertInto("activity").values({
    organization_id: entry.organizationId,
    id: entry.id,
    at: entry.at,
    actor_id: entry.actorId,
    guest_id: entry.guestId,
    act: entry.act,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    address: entry.ipAddress,
    parent_id: entry.parentId,
    field_id: entry.fieldId,
    customer_id: entry.customerId,
  });
});

/** Entries of one transaction and organization, which are one entry in the list. */
interface EntryGroup {
  headId: string | undefined;
  size: number;
  /** Fields and customers by which the group is found: one entry each has them, so that a filter finds the group once. */
  linkedIds: Set<string>;
}
const groups = new WeakMap<Database, Map<string, EntryGroup>>();

function groupOf(db: Database, organizationId: string): EntryGroup {
  const own = groups.get(db) ?? new Map<string, EntryGroup>();
  const group = own.get(organizationId) ?? { headId: undefined, size: 0, linkedIds: new Set() };
  if (db.isTransaction) groups.set(db, own.set(organizationId, group));
  return group;
}

function takeLink({ linkedIds }: EntryGroup, id: string | null | undefined): string | null {
  if (!id || linkedIds.has(id)) return null;
  linkedIds.add(id);
  return id;
}

const putBelow = (db: Database, organizationId: string, headId: string, id: string) =>
  db
    .updateTable("activity")
    .set({ parent_id: id })
    .where("organization_id", "=", organizationId)
    .where((eb) => eb.or([eb("id", "=", headId), eb("parent_id", "=", headId)]))
    .execute();

/**
 * Notes the change for the live streams and the servers' memory as well: one statement, but where the revision rises, and
 * where it becomes the head of entries before it.
 * @param saved the answer of the request that made the change, if it had an idempotency key
 */
export async function insertActivityEntry(db: Database, entry: ActivityEntryDraft, saved?: SavedAnswer): Promise<void> {
  const { isHead = false, ...values } = entry;
  const { organizationId, at, act, before, after, subjectId } = entry;
  const module = act.split(".")[0] ?? "";
  const about = findModule(module)?.activityAbout;
  const texts = { before: before ? JSON.stringify(before) : null, after: JSON.stringify(after ?? null) };
  const group = groupOf(db, organizationId);
  const id = uuidv7(at);
  const { headId } = group;
  const becomesHead = headId === undefined || isHead;
  await insertEntry(db, {
    ...values,
    ...texts,
    ...saved,
    id,
    module,
    parentId: becomesHead ? null : headId,
    guestId: entry.guestId ?? null,
    fieldId: takeLink(group, about === "field" ? subjectId : entry.fieldId),
    customerId: takeLink(group, about === "customer" ? subjectId : entry.customerId),
  });
  if (becomesHead) group.headId = id;
  if (becomesHead && headId !== undefined) await putBelow(db, organizationId, headId, id);
  await raiseRevisionFor(db, { module, organizationId });
}

const isUuidMember = (value: unknown): value is string => typeof value === "string" && isUuid(value);

/** The id of this name in the path, or in what is after. */
function findLinkedId(name: "fieldId" | "customerId", ids: Record<string, string>, after: unknown): string | undefined {
  const { customer, ...own } = (after ?? {}) as Record<string, unknown>;
  const ofCustomer =
    name === "customerId" ? (customer as Record<string, unknown> | null | undefined)?.[name] : undefined;
  return [ids[name], own[name], ofCustomer].find(isUuidMember);
}

/**
 * @param options.isHead false within another call, whose entry stands for this one
 * @returns whether it has written an entry, and with it the answer
 */
export async function recordActivity(
  call: Pick<Call, "db" | "now" | "user" | "organizationId" | "address" | "params" | "body">,
  endpoint: Endpoint,
  record: ActivityRecord,
  answer: unknown,
  { saved, isHead = true }: { saved?: SavedAnswer | undefined; isHead?: boolean } = {},
): Promise<boolean> {
  const organizationId = record.organizationId ?? call.organizationId;
  if (record.skipsEntry || endpoint.leavesEntry === false || organizationId === ALL_ORGANIZATIONS) return false;
  const ofAnswer = (answer as { id?: unknown } | null)?.id;
  const { organizationId: _scope, ...ids } = call.params as { [name: string]: string };
  const subjectId =
    record.subjectId ?? Object.values(ids).at(-1) ?? (typeof ofAnswer === "string" ? ofAnswer : organizationId);
  const after = record.after ?? call.body;
  const entry = {
    organizationId,
    at: call.now,
    actorId: accountIdOf(call.user),
    guestId: call.user.isGuest ? call.user.id : null,
    act: endpoint.name as ActivityAct,
    subjectId,
    before: record.before,
    after,
    ipAddress: call.address,
    previousFieldId: record.previousFieldId,
    fieldId: record.fieldId === undefined ? findLinkedId("fieldId", ids, after) : record.fieldId,
    customerId: record.customerId === undefined ? findLinkedId("customerId", ids, after) : record.customerId,
    isHead,
  };
  await insertActivityEntry(call.db, entry, saved);
  return true;
}
