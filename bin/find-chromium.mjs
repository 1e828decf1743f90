/** Finds a Chromium for browser tests: $CHROME, the system's, Playwright's, one from apt, else the npm package. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { aptInstall } from "./apt-install.mjs";
import { root } from "./bootstrap.mjs";

/** Chromium without a window: it needs a fifth less CPU time for the same pages. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const system = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const require = createRequire(import.meta.url);

/** An existing file is no proof: Ubuntu's package is a stub, and Playwright's may miss libraries. */
const runs = (path, env = {}) =>
  existsSync(path) &&
  spawnSync(path, ["--version", "--no-sandbox"], { env: { ...process.env, ...env }, stdio: "ignore", timeout: 20_000 })
    .status === 0;

async function playwrights() {
  const { chromium } = require("playwright-core");
  return chromium.executablePath();
}

/** The package unpacks into TMPDIR and reuses files there, so it gets its own folder per version. */
async function fromNpm() {
  const bin = join(dirname(require.resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(bin, "package.json"), "utf8"));
  const cache = join(root, `node_modules/.cache/chromium-${version}`);
  mkdirSync(cache, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = cache;
  try {
    const { default: chromium, inflate } = await import("@sparticuz/chromium");
    const path = await chromium.executablePath();
    // NSS, NSPR and expat, which minimal systems lack.
    if (!existsSync(join(cache, "al2023"))) await inflate(join(bin, "bin/al2023.tar.br"));
    return { CHROME: path, LD_LIBRARY_PATH: join(cache, "al2023/lib"), FONTCONFIG_PATH: join(cache, "fonts") };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Wanted even beside another Chromium: it saves more minutes of the tests than it takes. */
export const isHeadlessShellMissing = () => !process.env.CHROME && !existsSync(headlessShell);

/** Environment for browser tests; undefined if no browser runs here. */
export async function findChromium() {
  const candidates = [process.env.CHROME, ...system, await playwrights()].filter(Boolean);
  const found = candidates.find((path) => runs(path));
  if (found) return { CHROME: found };
  if (isHeadlessShellMissing()) await aptInstall("chromium-headless-shell");
  if (runs(headlessShell)) return { CHROME: headlessShell };
  await aptInstall("chromium");
  if (runs("/usr/bin/chromium")) return { CHROME: "/usr/bin/chromium" };
  if (process.platform === "linux" && process.arch === "x64") {
    const env = await fromNpm().catch(() => undefined);
    if (env && runs(env.CHROME, env)) return env;
  }
  return undefined;
}
