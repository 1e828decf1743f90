/** Tables of the emulator, in their own schema. */
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

export const emulatorTables = (db: Database) => db.withTables<Tables>().withSchema(schema);

const folder = fileURLToPath(new URL("migrations", import.meta.url));

/** Creates the tables. Run it before the product's migrations, which drop the tables of older demos. */
export const migrateEmulator = (database: string | pg.Pool): Promise<string[]> => migrate(database, folder, schema);
