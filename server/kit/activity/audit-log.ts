/**
 * Writes the activity log (audit log) of an organization: who changed what, when, from which IP address. Same transaction
 * as the change.
 */
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Endpoint } from "#contract/kit.ts";
import { type Database, ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
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

/** Notes the change for the live streams and the servers' memory as well: one statement, but where the revision rises. */
export async function insertActivityEntry(db: Database, entry: ActivityEntryDraft): Promise<void> {
  const { organizationId, at, actorId, act, subjectId, before, after, ipAddress, previousFieldId } = entry;
  const change = { organizationId, module: act.split(".")[0] ?? "", subjectId, previousFieldId, at };
  await db
    .with("change", (inner) => insertChange(inner, change))
    .insertInto("activity")
    .values({
      organization_id: organizationId,
      id: uuidv7(at),
      at,
      actor_id: actorId,
      act,
      subject_id: subjectId,
      before: before ? JSON.stringify(before) : null,
      after: JSON.stringify(after ?? null),
      address: ipAddress,
    })
    .execute();
  await raiseRevisionFor(db, change);
}

export async function recordActivity(
  call: Pick<Call, "db" | "now" | "user" | "organizationId" | "address" | "params" | "body">,
  endpoint: Endpoint,
  record: ActivityRecord,
  answer: unknown,
): Promise<void> {
  const organizationId = record.organizationId ?? call.organizationId;
  if (record.skipsEntry || organizationId === ALL_ORGANIZATIONS) return;
  const ofAnswer = (answer as { id?: unknown } | null)?.id;
  const { organizationId: _scope, ...ids } = call.params as { [name: string]: string };
  const subjectId =
    record.subjectId ?? Object.values(ids).at(-1) ?? (typeof ofAnswer === "string" ? ofAnswer : organizationId);
  await insertActivityEntry(call.db, {
    organizationId,
    at: call.now,
    actorId: call.user.id,
    act: endpoint.name,
    subjectId,
    before: record.before,
    after: record.after ?? call.body,
    ipAddress: call.address,
    previousFieldId: record.previousFieldId,
  });
}
