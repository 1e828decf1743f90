/** Files outside of the database: in a folder of DATA_DIR, or a bucket of any S3 provider. */
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "#server/kit/process/config.ts";
import { openLocalFileStore } from "./file-store-local.ts";
import { openS3FileStore } from "./file-store-s3.ts";

/**
 * Names are `module/file.type`: one folder for each module that stores files; letters, digits, `-` and `_`. Writing any other
 * name is a bug; reading it finds nothing.
 */
export interface FileStore {
  /**
   * Writes or replaces a file. Concurrent readers get the old or the new one, never a part.
   * @param type media type, for a store that also serves
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined when missing. `body` must be read to the end or destroyed. */
  get(name: string): Promise<StoredFile | undefined>;
  /** Does nothing when missing. */
  delete(name: string): Promise<void>;
  /** All files of one folder in any order, with the time of writing; aborted writes too. */
  list(folder: string): AsyncIterable<{ name: string; at: Date }>;
}
export interface StoredFile {
  bytes: number;
  body: Readable;
}

const storedNamePattern = /^[a-z]+\/[\w-]+(\.[\w-]+)+$/;
/** Whether a name is valid; no valid name leads out of the store. */
export const isStoredFileName = (name: string): boolean => name.length <= 200 && storedNamePattern.test(name);

/** Opens the configured store; costs nothing until it is used. */
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
  };
}
