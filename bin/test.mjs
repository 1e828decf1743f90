/** `npm test`: everything that must hold, from a fresh clone; says all that fails, and counts at the end. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { environment, install, node, root } from "./ready.mjs";

// A full install, whatever the machine's habit; vite and vitest set their own.
delete process.env.NODE_ENV;
const began = performance.now();
let [passed, failed] = [0, 0];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const program = (name) => join(root, "node_modules/.bin", name);
const exists = (path) => existsSync(join(root, path));

/** Runs a program; `quiet` keeps what it says for the end, so that two at a time do not mix. */
function run(command, args, { quiet = false, more = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => said.push(data));
    child.on("error", (error) => resolve({ ok: false, said: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, said: Buffer.concat(said).toString().trim() }));
  });
}

function count(title, ok, since, said = "") {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "✓" : "✗"} ${title} (${seconds(since)})`);
  if (!ok && said) console.log(`${said}\n`);
}

async function check([title, command, args]) {
  const since = performance.now();
  const { ok, said } = await run(command, args, { quiet: true });
  count(title, ok, since, said);
  return ok;
}

/** Two at a time: most machines that test have two cores. */
async function checkAll(checks) {
  const left = [...checks];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await check(next);
  };
  await Promise.all([lane(), lane()]);
}

/** Adds the counts of a test runner's own report; a run that fails without a failing test counts as one. */
function countReport(title, ok, file, read) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    ok = false;
  }
  if (!ok && counts.failed === 0) counts.failed = 1;
  passed += counts.passed;
  failed += counts.failed;
  console.log(`${counts.failed === 0 ? "✓" : "✗"} ${title}: ${counts.passed} passed, ${counts.failed} failed`);
}

const reports = join(root, "node_modules/.cache/reports");
function reportFile(name) {
  mkdirSync(reports, { recursive: true });
  const file = join(reports, name);
  rmSync(file, { force: true });
  return file;
}

async function vitest() {
  const file = reportFile("vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { ok } = await run(program("vitest"), args);
  countReport("Tests of server and web", ok, file, (report) => {
    // A file that does not even load has no tests to fail.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  });
}

async function journeys() {
  const file = reportFile("playwright.json");
  const { ok } = await run(program("playwright"), ["test", "--reporter=list,json"], {
    more: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  countReport("Journeys in the browser", ok, file, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
}

const heading = (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, 70 - text.length))}`);

install();
const chromium = await findChromium();
const env = environment(chromium);

heading("Checks");
await checkAll([
  ["Types of the contract", program("tsc"), ["-p", "contract"]],
  ["Types of the server", program("tsc"), ["-p", "server"]],
  ["Types of the web", program("tsc"), ["-p", "web"]],
  ["Types of the journeys", program("tsc"), ["-p", "tests/journeys"]],
  ["Lint", program("oxlint"), ["--type-aware", "--deny-warnings"]],
  ["Format", program("oxfmt"), ["--check"]],
  ["Generated files", node, ["server/generate.ts", "--check"]],
]);
const built = await check(["Build of the web", node, ["bin/build.mjs"]]);
if (exists("bench/size.ts")) await check(["Sizes of the pages", node, ["bench/size.ts"]]);

heading("Tests");
if (!chromium)
  count("A browser for the tests: install Chromium, or set CHROME to the path of one", false, performance.now());
await vitest();

if (exists("playwright.config.ts")) {
  heading("Journeys");
  if (built && chromium) await journeys();
  else count("Journeys in the browser: not run, for want of the above", false, performance.now());
}

console.log(`\nAll of it took ${seconds(began)}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
