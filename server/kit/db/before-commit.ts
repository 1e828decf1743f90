/** Work that a transaction does last, such as what takes a lock that all others wait for. */
import { ControlledTransaction, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

type Work = () => Promise<void>;
const worksByTransaction = new WeakMap<Database, Work[]>();

/** Runs `work` within the transaction after everything else in it. A dry run is rolled back, and does not run it. */
export function runBeforeCommit(db: Database, work: Work): void {
  if (db instanceof ControlledTransaction) return;
  const works = worksByTransaction.get(db);
  if (!works) throw new Error("There is no transaction that would commit");
  works.push(work);
}

/** Lets the transactions of this connection pool do such work. @returns the same one */
export function withCommitWork(db: Database): Database {
  const begin = db.transaction.bind(db);
  return Object.assign(db, {
    transaction() {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      return Object.assign(builder, {
        execute: <T>(callback: (inner: Transaction<Tables>) => Promise<T>): Promise<T> =>
          execute(async (inner) => {
            const works: Work[] = [];
            worksByTransaction.set(inner, works);
            const answer = await callback(inner);
            // Work may add more.
            for (const work of works) await work();
            return answer;
          }),
      });
    },
  });
}
