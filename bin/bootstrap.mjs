/** Shared start of all commands: installs dependencies and switches to the project's Node. Must run on any Node from 20.19. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const node = join(root, "node_modules/.bin/node");

export function fail(line) {
  console.error(line);
  process.exit(1);
}

const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;

/** Whether the installed packages match the lockfile, except for packages of other platforms and for those it lacks. */
function isInstalled(lean) {
  try {
    const [wanted, there] = [read("package-lock.json"), read("node_modules/.package-lock.json")];
    const same = Object.entries(there).every(
      ([path, { version, integrity }]) =>
        !wanted[path] || (wanted[path].version === version && wanted[path].integrity === integrity),
    );
    const needed = Object.entries(wanted).filter(
      ([path, entry]) => path !== "" && !entry.optional && !entry.devOptional && !(lean && entry.dev),
    );
    return same && needed.every(([path]) => path in there) && existsSync(node);
  } catch {
    return false;
  }
}

/** Runs `npm ci` unless everything is installed; without development tools if NODE_ENV is production. */
export function install() {
  const lean = process.env.NODE_ENV === "production";
  if (isInstalled(lean)) return;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Baseline needs Node 20.19 or newer to install itself; this is ${process.versions.node}.`);
  console.log("Installing the dependencies of package-lock.json …");
  const options = ["--no-audit", "--no-fund", "--loglevel=error", lean ? "--omit=dev" : "--include=dev"];
  // Under `npm start`, npm_execpath names the npm that runs us.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const run = (args, errors) =>
    spawnSync(command, [...first, ...args, ...options], { cwd: root, stdio: ["ignore", "inherit", errors] });
  if (run(["ci"], "ignore").status === 0) return;
  // `npm ci` fails if the lockfile lacks optional packages of other platforms, which some registries did not have. A
  // plain install gets the same versions then, and shows its errors.
  if (run(["install", "--no-save"], "inherit").status !== 0)
    fail("The dependencies could not be installed: see the lines above.");
}

export const environment = (more = {}) => ({
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
  ...more,
});

const isOurs = () => existsSync(node) && realpathSync(node) === realpathSync(process.execPath);

/**
 * Continues with a TypeScript file: in this process if it runs on the project's Node, else in a child process that gets
 * our input, output and signals, and ends with us.
 * @param nodeOptions of V8, which reads them at the start of a process only
 */
export async function become(file, args = [], nodeOptions = []) {
  module.enableCompileCache?.(join(root, "node_modules/.cache/compile"));
  const command = [...nodeOptions, fileURLToPath(import.meta.url), file, ...args];
  if (isOurs() && nodeOptions.length > 0 && process.execve) process.execve(node, [node, ...command], environment());
  if (isOurs()) {
    process.argv.splice(1, process.argv.length - 1, join(root, file), ...args);
    process.chdir(root);
    return import(pathToFileURL(join(root, file)).href);
  }
  const child = spawn(node, command, {
    cwd: root,
    env: environment({ BASELINE_FOLLOWS: "1" }),
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
  child.on("error", (error) => fail(`The project's Node does not start: ${error.message}`));
  child.on("exit", (code) => process.exit(code ?? 1));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await become(process.argv[2], process.argv.slice(3));
