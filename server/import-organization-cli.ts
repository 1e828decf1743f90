/** `npm run import-organization -- FILE`: reads in the copy of an organization, beside a running server or without one. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "./kit/process/clock.ts";
import { CommandError, withDatabase } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import { openFileStore } from "./kit/storage/file-store.ts";
import { importOrganization } from "./personal-data/import-organization.ts";
import { openCopy } from "./personal-data/read-copy.ts";

const usage = "Usage: npm run import-organization -- FILE (see docs/operations.md)";

function readArguments(args: string[]): string {
  try {
    const [file, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
    if (!file || more.length > 0) throw new CommandError(usage);
    return resolve(process.env.INIT_CWD ?? ".", file);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

const readContent = (file: string) =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "ENOENT" ? `There is no file ${file}` : `${file} cannot be read (${error.code})`,
    );
  });

const show = (step: string) => console.error(`${systemClock.now().toISOString().slice(11, 19)} ${step}`);

async function run(config: Config, file: string): Promise<string> {
  const copy = openCopy(await readContent(file));
  const store = openFileStore(config);
  const { organizationId, name, rows, files, people, slug } = await withDatabase(config, (db) =>
    importOrganization(copy, { db, store, clock: systemClock, show }),
  );
  return [
    `${name} is here, as the organization ${organizationId}: ${rows} rows and ${files} files.`,
    `People: ${people.found} had an account here, ${people.created} got one and choose a password with “Forgot password?”.`,
    slug === null ? "Its public page is off." : `Its public page is at ${config.appUrl}/c/${slug}`,
    "Webhooks and devices are off, with new secrets; API keys and the payment account are to be set up anew.",
  ].join("\n");
}

let config: Config | undefined;
try {
  const file = readArguments(process.argv.slice(2));
  config = readConfig(process.env);
  console.log(await run(config, file));
} catch (error) {
  console.error(error instanceof CommandError ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
