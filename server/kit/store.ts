/** Where files are kept that are no business of the database: a folder of DATA_DIR, or a bucket of any S3. */
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "./config.ts";
import { openLocalStore } from "./store-local.ts";
import { openS3Store } from "./store-s3.ts";

/**
 * Names are `room/file.type`: one folder for each room that keeps files, letters, digits, `-` and `_`. Any other name is
 * a bug where something is put, and of nothing where it is asked for.
 */
export interface Store {
  /**
   * Keeps bytes, in place of what had the name before. Whoever reads meanwhile gets the old or the new, never a part.
   * @param type media type, for a store that also serves
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** What has this name; undefined where nothing has. Its `body` must be read to the end or destroyed. */
  get(name: string): Promise<Stored | undefined>;
  /** Nothing happens where nothing has this name. */
  delete(name: string): Promise<void>;
  /** All in one folder, in any order, with the instant at which it was put; what was broken off while being put too. */
  list(folder: string): AsyncIterable<{ name: string; at: Date }>;
}
export interface Stored {
  /** How many there are. */
  bytes: number;
  body: Readable;
}

const nameForm = /^[a-z]+\/[\w-]+(\.[\w-]+)+$/;
/** Whether a name can have been put; none that can leads out of the store. */
export const isStoreName = (name: string): boolean => name.length <= 200 && nameForm.test(name);

/** Opens the store that the settings ask for. Costs nothing until it is used. */
export function openStore(config: Pick<Config, "s3" | "dataDir">): Store {
  const store = config.s3 ? openS3Store(config.s3) : openLocalStore(join(config.dataDir, "files"));
  return {
    async put(name, bytes, type) {
      if (!isStoreName(name)) throw new Error(`${JSON.stringify(name)} is no name of a file in the store`);
      await store.put(name, bytes, type);
    },
    get: async (name) => (isStoreName(name) ? store.get(name) : undefined),
    delete: async (name) => (isStoreName(name) ? store.delete(name) : undefined),
    list: (folder) => store.list(folder),
  };
}
