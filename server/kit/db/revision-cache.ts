/**
 * Cache by revision: what seldom changes in an organization, and is read with every request, such as its fields, opening
 * hours, prices, roles and settings.
 *
 * Each change of such rows raises the revision of the organization in its own transaction (`insertLiveChange`), and each
 * request reads the revision together with its access. A value is used for the revision that it was loaded under, so that
 * it is at least as new as the request: several servers need no messages between them, and no value has a lifetime.
 */
import { serialize } from "node:v8";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { statement } from "./statement.ts";

/**
 * Size of all values as V8 serializes them; in the heap they take about three times as much. The largest ones, a week of the
 * planning of twenty fields, have some 100 kB.
 */
const MAX_BYTES = 12_000_000;
/** For the key, the entry and what an empty value takes. */
const ENTRY_BYTES = 300;

/** The cache of one organization, as a request reads it. */
export interface Memory {
  /** @param key of all that the value depends on; never the clock or one person, whose number has no bound */
  remember<T>(key: string, load: () => Promise<T>): Promise<T>;
}

export interface RevisionCache {
  /** @param revision read before what is remembered */
  at(organizationId: string, revision: number): Memory;
  clear(): void;
}

interface Entry {
  revision: number;
  value: unknown;
  bytes: number;
}

/** @param maxBytes of all organizations; the value unused for the longest time goes first */
export function createRevisionCache(maxBytes = MAX_BYTES): RevisionCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }
  function put(key: string, entry: Entry): void {
    remove(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  return {
    at: (organizationId, revision) => ({
      async remember<T>(name: string, load: () => Promise<T>): Promise<T> {
        const key = `${organizationId} ${name}`;
        const known = entries.get(key);
        if (known && known.revision >= revision) {
          put(key, known);
          return known.value as T;
        }
        const value = await load();
        // A later request may meanwhile have loaded a later value.
        if ((entries.get(key)?.revision ?? 0) <= revision)
          put(key, { revision, value, bytes: ENTRY_BYTES + serialize(value).byteLength });
        return value;
      },
    }),
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}

export interface MemoryContext {
  db: Database;
  organizationId: string;
  /** Undefined in the scope of all organizations, and in transactions, which read what they have changed themselves. */
  memory?: Memory | undefined;
}

/** @param key as in `Memory.remember`, in parts */
export const remember = <T>({ memory }: MemoryContext, key: readonly unknown[], load: () => Promise<T>): Promise<T> =>
  memory ? memory.remember(JSON.stringify(key), load) : load();

const listRevisions = statement((db, { organizationId }: { organizationId: string }) =>
  db.selectFrom("revisions").select("revision").where("organization_id", "=", organizationId),
);
/**
 * For a transaction that changes nothing of what is remembered. Read it after the locks: what a transaction before it has
 * changed is not remembered then.
 */
export async function openMemory({
  db,
  organizationId,
  appContext,
}: MemoryContext & { appContext: { revisionCache: RevisionCache } }): Promise<Memory> {
  const [row] = await listRevisions(db, { organizationId });
  return appContext.revisionCache.at(organizationId, row?.revision ?? 0);
}

/** Requests with an older revision load anew what they remember. */
export async function raiseRevision(db: Database, organizationId: string): Promise<void> {
  await db
    .insertInto("revisions")
    .values({ organization_id: organizationId, revision: 1 })
    .onConflict((conflict) =>
      conflict.column("organization_id").doUpdateSet({ revision: sql<number>`revisions.revision + 1` }),
    )
    .execute();
}
