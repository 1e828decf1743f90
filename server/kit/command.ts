/** What commands beside the server share: their refusals, and the way to the database. */
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./database.ts";
import { findRunning, startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/** What keeps a command from its work, as one line. */
export class CommandError extends Error {}

/** The configured database; an embedded one runs already beside the server, or is started for this. */
async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const url = databaseUrl ?? findRunning(dataDir);
  return url ? { url, stop: async () => {} } : startEmbedded({ dataDir });
}

/** Does a command's work on the migrated database, and leaves everything as it was found. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const { url, stop } = await reachDatabase(config);
  try {
    await migrate(url);
    const { db, close } = openDatabase(url, { max: 2 });
    try {
      return await work(db);
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}
