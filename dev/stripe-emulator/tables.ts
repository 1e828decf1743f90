/** The emulator's own tables: they stand in a schema of their own, where the product never looks. */
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Database } from "#server/kit/db/database.ts";
import { migrate } from "#server/kit/db/migrate.ts";
import type { Json, Timestamp } from "#server/kit/db/tables.ts";

export interface ObjectsTable {
  id: string;
  account: string;
  kind: string;
  parent: string | null;
  data: Json;
  created_at: Timestamp;
}
interface AnswersTable {
  account: string;
  key: string;
  asked: string;
  status: number;
  answer: Json;
  created_at: Timestamp;
}
type Tables = {
  objects: ObjectsTable;
  answers: AnswersTable;
};

export const schema = "stripe_emulator";

/** The emulator's tables, in the same transaction. */
export const emulatorTables = (db: Database) => db.withTables<Tables>().withSchema(schema);

const folder = fileURLToPath(new URL("migrations", import.meta.url));

/** Makes the tables. Before the product's own migrations: they drop what a demo from before had in their place. */
export const migrateEmulator = (database: string | pg.Pool): Promise<string[]> => migrate(database, folder, schema);
