/**
 * Writes the activity log (audit log) of an organization: who changed what, when, from which IP address. Same transaction
 * as the change.
 */
import { uuidv7 } from "#server/kit/process/uuid.ts";
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
  /** Null for commands of the operator. */
  actorId: string | null;
  act: string;
  subjectId: string;
  before: object | undefined;
  after: unknown;
  ipAddress: string | null;
  previousFieldId?: string | undefined;
}

interface ActivityEntry extends Omit<ActivityEntryDraft, "before" | "after">, Partial<SavedAnswer> {
  id: string;
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
    act: entry.act,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    address: entry.ipAddress,
  });
});

/**
 * Notes the change for the live streams and the servers' memory as well: one statement, but where the revision rises.
 * @param saved the answer of the request that made the change, if it had an idempotency key
 */
export async function insertActivityEntry(db: Database, entry: ActivityEntryDraft, saved?: SavedAnswer): Promise<void> {
  const { organizationId, at, act, before, after } = entry;
  const module = act.split(".")[0] ?? "";
  const texts = { before: before ? JSON.stringify(before) : null, after: JSON.stringify(after ?? null) };
  await insertEntry(db, { ...entry, ...texts, ...saved, id: uuidv7(at), module });
  await raiseRevisionFor(db, { module, organizationId });
}

/** @returns whether it has written an entry, and with it the answer */
export async function recordActivity(
  call: Pick<Call, "db" | "now" | "user" | "organizationId" | "address" | "params" | "body">,
  endpoint: Endpoint,
  record: ActivityRecord,
  answer: unknown,
  saved?: SavedAnswer,
): Promise<boolean> {
  const organizationId = record.organizationId ?? call.organizationId;
  if (record.skipsEntry || organizationId === ALL_ORGANIZATIONS) return false;
  const ofAnswer = (answer as { id?: unknown } | null)?.id;
  const { organizationId: _scope, ...ids } = call.params as { [name: string]: string };
  const subjectId =
    record.subjectId ?? Object.values(ids).at(-1) ?? (typeof ofAnswer === "string" ? ofAnswer : organizationId);
  const entry = {
    organizationId,
    at: call.now,
    actorId: call.user.id,
    act: endpoint.name,
    subjectId,
    before: record.before,
    after: record.after ?? call.body,
    ipAddress: call.address,
    previousFieldId: record.previousFieldId,
  };
  await insertActivityEntry(call.db, entry, saved);
  return true;
}
