/**
 * Live changes (realtime, real-time updates, pub/sub). A relay polls for them, because NOTIFY in every transaction would serialize
 * all commits.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { ALL_ORGANIZATIONS, inScope, type Database } from "#server/kit/db/database.ts";
import { raiseRevision } from "#server/kit/db/revision-cache.ts";
import { withoutSpan } from "#server/kit/process/traces.ts";
import { findModule } from "#server/kit/process/modules.ts";
import { readVersion, versionOfSnapshot } from "./live-version.ts";

export interface ChangeRecord {
  /** Its id in PostgreSQL. */
  transaction: string;
  organizationId: string;
  module: string;
  subjectId: string;
  previousFieldId: string | null;
}
/** Changes that became visible since an earlier version. */
export interface ChangeBatch {
  /** Contains them; resumes behind them. */
  version: string;
  /** By transaction; undefined if there are more than MAX_CHANGES_PER_READ. */
  changes: ChangeRecord[] | undefined;
}
type Listener = (batch: ChangeBatch) => void;

export interface LiveChanges {
  /**
   * Calls the listener for all changes from now on. The relay polls once the promise has resolved, so that `listSince`
   * and the listener together miss nothing. Rejects if the relay cannot read.
   * @param ended called once when the server closes
   * @returns unsubscribes
   */
  subscribe(listener: Listener, ended?: () => void): Promise<() => void>;
  /** Changes of an organization (`all`: of all) and those of the person alone, after a version. */
  listSince(organizationId: string, version: string, userId?: string): Promise<ChangeBatch>;
  version(): Promise<string>;
  close(): Promise<void>;
}

const POLL_INTERVAL_MS = 100;
export const MAX_CHANGES_PER_READ = 10_000;

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

/** Stands for the organization in changes of people and their sessions, which clients do not see. */
const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

/** A name that changes in the lists of all organizations: replicas that have not replayed it are not read. */
export async function insertProfileChange(db: Database, userId: string, at: Date): Promise<void> {
  await insertChange(db, { organizationId: NO_ORGANIZATION, module: "accounts", subjectId: userId, at }).execute();
}

/** Changes that one person alone hears of, on the stream of any organization: they stand under the person's id in its place. */
export async function insertPersonalChanges(
  db: Database,
  { module, userIds, at }: { module: string; userIds: readonly string[]; at: Date },
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ organization_id: userId, module, subject_id: userId, left_id: null, at }));
  await db.insertInto("changes").values(rows).execute();
}
export const isPersonalChange = ({ organizationId }: ChangeRecord, userId: string): boolean =>
  organizationId === userId;

/** Streams of that person check whether they may go on. */
const SESSIONS_ENDED = { organizationId: NO_ORGANIZATION, module: "sessions" };
export async function insertSessionsEnded(db: Database, userId: string, at: Date): Promise<void> {
  await insertChange(db, { ...SESSIONS_ENDED, subjectId: userId, at }).execute();
}
/** @returns the person whose sessions the change ended; undefined for other changes */
export const findSessionsEndedUser = ({ organizationId, module, subjectId }: ChangeRecord): string | undefined =>
  organizationId === SESSIONS_ENDED.organizationId && module === SESSIONS_ENDED.module ? subjectId : undefined;

interface ChangeRow {
  snapshot: string;
  /** Null if nothing has changed. */
  transaction: string | null;
  organization_id: string;
  module: string;
  subject_id: string;
  left_id: string | null;
}
const toChangeRecords = (rows: readonly ChangeRow[]): ChangeRecord[] =>
  rows.flatMap(({ transaction, organization_id, module, subject_id, left_id }) =>
    transaction === null
      ? []
      : [{ transaction, organizationId: organization_id, module, subjectId: subject_id, previousFieldId: left_id }],
  );

/**
 * Rows that this statement sees and the snapshot of the version does not: no change is skipped, however late it commits, and
 * none waits for a transaction of somebody else.
 */
async function readSince(db: Database, version: string, organizationIds?: readonly string[]): Promise<ChangeBatch> {
  const { next, running } = readVersion(version);
  const ofOrganization =
    organizationIds === undefined ? sql`` : sql`and organization_id = any(${organizationIds}::uuid[])`;
  const first = sql`${ofOrganization} order by transaction, id limit ${sql.lit(MAX_CHANGES_PER_READ + 1)}`;
  const { rows } = await sql<ChangeRow>`
    select pg_current_snapshot()::text as snapshot, found.transaction::text as transaction,
      found.organization_id, found.module, found.subject_id, found.left_id
    from (values (1)) as always left join (
      (select * from changes where transaction = any(${running}::xid8[]) ${first})
      union all
      (select * from changes where transaction >= ${next}::xid8 ${first})
    ) as found on true
    order by found.transaction, found.id limit ${sql.lit(MAX_CHANGES_PER_READ + 1)}`.execute(db);
  const snapshot = rows[0]?.snapshot;
  return {
    version: snapshot === undefined ? version : versionOfSnapshot(snapshot),
    changes: rows.length > MAX_CHANGES_PER_READ ? undefined : toChangeRecords(rows),
  };
}

/** For `versionOfSnapshot`: what a statement sees. */
export const currentSnapshot = sql<string>`pg_current_snapshot()::text`;
async function readCurrentVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select ${currentSnapshot} as snapshot`.execute(db);
  return versionOfSnapshot(rows[0]?.snapshot ?? "");
}

/**
 * The newest transaction that changed an organization (`all`: any) or a person, from a transaction on.
 * @returns undefined if none did
 */
export async function findNewestTransaction(
  db: Database,
  organizationId: string,
  from: bigint,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ transaction: string }>`
    select transaction::text from changes
    where transaction >= ${String(from)}::text::xid8
      and (${inScope("organization_id", organizationId)} or organization_id = ${NO_ORGANIZATION})
    order by changes.transaction desc limit 1`.execute(db);
  return rows[0] && BigInt(rows[0].transaction);
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
      const batch = await readSince(db, seen);
      seen = batch.version;
      if (batch.changes?.length !== 0) for (const listener of listeners.keys()) listener(batch);
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
    listSince: (organizationId, version, userId) =>
      readSince(
        db,
        version,
        organizationId === ALL_ORGANIZATIONS ? undefined : [organizationId, ...(userId ? [userId] : [])],
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
