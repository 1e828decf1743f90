/** The files that follow from others: from the migrations and from the words. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describeTables } from "./catalogue-types.ts";
import { describeSchema } from "./catalogue.ts";
import { throwAwayFolder } from "./embedded-native.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { wordKeys } from "#words/generate.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The files that follow from a migrated database, by their path in the project. */
export async function describeDatabase(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return new Map([
      ["server/schema.sql", await describeSchema(client)],
      ["server/kit/tables.ts", await describeTables(client)],
    ]);
  } finally {
    await client.end();
  }
}

/** The file that follows from the words. */
export function describeWords(): Map<string, string> {
  const words = JSON.parse(readFileSync(join(root, "words/en.json"), "utf8")) as Parameters<typeof wordKeys>[0];
  return new Map([["words/keys.ts", wordKeys(words)]]);
}

/** The files whose text on disk is another than it should be. */
export function outdated(files: Map<string, string>): string[] {
  const read = (path: string) => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return undefined;
    }
  };
  return [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
}

/** All generated files, from a database that is made for this and thrown away. */
export async function describeAll(): Promise<Map<string, string>> {
  const database = await startEmbedded({
    dataDir: throwAwayFolder("generate"),
    throwAway: true,
  });
  try {
    await migrate(database.url);
    return new Map([...describeWords(), ...(await describeDatabase(database.url))]);
  } finally {
    await database.stop();
  }
}

/** Puts the texts where they belong. */
export function write(files: Map<string, string>): void {
  for (const [path, text] of files) writeFileSync(join(root, path), text);
}
