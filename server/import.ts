/** `npm run import -- FILE --organization ID`: tries a CSV file out, or imports it, with or without a running server. */
import { readFile as readBytes, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { largestImport } from "#contract/imports.ts";
import { systemClock } from "#server/kit/clock.ts";
import { CommandError, withDatabase } from "#server/kit/command.ts";
import { type Config, readConfig } from "#server/kit/config.ts";
import { explain } from "#server/kit/explain.ts";
import { Problem, spell } from "#server/kit/problem.ts";
import { words } from "#server/kit/words.ts";
import { type Order, runCommand, tell } from "./import-command.ts";

const usage =
  'Usage: npm run import -- FILE --organization ID [--dry-run] [--as EMAIL] [--map "Header=target,…"] (see docs/operations.md)';

function readOrder(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        organization: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        as: { type: "string" },
        map: { type: "string", multiple: true, default: [] },
      },
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0 || !values.organization) throw new CommandError(usage);
    return { ...values, organization: values.organization, file: resolve(process.env.INIT_CWD ?? ".", file) };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

async function readContent(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new CommandError(`There is no file ${file}`);
  if (found.size > largestImport)
    throw new CommandError(words.en("imports.tooLarge", { most: largestImport / 1024 / 1024 }));
  return readBytes(file);
}

/** On a terminal only: a log wants no line that is written over. */
const showProgress = (done: number, rows: number) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${rows} rows${done < rows ? "" : "\n"}`);
};

let config: Config | undefined;
try {
  const given = readOrder(process.argv.slice(2));
  const order: Order = {
    organizationId: given.organization,
    name: basename(given.file),
    content: await readContent(given.file),
    isDry: given["dry-run"],
    email: given.as,
    maps: given.map,
  };
  config = readConfig(process.env);
  const result = await withDatabase(config, (db) => runCommand({ db, clock: systemClock }, order, showProgress));
  console.log(tell(result));
  if (result.report.failed > 0) process.exitCode = 1;
} catch (error) {
  const refusal = error instanceof Problem ? (Object.values(error.errors ?? {}).flat()[0] ?? error.saying) : undefined;
  const known = error instanceof CommandError ? error.message : refusal && spell(words.en, refusal);
  console.error(known ?? explain(error, config) ?? error);
  process.exitCode = 1;
}
