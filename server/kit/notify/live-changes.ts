/**
 * Live changes (real-time updates, pub/sub). A relay polls for them, because NOTIFY in every transaction would serialize
 * all commits.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { raiseRevision } from "#server/kit/db/revision-cache.ts";
import { withoutSpan } from "#server/kit/process/traces.ts";
import { findModule } from "#server/kit/process/modules.ts";

export interface ChangeRecord {
  /** Position in the stream: grows, never repeats, and lets a client resume. */
  version: string;
  organizationId: string;
  module: string;
  subjectId: string;
  previousFieldId: string | null;
}
type Listener = (change: ChangeRecord) => void;

export interface LiveChanges {
  /**
   * Calls the listener for each change from now on. The relay polls once the promise has resolved, so that `listSince`
   * and the listener together miss nothing. Rejects if the relay cannot read.
   * @param ended called once when the server closes
   * @returns unsubscribes
   */
  subscribe(listener: Listener, ended?: () => void): Promise<() => void>;
  /** Changes of an organization (`all`: of all) after a version, oldest first, at most MAX_CHANGES_PER_READ. */
  listSince(organizationId: string, currentVersion: string): Promise<ChangeRecord[]>;
  version(): Promise<string>;
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 100;
export const MAX_CHANGES_PER_READ = 1000;

export interface ChangeRecordDraft extends Pick<ChangeRecord, "organizationId" | "module" | "subjectId"> {
  previousFieldId?: string | undefined;
  at: Date;
}

/** Notes a change for the live streams, and for the servers that remember rows of its module. */
export async function insertLiveChange(db: Database, change: ChangeRecordDraft): Promise<void> {
  await insertChange(db, change).execute();
  await raiseRevisionFor(db, change);
}

/** Without the revision: `raiseRevisionFor` follows. */
export const insertChange = (db: Pick<Database, "insertInto">, change: ChangeRecordDraft) => {
  const { organizationId, module, subjectId, previousFieldId, at } = change;
  return db
    .insertInto("changes")
    .values({ organization_id: organizationId, module, subject_id: subjectId, left_id: previousFieldId ?? null, at });
};

export async function raiseRevisionFor(
  db: Database,
  { module, organizationId }: Pick<ChangeRecordDraft, "module" | "organizationId">,
): Promise<void> {
  if (findModule(module)?.isRemembered !== false) await raiseRevision(db, organizationId);
}

/** Sessions belong to no organization. Clients do not see this change: streams of that person check whether they may go on. */
const SESSIONS_ENDED = { organizationId: "00000000-0000-0000-0000-000000000000", module: "sessions" };
export async function insertSessionsEnded(db: Database, userId: string, at: Date): Promise<void> {
  await insertChange(db, { ...SESSIONS_ENDED, subjectId: userId, at }).execute();
}
/** @returns the person whose sessions the change ended; undefined for other changes */
export const findSessionsEndedUser = ({ organizationId, module, subjectId }: ChangeRecord): string | undefined =>
  organizationId === SESSIONS_ENDED.organizationId && module === SESSIONS_ENDED.module ? subjectId : undefined;

/**
 * A version is `transaction.id`, ordered by transaction. Reads stop at the oldest running transaction, so that a late
 * commit is never skipped.
 */
const formatVersion = (row: { transaction: string; id: string }) => `${row.transaction}.${row.id}`;
/** PostgreSQL's bigint. */
const MAX_VERSION_PART = 2n ** 63n - 1n;
/** Whether a database can have the version: clients send any text. */
export const isVersion = (text: string): boolean =>
  /^\d{1,19}\.\d{1,19}$/.test(text) && text.split(".").every((part) => BigInt(part) <= MAX_VERSION_PART);
const parseVersion = (version: string): [string, string] => {
  const [transaction = "0", id = "0"] = isVersion(version) ? version.split(".") : [];
  return [transaction, id];
};

interface ChangeRow {
  id: string;
  transaction: string;
  organization_id: string;
  module: string;
  subject_id: string;
  left_id: string | null;
}
const toChangeRecord = (row: ChangeRow): ChangeRecord => ({
  version: formatVersion(row),
  organizationId: row.organization_id,
  module: row.module,
  subjectId: row.subject_id,
  previousFieldId: row.left_id,
});

async function readAfter(db: Database, version: string, organizationId?: string): Promise<ChangeRow[]> {
  const [transaction, id] = parseVersion(version);
  // Sort by the table's columns: bare names would be the selected texts, and "10" sorts before "9".
  const { rows } = await sql<ChangeRow>`
    select id::text, transaction::text, organization_id, module, subject_id, left_id from changes
    where (transaction, id) > (${transaction}::text::xid8, ${id}::bigint)
      and transaction < pg_snapshot_xmin(pg_current_snapshot())
      and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid)
    order by changes.transaction, changes.id limit ${MAX_CHANGES_PER_READ}`.execute(db);
  return rows;
}

/** The version that a statement sees: later changes have later versions. */
export const currentVersion = sql<string>`
  (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text || ${sql.lit(`.${MAX_VERSION_PART}`)}`;
async function readCurrentVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${currentVersion} as version`.execute(db);
  return rows[0]?.version ?? `0.${MAX_VERSION_PART}`;
}

export function openLiveChanges(db: Database, log: Logger): LiveChanges {
  const listeners = new Map<Listener, (() => void) | undefined>();
  let seen: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const look = async () => {
    clearTimeout(timer);
    try {
      seen ??= await readCurrentVersion(db);
      const rows = await readAfter(db, seen);
      for (const change of rows.map(toChangeRecord)) {
        seen = change.version;
        for (const listener of listeners.keys()) listener(change);
      }
    } catch (error) {
      log.warn({ err: error }, "live changes could not be read; trying again");
    }
    if (listeners.size > 0) timer = setTimeout(() => (turn = look()), POLL_INTERVAL_MS);
    else timer = seen = undefined;
  };

  return {
    async subscribe(listener, ended) {
      listeners.set(listener, ended);
      if (seen === undefined)
        turn = turn.then(() => (listeners.size > 0 && seen === undefined ? withoutSpan(look) : undefined));
      await turn;
      const leave = () => void listeners.delete(listener);
      if (seen !== undefined || !listeners.has(listener)) return leave;
      leave();
      throw new Error("Live changes cannot be read: the current version is unknown");
    },
    listSince: async (organizationId, version) =>
      (await readAfter(db, version, organizationId === ALL_ORGANIZATIONS ? undefined : organizationId)).map(
        toChangeRecord,
      ),
    version: () => readCurrentVersion(db),
    async close() {
      const subscribers = [...listeners.values()];
      listeners.clear();
      for (const ended of subscribers) ended?.();
      clearTimeout(timer);
      await turn;
    },
  };
}
