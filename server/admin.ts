/** `npm run admin -- create EMAIL`: makes a platform administrator, with a password that is asked for or comes on the standard input. */
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { AdministratorError, createAdministrator } from "#server/accounts/administrators.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Config, readConfig } from "#server/kit/config.ts";
import { openDatabase } from "#server/kit/database.ts";
import { findRunning, startEmbedded } from "#server/kit/embedded.ts";
import { explain } from "#server/kit/explain.ts";
import { migrate } from "#server/kit/migrate.ts";

/** What keeps the command from its work, as one line. */
class CommandError extends Error {}

/** Asks on the terminal, without showing what is typed. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Ctrl-C gives up; the raw terminal does not turn it into a signal.
  terminal.on("SIGINT", () => process.exit(130));
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  const password = await ask("Password: ");
  if ((await ask("Once more: ")) !== password) throw new CommandError("The two passwords are not the same.");
  return password;
}

/** The configured database; an embedded one runs already beside the server, or is started for this. */
async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const url = databaseUrl ?? findRunning(dataDir);
  return url ? { url, stop: async () => {} } : startEmbedded({ dataDir });
}

async function create(config: Config, email: string): Promise<string> {
  const password = await readPassword();
  const { url, stop } = await reachDatabase(config);
  try {
    await migrate(url);
    const { db, close } = openDatabase(url, { max: 2 });
    try {
      const { isNew } = await createAdministrator(db, { email, password }, systemClock.now());
      return isNew
        ? `${email} is now a platform administrator.`
        : `${email} had an account and is now a platform administrator.`;
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

let config: Config | undefined;
try {
  const [command, email, ...more] = process.argv.slice(2);
  if (command !== "create" || !email || more.length > 0) throw new CommandError("Usage: npm run admin -- create EMAIL");
  config = readConfig(process.env);
  console.log(await create(config, email));
} catch (error) {
  const known = error instanceof CommandError || error instanceof AdministratorError;
  console.error(known ? error.message : (explain(error, config) ?? error));
  process.exitCode = 1;
}
