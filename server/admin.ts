/**
 * `npm run admin -- create EMAIL`: creates a platform administrator. The password is prompted for, or read from standard
 * input. `npm run admin -- close-demo`: closes the accounts of the demo.
 */
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { Writable } from "node:stream";
import { AdministratorError, createAdministrator } from "#server/accounts/administrators.ts";
import { closeDemoAccounts } from "#server/accounts/demo-accounts.ts";
import { systemClock } from "./kit/process/clock.ts";
import { CommandError, withDatabase } from "./kit/process/command.ts";
import { type Config, readConfig } from "./kit/process/config.ts";
import { explainStartupError } from "./kit/process/startup-errors.ts";

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The raw terminal does not turn Ctrl-C into a signal.
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
  const password = await askHidden("Password: ");
  if ((await askHidden("Once more: ")) !== password) throw new CommandError("The two passwords are not the same.");
  return password;
}

async function createAdministratorFromInput(config: Config, email: string): Promise<string> {
  const password = await readPassword();
  const { isNew } = await withDatabase(config, (db) => createAdministrator(db, { email, password }, systemClock.now()));
  const made = isNew
    ? `${email} is now a platform administrator.`
    : `${email} had an account and is now a platform administrator.`;
  return `${made}\nSign in at ${config.appUrl} (database: ${config.databaseUrl ? "that of DATABASE_URL" : config.dataDir}).`;
}

async function closeDemo(config: Config): Promise<string> {
  const count = await withDatabase(config, (db) => closeDemoAccounts(db, systemClock.now()));
  return count === 0 ? "No account of the demo is open." : `${count} accounts of the demo are closed.`;
}

function chooseCommand([name, email, ...more]: string[]): (config: Config) => Promise<string> {
  if (name === "create" && email && more.length === 0) return (config) => createAdministratorFromInput(config, email);
  if (name === "close-demo" && !email) return closeDemo;
  throw new CommandError("Usage: npm run admin -- create EMAIL, or npm run admin -- close-demo");
}

let config: Config | undefined;
try {
  const run = chooseCommand(process.argv.slice(2));
  config = readConfig(process.env);
  console.log(await run(config));
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof AdministratorError;
  console.error(isExpected ? error.message : (explainStartupError(error, config) ?? error));
  process.exitCode = 1;
}
