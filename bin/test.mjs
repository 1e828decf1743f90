/** `npm test`: all checks and tests, from a fresh clone; repeats failures at the end. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { aptInstall } from "./apt-install.mjs";
import { findChromium, isHeadlessShellMissing } from "./find-chromium.mjs";
import { environment, install, node } from "./bootstrap.mjs";
import { check, checkAll, count, finish, heading, runJourneys, runVitest, staticChecks } from "./test-report.mjs";

const LIMIT_SECONDS = 15 * 60;

// Install development tools, whatever the machine's setting; vite and vitest set their own NODE_ENV.
delete process.env.NODE_ENV;
const packages = [
  ...(isHeadlessShellMissing() ? ["chromium-headless-shell"] : []),
  // Validators for PDF invoices; tests that need them are skipped without them.
  ...(["/usr/bin/qpdf", "/usr/bin/pdfinfo"].every((path) => existsSync(path)) ? [] : ["qpdf", "poppler-utils"]),
];
const installed = packages.length > 0 ? aptInstall(...packages) : undefined;
install();
await installed;
const chromium = await findChromium();
const env = environment(chromium);

async function buildAndMeasure() {
  const isBuilt = await check(["Build of the web", node, ["bin/build.mjs"]], { env });
  if (isBuilt && chromium) await check(["Sizes of the pages", node, ["bench/bundle-size.ts"]], { show: true, env });
  return isBuilt;
}

if (!chromium)
  count("A browser for the tests: install Chromium, or set CHROME to the path of one", false, performance.now());

async function checkAndTestServer() {
  await checkAll(staticChecks(), env);
  await runVitest("Tests of the server", ["--project=isolated", "--project=server"], env);
}

/** @returns whether a browser can open the product */
async function testWeb() {
  const built = await buildAndMeasure();
  await runVitest("Tests of the web", ["--config", "web/vitest.config.ts"], env, "vitest-web.json");
  return built && chromium !== undefined;
}

const testJourneys = (title, project, workers) =>
  runJourneys(title, [`--project=${project}`, `--workers=${workers}`], env, `playwright-${project}.json`);
const cores = availableParallelism();

heading("Checks and tests");
// At once: tests of the server wait for the database, and long journeys for pages.
const server = checkAndTestServer();
const opens = await testWeb();
if (opens) await testJourneys("Long journeys in the browser", "long", cores);
else count("Journeys in the browser: not run, for want of the above", false, performance.now());
await server;
// Beside the tests of the server, more of them would bring starts of the product to their limits.
if (opens) await testJourneys("Journeys in the browser", "journeys", cores * 2);

finish(LIMIT_SECONDS);
