/** `npm test`: everything that must hold, from a fresh clone; says again at the end all that failed, and counts. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { aptInstall } from "./apt.mjs";
import { findChromium } from "./chromium.mjs";
import { environment, install, node, root } from "./ready.mjs";

// A full install, whatever the machine's habit; vite and vitest set their own.
delete process.env.NODE_ENV;
const began = performance.now();
let passed = 0;
/** Title and reason of each; said again at the end, where a build machine that keeps only the end still shows them. */
const failures = [];

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
  else failures.push({ title, reason: said });
  console.log(`${ok ? "✓" : "✗"} ${title} (${seconds(since)})`);
  if (!ok && said) console.log(`${said}\n`);
}

/** `show`: what it says is worth reading even when all is well. */
async function check([title, command, args], { show = false } = {}) {
  const since = performance.now();
  const { ok, said } = await run(command, args, { quiet: true });
  count(title, ok, since, said);
  if (ok && show) console.log(said.replace(/^/gm, "    "));
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
  let counts = { passed: 0, failures: [] };
  try {
    counts = read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    counts.failures.push({ title: `${title}: no report`, reason: error.message });
  }
  if (!ok && counts.failures.length === 0) {
    counts.failures.push({ title, reason: "The run failed outside of its tests; it says why above." });
  }
  passed += counts.passed;
  failures.push(...counts.failures);
  const none = counts.failures.length === 0;
  console.log(`${none ? "✓" : "✗"} ${title}: ${counts.passed} passed, ${counts.failures.length} failed`);
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
  countReport("Tests of server and web", ok, file, (report) => ({
    passed: report.numPassedTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const of = relative(root, name);
      const failing = assertionResults.filter((test) => test.status === "failed");
      // A file that does not even load has no tests to fail.
      if (status === "failed" && failing.length === 0) return [{ title: of, reason: message }];
      return failing.map((test) => ({ title: `${of} › ${test.fullName}`, reason: test.failureMessages.join("\n") }));
    }),
  }));
}

/** The tests of a suite that did not pass at once, with the errors of each try. */
function unexpected(suite) {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        title: `${file}:${line} › ${title}`,
        reason: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(unexpected)];
}

async function journeys() {
  const file = reportFile("playwright.json");
  const { ok } = await run(program("playwright"), ["test", "--reporter=list,json"], {
    more: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  countReport("Journeys in the browser", ok, file, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    failures: [
      ...suites.flatMap(unexpected),
      ...errors.map(({ message }) => ({ title: "Journeys in the browser", reason: message })),
    ],
  }));
}

const heading = (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, 70 - text.length))}`);

install();
const chromium = await findChromium();
// What looks into invoices from outside; where they cannot be had, the tests with them say that they are skipped.
if (!["/usr/bin/qpdf", "/usr/bin/pdfinfo"].every((path) => existsSync(path))) aptInstall("qpdf", "poppler-utils");
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
if (built && chromium) await check(["Sizes of the pages", node, ["bench/size.ts"]], { show: true });

heading("Tests");
if (!chromium)
  count("A browser for the tests: install Chromium, or set CHROME to the path of one", false, performance.now());
await vitest();

if (exists("playwright.config.ts")) {
  heading("Journeys");
  if (built && chromium) await journeys();
  else count("Journeys in the browser: not run, for want of the above", false, performance.now());
}

if (failures.length > 0) heading("What failed");
for (const { title, reason } of failures) {
  const text = stripVTControlCharacters(reason).trim();
  // The first lines say what was expected; the rest is a stack, which stands above.
  console.log(`✗ ${title}\n${text.split("\n").slice(0, 25).join("\n").replace(/^/gm, "    ")}`);
}

console.log(`\nAll of it took ${seconds(began)}.`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
