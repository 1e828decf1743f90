/** Files of copies in the store. One that no row names any more is deleted. */
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { withoutBackup } from "#server/kit/storage/deletion-lock.ts";
import { deleteExpiredDataExports, listDataExportIds } from "./queries.ts";

const FOLDER = "copies";
const NAMES_PER_BATCH = 500;

export const copyName = (id: string): string => `${FOLDER}/${id}.zip`;
const idOf = (name: string) => /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.zip$/.exec(name)?.[1];

/** While a backup is written, they stay; the next run deletes them. */
export const deleteExpiredCopies = ({ db, store, clock }: AppContext): Promise<boolean> =>
  withoutBackup(db, async (trx) => {
    for (const id of await deleteExpiredDataExports(trx, clock.now())) await store.delete(copyName(id));
  });

/** A younger file may be of a copy that is being finished. */
const MIN_AGE_MS = 600_000;

export async function deleteUnnamedCopies({ db, store, clock }: AppContext): Promise<void> {
  const oldest = clock.now().getTime() - MIN_AGE_MS;
  let names: string[] = [];
  const flush = async () => {
    const some = names;
    names = [];
    if (some.length > 0) await withoutBackup(db, (trx) => deleteThose(trx, store, some));
  };
  for await (const { name, at } of store.list(FOLDER)) {
    if (at.getTime() < oldest) names.push(name);
    if (names.length >= NAMES_PER_BATCH) await flush();
  }
  await flush();
}

async function deleteThose(db: Database, store: AppContext["store"], names: readonly string[]): Promise<void> {
  const known = await listDataExportIds(
    db,
    names.flatMap((name) => idOf(name) ?? []),
  );
  for (const name of names) if (!known.has(idOf(name) ?? "")) await store.delete(name);
}
