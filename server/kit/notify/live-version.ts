/**
 * Versions of the live changes: `next.rank.next.running…`, of a snapshot of PostgreSQL, whose transactions are those below
 * `next` but for the `running` ones. Clients compare the first two numbers (`isVersionAfter`); the others say where to resume.
 */
export interface Snapshot {
  next: string;
  /** Below `next`, not yet ended, ascending. */
  running: string[];
}

/** The later one of two snapshots with the same `next` has fewer running transactions. */
const MAX_RUNNING = 1_000_000;
/** Between the ranks of two snapshots there is room for the changes of one batch. */
const RANKS_PER_SNAPSHOT = 1_000_000;

/** PostgreSQL's bigint. */
const MAX_NUMBER = 2n ** 63n - 1n;
/** Whether a database can have the version: clients send any text. */
export const isVersion = (text: string): boolean =>
  /^\d{1,19}(\.\d{1,19})+$/.test(text) && text.split(".").every((part) => BigInt(part) <= MAX_NUMBER);

const formatVersion = ({ next, running }: Snapshot, ranksBefore: number, resume: Snapshot): string =>
  [next, (MAX_RUNNING - running.length) * RANKS_PER_SNAPSHOT - ranksBefore, resume.next, ...resume.running].join(".");

/** @param version anything but a version counts as the beginning; one of an earlier release names only a transaction */
export function readVersion(version: string): Snapshot {
  const [transaction = "0", , next = transaction, ...running] = isVersion(version) ? version.split(".") : [];
  return { next, running };
}

/** @param text of PostgreSQL's type `pg_snapshot`: `oldest:next:running,running` */
export function versionOfSnapshot(text: string): string {
  const [, next = "0", running = ""] = text.split(":");
  const snapshot = { next, running: running.split(",").filter(Boolean) };
  return formatVersion(snapshot, 0, snapshot);
}

/**
 * For a change of a batch that became visible between two versions: an answer contains it from the end of the batch on,
 * but a client that has received no more resumes at the beginning.
 * @param left number of changes that follow in the batch
 */
export const versionWithinBatch = (before: string, after: string, left: number): string =>
  left === 0 ? after : formatVersion(readVersion(after), left, readVersion(before));

export const containsTransaction = ({ next, running }: Snapshot, transaction: string): boolean =>
  BigInt(transaction) < BigInt(next) && !running.includes(transaction);
