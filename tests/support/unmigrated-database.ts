/** A database as it was before a migration, so that tests can run the migration on rows. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, migrationsFolder } from "#server/kit/db/migrate.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export interface UnmigratedDatabase {
  database: TestDatabase;
  /** Foreign keys are not checked, so that a test inserts only the rows that its migration reads. */
  insert(table: string, row: Record<string, unknown>): Promise<void>;
  /** Applies the migration, and all that follow. */
  migrateOn(): Promise<void>;
  drop(): Promise<void>;
}

/** @param migration first characters of the name of its file, such as `0038` */
export async function createUnmigratedDatabase(migration: string): Promise<UnmigratedDatabase> {
  const database = await createTestDatabase({ migrated: false });
  const folder = mkdtempSync(join(tmpdir(), "baseline-before-"));
  for (const name of readdirSync(migrationsFolder).filter((one) => one < migration))
    cpSync(join(migrationsFolder, name), join(folder, name));
  await migrate(database.url, folder);
  return {
    database,
    insert: async (table, row) => {
      const places = Object.keys(row).map((_name, index) => `$${index + 1}`);
      const client = await database.pool.connect();
      try {
        await client.query("set session_replication_role = replica");
        await client.query(
          `insert into ${table} (${Object.keys(row).join(", ")}) values (${places.join(", ")})`,
          Object.values(row),
        );
        await client.query("set session_replication_role = origin");
      } finally {
        client.release();
      }
    },
    migrateOn: async () => void (await migrate(database.url)),
    drop: async () => {
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
