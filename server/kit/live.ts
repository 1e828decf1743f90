/**
 * Live changes: rows written in the transaction that made the change, read by one relay per server.
 * NOTIFY in every transaction would serialize all commits, so the relay looks every 100 ms, and only while somebody listens.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { everyOrganization, type Database } from "./database.ts";

export interface Change {
  /** The version of everything at this moment: grows, never repeats, resumes a broken stream. */
  version: string;
  organizationId: string;
  /** The room that changed: `events`. */
  room: string;
  subjectId: string;
  /** The field that it left, where it went to another one. */
  leftId: string | null;
}
type Listener = (change: Change) => void;

export interface Live {
  /**
   * Tells each change from now on. When the promise is kept the relay is looking, so that what `since` answers from then on
   * and what is told leave nothing between them; it throws where the relay cannot look.
   * @param ended called once when the house closes
   * @returns what stops it
   */
  subscribe(listener: Listener, ended?: () => void): Promise<() => void>;
  /** The changes of an organization (of all: `all`) after a version, oldest first, `mostAtOnce` at most. */
  since(organizationId: string, version: string): Promise<Change[]>;
  /** The version to resume after when nothing was seen yet. */
  version(): Promise<string>;
  close(): Promise<void>;
}

const everyMs = 100;
/** More changes than this are read in several turns. */
export const mostAtOnce = 1000;

export interface ChangeDraft extends Pick<Change, "organizationId" | "room" | "subjectId"> {
  leftId?: string | undefined;
  at: Date;
}

/** Notes a change with the transaction that makes it. */
export async function noteChange(db: Database, change: ChangeDraft) {
  const { organizationId, room, subjectId, leftId, at } = change;
  await db
    .insertInto("changes")
    .values({ organization_id: organizationId, room, subject_id: subjectId, left_id: leftId ?? null, at })
    .execute();
}

/** Sessions belong to no organization: their end is told to nobody, but every stream of that person looks whether it may go on. */
const endOfSessions = { organizationId: "00000000-0000-0000-0000-000000000000", room: "sessions" };
export const noteEndOfSessions = (db: Database, userId: string, at: Date): Promise<void> =>
  noteChange(db, { ...endOfSessions, subjectId: userId, at });
/** @returns whose sessions a change ended; undefined for all others */
export const endsSessionsOf = ({ organizationId, room, subjectId }: Change): string | undefined =>
  organizationId === endOfSessions.organizationId && room === endOfSessions.room ? subjectId : undefined;

/**
 * A version is `transaction.id`: ordered by transaction first, and only told up to the oldest transaction still
 * running, so that one which commits late is never skipped.
 */
const versionOf = (row: { transaction: string; id: string }) => `${row.transaction}.${row.id}`;
const parseVersion = (version: string): [string, string] => {
  const [transaction = "0", id = "0"] = /^\d{1,19}\.\d{1,19}$/.test(version) ? version.split(".") : [];
  return [transaction, id];
};

interface Row {
  id: string;
  transaction: string;
  organization_id: string;
  room: string;
  subject_id: string;
  left_id: string | null;
}
const shape = (row: Row): Change => ({
  version: versionOf(row),
  organizationId: row.organization_id,
  room: row.room,
  subjectId: row.subject_id,
  leftId: row.left_id,
});

async function readAfter(db: Database, version: string, organizationId?: string): Promise<Row[]> {
  const [transaction, id] = parseVersion(version);
  // The sort names the table: bare names would mean the texts of the answer, and 10 come before 9.
  const { rows } = await sql<Row>`
    select id::text, transaction::text, organization_id, room, subject_id, left_id from changes
    where (transaction, id) > (${transaction}::text::xid8, ${id}::bigint)
      and transaction < pg_snapshot_xmin(pg_current_snapshot())
      and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)
    order by changes.transaction, changes.id limit ${mostAtOnce}`.execute(db);
  return rows;
}

async function present(db: Database): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text as last`.execute(db);
  return `${rows[0]?.last ?? 0}.9223372036854775807`;
}

export function openLive(db: Database, log: Logger): Live {
  const listeners = new Map<Listener, (() => void) | undefined>();
  let seen: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const look = async () => {
    clearTimeout(timer);
    try {
      seen ??= await present(db);
      const rows = await readAfter(db, seen);
      for (const change of rows.map(shape)) {
        seen = change.version;
        for (const listener of listeners.keys()) listener(change);
      }
    } catch (error) {
      log.warn({ err: error }, "live changes could not be read; trying again");
    }
    if (listeners.size > 0) timer = setTimeout(() => (turn = look()), everyMs);
    else timer = seen = undefined;
  };

  return {
    async subscribe(listener, ended) {
      listeners.set(listener, ended);
      if (seen === undefined) turn = turn.then(() => (listeners.size > 0 && seen === undefined ? look() : undefined));
      await turn;
      const leave = () => void listeners.delete(listener);
      if (seen !== undefined || !listeners.has(listener)) return leave;
      leave();
      throw new Error("Live changes cannot be read: from where on they would be told, nobody knows");
    },
    since: async (organizationId, version) =>
      (await readAfter(db, version, organizationId === everyOrganization ? undefined : organizationId)).map(shape),
    version: () => present(db),
    async close() {
      const told = [...listeners.values()];
      listeners.clear();
      for (const ended of told) ended?.();
      clearTimeout(timer);
      await turn;
    },
  };
}
