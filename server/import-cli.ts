/**
 * `npm run import -- FILE --organization ID`: reads the arguments, and tests or imports a CSV file, with or without a
 * running server.
 */
import { readFile as readBytes, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileEncodings, MAX_IMPORT_BYTES } from "#contract/imports.ts";
import { systemClock } from "./kit/process/clock.ts";
import { CommandError, withDatabase } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";
import { HttpError, renderMessage } from "./kit/http/http-error.ts";
import { translators } from "./kit/process/translators.ts";
import { type ImportOrder, runImportCommand, formatImportResult } from "./import-command.ts";

const usage =
  'Usage: npm run import -- FILE --organization ID [--dry-run] [--as EMAIL] [--encoding NAME] [--map "Header=target,…"] [--sport "Value=Sport,…"] (see docs/operations.md)';

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        organization: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        as: { type: "string" },
        encoding: { type: "string" },
        map: { type: "string", multiple: true, default: [] },
        sport: { type: "string", multiple: true, default: [] },
      },
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0 || !values.organization) throw new CommandError(usage);
    const encoding = fileEncodings.find((name) => name === values.encoding?.toLowerCase());
    if (values.encoding !== undefined && !encoding)
      throw new CommandError(
        `--encoding: "${values.encoding}" is no encoding; there are: ${fileEncodings.join(", ")}\n${usage}`,
      );
    return { ...values, encoding, organization: values.organization, file: resolve(process.env.INIT_CWD ?? ".", file) };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

async function readContent(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new CommandError(`There is no file ${file}`);
  if (found.size > MAX_IMPORT_BYTES)
    throw new CommandError(translators.en("imports.tooLarge", { most: MAX_IMPORT_BYTES / 1024 / 1024 }));
  return readBytes(file);
}

/** Only on a terminal: a log file cannot overwrite a line. */
const showProgress = (done: number, rows: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${rows} rows${done < rows ? "" : "\n"}`);
};

let config: Config | undefined;
try {
  const options = readArguments(process.argv.slice(2));
  const order: ImportOrder = {
    organizationId: options.organization,
    name: basename(options.file),
    content: await readContent(options.file),
    encoding: options.encoding,
    isDry: options["dry-run"],
    email: options.as,
    maps: options.map,
    sports: options.sport,
  };
  config = readConfig(process.env);
  const result = await withDatabase(config, (db) => runImportCommand({ db, clock: systemClock }, order, showProgress));
  console.log(formatImportResult(result));
  if (result.report.failed > 0) process.exitCode = 1;
} catch (error) {
  const refusal =
    error instanceof HttpError ? (Object.values(error.errors ?? {}).flat()[0] ?? error.localizedMessage) : undefined;
  const known = error instanceof CommandError ? error.message : refusal && renderMessage(translators.en, refusal);
  console.error(known ?? explainStartupError(error, config) ?? error);
  process.exitCode = 1;
}
