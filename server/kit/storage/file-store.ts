/** Stores files (uploads) outside of the database: in a folder of DATA_DIR, or in a bucket of any S3 provider. */
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "#server/kit/process/config.ts";
import { openLocalFileStore } from "./file-store-local.ts";
import { openS3FileStore } from "./file-store-s3.ts";

/** Names are `module/file.type`, of letters, digits, `-` and `_`. Writing any other name throws; reading it finds nothing. */
export interface FileStore {
  /**
   * Writes or replaces a file. Concurrent readers get the old or the new one, never a part.
   * @param type media type, for a store that also serves files
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined if missing. Read `body` to the end or destroy it. */
  get(name: string): Promise<StoredFile | undefined>;
  delete(name: string): Promise<void>;
  /** All files of a folder in any order, with the time of writing. Includes aborted writes. */
  list(folder: string): AsyncIterable<StoredName>;
  /** All files of all folders, without aborted writes. */
  listAll(): AsyncIterable<StoredName>;
}

export interface StoredName {
  name: string;
  at: Date;
}
export interface StoredFile {
  bytes: number;
  body: Readable;
}

const storedNamePattern = /^[a-z]+\/[\w-]+(\.[\w-]+)+$/;
/** A valid name never leads outside of the store. */
export const isStoredFileName = (name: string): boolean => name.length <= 200 && storedNamePattern.test(name);

export function openFileStore(config: Pick<Config, "s3" | "dataDir">): FileStore {
  const store = config.s3 ? openS3FileStore(config.s3) : openLocalFileStore(join(config.dataDir, "files"));
  return {
    async put(name, bytes, type) {
      if (!isStoredFileName(name)) throw new Error(`${JSON.stringify(name)} is no name of a file in the store`);
      await store.put(name, bytes, type);
    },
    get: async (name) => (isStoredFileName(name) ? store.get(name) : undefined),
    delete: async (name) => (isStoredFileName(name) ? store.delete(name) : undefined),
    list: (folder) => store.list(folder),
    async *listAll() {
      for await (const found of store.listAll())
        if (isStoredFileName(found.name) && !found.name.endsWith(".part")) yield found;
    },
  };
}
