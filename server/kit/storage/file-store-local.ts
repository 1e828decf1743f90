/** Stores files in a folder (`DATA_DIR`). */
import { randomUUID } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore, StoredName } from "./file-store.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

const isAbsent = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
const ignoreAbsent = (error: unknown): undefined => {
  if (!isAbsent(error)) throw error;
};

/** No room on the disk, or none left of what the account may use: an operator has to make some. */
const isFull = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

const OWNER_ONLY = 0o700;

/** Earlier versions let every account of the machine read the folder. That of another account keeps its mode. */
function closeToOthers(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && found.uid === process.getuid?.()) chmodSync(folder, OWNER_ONLY);
}

/** @param root created with the first file */
export function openLocalFileStore(root: string): FileStore {
  closeToOthers(root);
  async function* listFolder(folder: string): AsyncIterable<StoredName> {
    const entries = await opendir(join(root, folder)).catch(ignoreAbsent);
    for await (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const about = await stat(join(root, folder, entry.name)).catch(ignoreAbsent);
      if (about) yield { name: `${folder}/${entry.name}`, at: about.mtime };
    }
  }
  return {
    async put(name, bytes) {
      const path = join(root, name);
      await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
      // Write and sync under a temporary name, then rename: a crash leaves the old or the new file.
      const part = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(part, bytes, { flush: true });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw isFull(error) ? new StoreUnavailableError(error) : error;
      }
    },
    async get(name) {
      const file = await open(join(root, name)).catch(ignoreAbsent);
      if (!file) return undefined;
      try {
        return { bytes: (await file.stat()).size, body: file.createReadStream() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async delete(name) {
      await rm(join(root, name), { force: true });
    },
    list: listFolder,
    async *listAll() {
      const folders = await opendir(root).catch(ignoreAbsent);
      for await (const folder of folders ?? []) if (folder.isDirectory()) yield* listFolder(folder.name);
    },
  };
}
