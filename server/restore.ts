/** `npm run restore -- FILE`: verifies a backup, and fills an empty database and its store from it. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readBackupKey } from "./kit/backup/encryption.ts";
import { type Contents, verifyBackup } from "./kit/backup/read-backup.ts";
import { RESTORE_SETTINGS, restoreBackup } from "./kit/backup/restore-backup.ts";
import { startEmbeddedDatabase } from "./kit/db/embedded-database.ts";
import { systemClock } from "./kit/process/clock.ts";
import { CommandError } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import { openFileStore } from "./kit/storage/file-store.ts";

const usage = "Usage: npm run restore -- FILE [--replace | --verify] (see docs/operations.md)";

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false }, verify: { type: "boolean", default: false } },
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0 || (values.replace && values.verify)) throw new CommandError(usage);
    return { ...values, file: resolve(process.env.INIT_CWD ?? ".", file) };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

const countRows = ({ counts }: Contents) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function describe({ manifest, ...contents }: Contents): string {
  const { version, createdAt, tables } = manifest;
  const rows = countRows({ manifest, ...contents });
  return `the backup of ${createdAt} by Baseline ${version}: ${rows} rows of ${tables.length} tables and ${contents.files} files`;
}

const show = (step: string) => console.error(`${systemClock.now().toISOString().slice(11, 19)} ${step}`);

async function restore(config: Config, { file, replace: isReplaced, verify }: ReturnType<typeof readArguments>) {
  const key = await readBackupKey(config.backup);
  show(`verifying ${file}`);
  const contents = await verifyBackup(file, key);
  if (verify) return `Whole and undamaged: ${describe(contents)}.`;
  const startedAt = performance.now();
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir, settings: RESTORE_SETTINGS });
  try {
    const target = {
      databaseUrl: databaseUrl ?? database?.url ?? "",
      store: openFileStore(config),
      key,
      isReplaced,
      show,
    };
    await restoreBackup(file, contents, target);
  } finally {
    await database?.stop();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = Math.round(countRows(contents) / seconds);
  return `Restored in ${seconds.toFixed(1)} s, ${rate} rows a second: ${describe(contents)}.`;
}

let config: Config | undefined;
try {
  const options = readArguments(process.argv.slice(2));
  config = readConfig(process.env);
  console.log(await restore(config, options));
} catch (error) {
  console.error(error instanceof CommandError ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
