/** Every change in an organization: who, what, before and after, when, from where. Written in the transaction of the change. */
import { v7 } from "./ids.ts";
import type { Endpoint } from "#contract/kit.ts";
import { type Database, everyOrganization } from "./database.ts";
import { noteChange } from "./live.ts";
import type { Call } from "./serve.ts";

export interface Record {
  /** Where the path does not say it, as when an organization is created. */
  organizationId?: string;
  /** The id of what changed; the answer's, or the last of the path, when left out. */
  subjectId?: string;
  before?: object;
  /** The body when left out. */
  after?: object;
  /** The field that it left, where it went to another one. */
  leftId?: string;
  /** Nothing changed after all, or its entries are written already. */
  isDone?: boolean;
}

/** What differs between two states of one thing; nothing to tell where that is nothing. */
export function difference<T extends object>(before: T, after: T) {
  const texts = (state: T) => new Map(Object.entries(state).map(([key, value]) => [key, JSON.stringify(value)]));
  const [was, is] = [texts(before), texts(after)];
  const differs = ([key]: [string, unknown]) => was.get(key) !== is.get(key);
  const only = (state: T) => Object.fromEntries(Object.entries(state).filter(differs));
  const change = { before: only(before), after: only(after) };
  return { ...change, isDone: Object.keys(change.after).length === 0 && Object.keys(change.before).length === 0 };
}

export interface Happening {
  organizationId: string;
  at: Date;
  /** Null for whoever runs the server. */
  actorId: string | null;
  /** The endpoint's name: `facilities.create`. */
  act: string;
  subjectId: string;
  before: object | undefined;
  after: unknown;
  address: string | null;
  leftId?: string | undefined;
}

/** Writes an entry, and the live change that tells of it. */
export async function noteHappening(db: Database, happening: Happening): Promise<void> {
  const { organizationId, at, actorId, act, subjectId, before, after, address, leftId } = happening;
  await db
    .insertInto("activity")
    .values({
      organization_id: organizationId,
      id: v7(at),
      at,
      actor_id: actorId,
      act,
      subject_id: subjectId,
      before: before ? JSON.stringify(before) : null,
      after: JSON.stringify(after ?? null),
      address,
    })
    .execute();
  await noteChange(db, { organizationId, room: act.split(".")[0] ?? "", subjectId, leftId, at });
}

/** Writes what a call did. */
export async function noteActivity(call: Call, endpoint: Endpoint, noted: Record, answer: unknown): Promise<void> {
  const organizationId = noted.organizationId ?? call.organizationId;
  if (noted.isDone || organizationId === everyOrganization) return;
  const ofAnswer = (answer as { id?: unknown } | null)?.id;
  const { organizationId: _scope, ...ids } = call.params as { [name: string]: string };
  const subjectId =
    noted.subjectId ?? Object.values(ids).at(-1) ?? (typeof ofAnswer === "string" ? ofAnswer : organizationId);
  await noteHappening(call.db, {
    organizationId,
    at: call.now,
    actorId: call.user.id,
    act: endpoint.name,
    subjectId,
    before: noted.before,
    after: noted.after ?? call.body,
    address: call.address,
    leftId: noted.leftId,
  });
}
