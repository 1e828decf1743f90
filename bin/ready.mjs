/** What every command needs first: the dependencies of the lockfile, and the project's own Node. Runs on any Node from 20.19. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const node = join(root, "node_modules/.bin/node");

const hash = (text) => createHash("sha256").update(text).digest("hex");

/** Ends the command with one line on the error output. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** `npm ci`, unless what is installed is what the lockfile says. */
export function install() {
  const lean = process.env.NODE_ENV === "production";
  const stamp = join(root, "node_modules/.installed");
  const wanted = (kind) => `${kind} ${hash(readFileSync(join(root, "package-lock.json")))}`;
  const installed = existsSync(stamp) && existsSync(node) ? readFileSync(stamp, "utf8") : "";
  // A full install serves a lean start as well.
  if (installed === wanted("all") || (lean && installed === wanted("lean"))) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Baseline needs Node 20.19 or newer to install itself; this is ${process.versions.node}.`);
  console.log("Installing the dependencies of package-lock.json …");
  rmSync(stamp, { force: true });
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(lean ? ["--omit=dev"] : ["--include=dev"])];
  // Under `npm start` the very npm that runs us is told by npm_execpath.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const done = spawnSync(command, [...first, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) fail("The dependencies could not be installed: see the lines above.");
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, wanted(lean ? "lean" : "all"));
}

/** The environment of what we run: the project's programs first. */
export const environment = (more = {}) => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
  ...more,
});

/**
 * Runs the project's Node in our place: it gets our input and output and every signal that reaches us, and we end as it
 * ends. When we are killed without a chance to say so, the end of the pipe on channel 3 tells it.
 */
export function become(args, more = {}) {
  const child = spawn(node, args, {
    cwd: root,
    env: environment({ BASELINE_PARENT: "3", ...more }),
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  // Ctrl-C reaches the whole group by itself; a signal meant for us alone is passed on. The server takes two that come together as one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`The project's Node does not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}
