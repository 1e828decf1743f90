/** Shared by commands of the operator: errors and database access. */
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "#server/kit/db/database.ts";
import { findRunningDatabase, startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { migrate } from "#server/kit/db/migrate.ts";

export class CommandError extends Error {}

async function connectDatabase(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const url = databaseDirectUrl ?? databaseUrl ?? findRunningDatabase(dataDir);
  return url ? { url, stop: async () => {} } : startEmbeddedDatabase({ dataDir });
}

/** @param work gets the address of the database, of whichever release it is */
export async function withDatabaseUrl<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { url, stop } = await connectDatabase(config);
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

export const withDatabase = <T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabaseUrl(config, async (url) => {
    await migrate(url);
    const { db, close } = openDatabase(url, { max: 2 });
    try {
      return await work(db);
    } finally {
      await close();
    }
  });
