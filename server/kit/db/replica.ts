/**
 * Reads from a streaming replica (DATABASE_REPLICA_URL) for endpoints that the contract marks with `mayLag`.
 *
 * A read is answered by the replica where all changes of its organization that the primary knew before have been
 * replayed, so that it never goes back behind an own write or a live change, whatever server that went through. Else, and
 * where the replica is more than five seconds behind, does not answer or fails, the primary answers.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { findNewestTransaction } from "#server/kit/notify/live-changes.ts";
import { type Database, openDatabase } from "./database.ts";

export interface ReplicaState {
  /** `behind` and `no answer`: the primary answers all reads. */
  status: "in use" | "behind" | "no answer";
  /** Seconds by which the replica was behind when it answered last; null if it never did. */
  lagSeconds: number | null;
}

export interface Replica {
  /**
   * Runs `work` at the replica, in a read-only transaction with one snapshot, or at the primary. It may run twice: what
   * fails at the replica is left to the primary.
   * @param organizationId an id, or `all`
   */
  read<T>(organizationId: string, work: (db: Database) => Promise<T>): Promise<T>;
  state(): ReplicaState;
  close(): Promise<void>;
}

interface Position {
  /** Milliseconds of the monotonic clock. */
  at: number;
  /** Bytes of write-ahead log. */
  lsn: bigint;
}

interface ReplicaPosition {
  isReplica: boolean;
  lsn: bigint;
  /** All transactions before this one have ended, and their changes are there. */
  oldestRunning: bigint;
}

const POLL_INTERVAL_MS = 500;
const MAX_LAG_MS = 5000;
/** A poll that is missing for longer means that one of the two servers does not answer. */
const MAX_SILENCE_MS = 2500;
const ANSWER_TIMEOUT_MS = 5000;
const HISTORY_LENGTH = 120;

async function readPrimaryLsn(primary: Database): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as lsn`.execute(primary);
  return BigInt(rows[0]?.lsn ?? 0);
}

async function readReplicaPosition(replica: Database): Promise<ReplicaPosition> {
  const { rows } = await sql<{ isReplica: boolean; lsn: string | null; oldestRunning: string }>`
    select pg_is_in_recovery() as "isReplica", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as lsn,
      pg_snapshot_xmin(pg_current_snapshot())::text as "oldestRunning"`.execute(replica);
  const [row] = rows;
  return {
    isReplica: row?.isReplica ?? false,
    lsn: BigInt(row?.lsn ?? 0),
    oldestRunning: BigInt(row?.oldestRunning ?? 0),
  };
}

/**
 * @param options.url of the replica
 * @param options.max connections to it
 */
export function openReplica(primary: Database, { url, max, log }: { url: string; max: number; log: Logger }): Replica {
  const replica = openDatabase(url, { max, answerTimeoutMs: ANSWER_TIMEOUT_MS });
  /** Positions of the primary, oldest first. */
  let history: Position[] = [];
  let lagMs: number | undefined;
  let status: ReplicaState["status"] = "no answer";
  let oldestRunning = 0n;
  let polledAt = -Infinity;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function setStatus(next: ReplicaState["status"], details: object = {}): void {
    if (next !== status && !isClosed)
      log.warn(
        { ...details, lagMs },
        next === "in use" ? "the replica answers reads" : "the primary answers all reads",
      );
    status = next;
  }

  async function poll(): Promise<void> {
    try {
      const lsn = await readPrimaryLsn(primary);
      const at = performance.now();
      history = [...history, { at, lsn }].slice(-HISTORY_LENGTH);
      const position = await readReplicaPosition(replica.db);
      if (!position.isReplica) throw new Error("DATABASE_REPLICA_URL leads to no replica");
      const replayed = history.findLast((one) => one.lsn <= position.lsn) ?? history[0];
      lagMs = replayed?.lsn === lsn ? 0 : at - (replayed?.at ?? at);
      // A history that begins after what was replayed tells too little.
      const isKnown = history.some((one) => one.lsn <= position.lsn);
      ({ oldestRunning } = position);
      polledAt = performance.now();
      setStatus(isKnown && lagMs <= MAX_LAG_MS ? "in use" : "behind");
    } catch (err) {
      setStatus("no answer", { err });
    }
  }
  let turn = Promise.resolve();
  const pollAgain = async () => {
    await poll();
    if (!isClosed) timer = setTimeout(() => (turn = pollAgain()), POLL_INTERVAL_MS);
  };
  turn = pollAgain();

  const isUsed = () => status === "in use" && performance.now() - polledAt < MAX_SILENCE_MS;

  async function readAtReplica<T>(
    organizationId: string,
    work: (db: Database) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    const known = oldestRunning;
    const due = performance.now() - MAX_LAG_MS;
    const minLsn = (history.findLast(({ at }) => at <= due) ?? history[0])?.lsn ?? 0n;
    const transaction = await replica.db
      .startTransaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute();
    try {
      const [newest, position] = await Promise.all([
        findNewestTransaction(primary, organizationId, known),
        readReplicaPosition(transaction),
      ]);
      // The address may lead to several replicas in turn: this one can be behind the one of the last poll.
      const hasReplayed = position.oldestRunning >= known && (newest === undefined || position.oldestRunning > newest);
      if (!position.isReplica || !hasReplayed || position.lsn < minLsn) return undefined;
      return { value: await work(transaction) };
    } finally {
      await transaction.rollback().execute();
    }
  }

  return {
    async read(organizationId, work) {
      if (!isUsed()) return work(primary);
      const found = await readAtReplica(organizationId, work).catch((err: unknown) => {
        log.debug({ err }, "a read at the replica failed, and is left to the primary");
        return undefined;
      });
      return found ? found.value : work(primary);
    },
    state: () => ({
      status: status === "in use" && !isUsed() ? "no answer" : status,
      lagSeconds: lagMs === undefined ? null : Math.ceil(lagMs / 100) / 10,
    }),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await turn;
      await replica.close();
    },
  };
}
