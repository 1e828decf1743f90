/** `npm run backup -- FILE`: writes a backup, beside a running server or without one. `--new-key` makes a key. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBackupKey, readBackupKey } from "./kit/backup/encryption.ts";
import { writeBackup } from "./kit/backup/write-backup.ts";
import { systemClock } from "./kit/process/clock.ts";
import { CommandError, withDatabaseUrl } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import { release } from "./kit/process/release.ts";
import { openFileStore } from "./kit/storage/file-store.ts";

const usage = "Usage: npm run backup -- FILE (or a folder), or npm run backup -- --new-key (see docs/operations.md)";

function readArguments(args: string[]): { target: string } | "new-key" {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { "new-key": { type: "boolean", default: false } },
    });
    const [target, ...more] = positionals;
    if (values["new-key"] && target === undefined) return "new-key";
    if (values["new-key"] || target === undefined || more.length > 0) throw new CommandError(usage);
    return { target: resolve(process.env.INIT_CWD ?? ".", target) };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

/** Sorts by time, and has no signs that file systems refuse. */
function fileNameAt(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `baseline-${time}.tar.zst${isEncrypted ? ".age" : ""}`;
}

async function backUp(config: Config, target: string): Promise<string> {
  const now = systemClock.now();
  const key = await readBackupKey(config.backup);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = isFolder ? join(target, fileNameAt(now, key !== undefined)) : target;
  const store = openFileStore(config);
  const { rows, tables, files, bytes, sha256 } = await withDatabaseUrl(config, (databaseUrl) =>
    writeBackup(file, { databaseUrl, store, key, version: release, now }),
  );
  const lines = [
    `${file}: ${rows} rows of ${tables} tables and ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    `SHA-256 ${sha256}`,
  ];
  if (!key)
    lines.push("It is not encrypted, and holds personal data: set BACKUP_KEY, or keep it where nobody else reads it.");
  return lines.join("\n");
}

async function makeKey(): Promise<string> {
  const { secretKey, publicKey } = await createBackupKey();
  return [
    `BACKUP_KEY=${secretKey}`,
    `Keep it apart from the backups: without it nobody can read them. The server needs no more than the public key: ${publicKey}`,
  ].join("\n");
}

let config: Config | undefined;
try {
  const order = readArguments(process.argv.slice(2));
  if (order === "new-key") console.log(await makeKey());
  else {
    config = readConfig(process.env);
    console.log(await backUp(config, order.target));
  }
} catch (error) {
  console.error(error instanceof CommandError ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
