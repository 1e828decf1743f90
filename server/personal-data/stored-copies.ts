/** Files of copies in the store. One that no row names any more is deleted. */
import type { Database } from "#server/kit/db/database.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { withoutBackup } from "#server/kit/storage/deletion-lock.ts";
import { type DataExportRow, deleteExpiredDataExports, listDataExportIds } from "./queries.ts";

const FOLDER = "copies";
const NAMES_PER_BATCH = 500;

type StoredCopy = Pick<DataExportRow, "id" | "organization_id" | "parts">;

export const copyName = (id: string): string => `${FOLDER}/${id}.zip`;
/** The copy of an organization is in parts. @param part from 1 */
export const copyPartName = (id: string, part: number): string =>
  `${FOLDER}/${id}.${String(part).padStart(5, "0")}.zip`;
const idOf = (name: string) => /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.\d+)?\.zip$/.exec(name)?.[1];
export const listCopyNames = ({ id, organization_id, parts }: StoredCopy): string[] =>
  organization_id === null
    ? [copyName(id)]
    : Array.from({ length: parts }, (_none, index) => copyPartName(id, index + 1));

/** While a backup is written, they stay; the next run deletes them. */
export const deleteExpiredCopies = ({ db, store, clock }: AppContext): Promise<boolean> =>
  withoutBackup(db, async (trx) => {
    for (const copy of await deleteExpiredDataExports(trx, clock.now()))
      for (const name of listCopyNames(copy)) await store.delete(name);
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
