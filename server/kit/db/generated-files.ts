/** Files generated from migrations and messages (`npm run generate`). */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describeTables } from "./describe-tables.ts";
import { describeSchema } from "./describe-schema.ts";
import { temporaryFolder } from "./embedded-binaries.ts";
import { startEmbeddedDatabase } from "./embedded-database.ts";
import { migrate } from "./migrate.ts";
import { generateMessageKeys } from "#messages/generate-keys.ts";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

export async function generateDatabaseFiles(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return new Map([
      ["server/schema.sql", await describeSchema(client)],
      ["server/kit/db/tables.ts", await describeTables(client)],
    ]);
  } finally {
    await client.end();
  }
}

export function generateMessageFiles(): Map<string, string> {
  const words = JSON.parse(readFileSync(join(projectRoot, "messages/en.json"), "utf8")) as Parameters<
    typeof generateMessageKeys
  >[0];
  return new Map([["messages/keys.ts", generateMessageKeys(words)]]);
}

export function findOutdatedFiles(files: Map<string, string>): string[] {
  const read = (path: string) => {
    try {
      return readFileSync(join(projectRoot, path), "utf8");
    } catch {
      return undefined;
    }
  };
  return [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

export async function generateAllFiles(): Promise<Map<string, string>> {
  const database = await startEmbeddedDatabase({
    dataDir: temporaryFolder("generate"),
    isTemporary: true,
  });
  try {
    await migrate(database.url);
    return new Map([...generateMessageFiles(), ...(await generateDatabaseFiles(database.url))]);
  } finally {
    await database.stop();
  }
}

export function writeFiles(files: Map<string, string>): void {
  for (const [path, text] of files) writeFileSync(join(projectRoot, path), text);
}
