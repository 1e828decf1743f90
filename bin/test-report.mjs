/** Shared by `npm test` and `npm run check`: runs programs, counts results, reports failures and slow tests at the end. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { measureCpuTime } from "./cpu-time.mjs";
import { node, root } from "./bootstrap.mjs";
import { findWarnings } from "#tests/support/warnings.mjs";

const start = performance.now();
const stopCpuTime = measureCpuTime();
const SLOWEST = 20;
/** The first lines contain the expectation; the rest is a stack, which was printed above. */
const REASON_LINES = 25;

let passed = 0;
const failures = [];
const durations = [];

export const program = (name) => join(root, "node_modules/.bin", name);
const secondsSince = (since) => (performance.now() - since) / 1000;
export const heading = (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, 70 - text.length))}`);

/**
 * Runs a program, and fails it if Node prints a warning.
 * @param options.quiet collects the output, so that parallel programs do not mix theirs
 */
export function run(command, args, { quiet = false, env = process.env } = {}) {
  return new Promise((resolve) => {
    // Node warns if both are set, and test runners set one of them.
    const { NO_COLOR, ...others } = env;
    const color = NO_COLOR ? { FORCE_COLOR: "0" } : process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
    const child = spawn(command, args, {
      cwd: root,
      env: { ...others, ...color },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks = [];
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      stream.on("data", (data) => {
        chunks.push(data);
        if (!quiet) target.write(data);
      });
    child.on("error", (error) => resolve({ ok: false, output: error.message, warnings: [] }));
    child.on("close", (code) => {
      const output = Buffer.concat(chunks).toString().trim();
      const warnings = findWarnings(output);
      resolve({ ok: code === 0 && warnings.length === 0, output, warnings });
    });
  });
}

export function count(title, ok, since, output = "") {
  if (ok) passed++;
  else failures.push({ title, reason: output });
  console.log(`${ok ? "✓" : "✗"} ${title} (${secondsSince(since).toFixed(1)} s)`);
  if (!ok && output) console.log(`${output}\n`);
}

export async function check([title, command, args], { show = false, env } = {}) {
  const since = performance.now();
  const { ok, output } = await run(command, args, { quiet: true, env });
  count(title, ok, since, output);
  if (ok && show) console.log(output.replace(/^/gm, "    "));
  return ok;
}

/** The type checker and the linter are Go programs: collecting garbage less often saves a tenth of their CPU time. */
const goSettings = { GOGC: "400" };

export async function checkAll(checks, env, lanes = 2) {
  const left = [...checks];
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await check(next, { env: { ...env, ...goSettings } });
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const typeChecks = (args) =>
  [
    ["server", "server"],
    ["journeys", "tests/journeys"],
    ["web", "web"],
    ["contract", "contract"],
    // Parallel checkers repeat work on shared types: on two cores a single one is three times as fast.
  ].map(([name, folder]) => [`Types of the ${name}`, program("tsc"), ["-p", folder, "--checkers", "1", ...args(name)]]);

export const typesFolder = join(root, "node_modules/.cache/types");
/** The longest first, so that none runs alone at the end. */
export const staticChecks = ({ incremental = false } = {}) => [
  ["Lint", program("oxlint"), ["--type-aware", "--deny-warnings"]],
  ...typeChecks((name) =>
    incremental ? ["--incremental", "--tsBuildInfoFile", join(typesFolder, `${name}.tsbuildinfo`)] : [],
  ),
  ["Generated files", node, ["server/generate.ts", "--check"]],
  ["Format", program("oxfmt"), ["--check"]],
];

const reports = join(root, "node_modules/.cache/reports");
export const reportFile = (name) => join(reports, name);

function newReportFile(name) {
  mkdirSync(reports, { recursive: true });
  const file = reportFile(name);
  rmSync(file, { force: true });
  return file;
}

/** Failure of a runner that is none of its tests': errors that nothing caught, else how its output ends. */
function reasonOutsideTests(output) {
  const lines = stripVTControlCharacters(output).split("\n");
  const uncaught = lines.findIndex((line) => /Unhandled (Errors?|Rejection)|Uncaught Exception/.test(line));
  return (uncaught === -1 ? lines.slice(-REASON_LINES) : lines.slice(uncaught)).join("\n");
}

/** Adds the counts of a runner's report; a failed run without a failed test counts as one failure. */
function countReport(title, { ok, output, warnings }, file, read) {
  let counts = { passed: 0, failures: [], durations: [] };
  try {
    counts = read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    counts.failures.push({ title: `${title}: no report`, reason: error.message });
  }
  for (const warning of warnings) counts.failures.push({ title: `${title}: a warning in the log`, reason: warning });
  if (!ok && counts.failures.length === 0)
    counts.failures.push({ title: `${title}: failed outside of its tests`, reason: reasonOutsideTests(output) });
  passed += counts.passed;
  failures.push(...counts.failures);
  durations.push(...counts.durations);
  const none = counts.failures.length === 0;
  console.log(`${none ? "✓" : "✗"} ${title}: ${counts.passed} passed, ${counts.failures.length} failed`);
}

export async function runVitest(title, files, env, report = "vitest.json") {
  const file = newReportFile(report);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const result = await run(program("vitest"), ["run", ...reporters, ...files], { env });
  countReport(title, result, file, ({ testResults, numPassedTests }) => {
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({ ...test, title: `${relative(root, name)} › ${test.fullName}` })),
    );
    // A file that fails to load has no tests.
    const unloaded = testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((test) => test.status === "failed"),
    );
    return {
      passed: numPassedTests,
      failures: [
        ...unloaded.map(({ name, message }) => ({ title: relative(root, name), reason: message })),
        ...tests
          .filter(({ status }) => status === "failed")
          .map(({ title: name, failureMessages }) => ({ title: name, reason: failureMessages.join("\n") })),
      ],
      durations: tests.map(({ title: name, duration }) => ({ title: name, seconds: (duration ?? 0) / 1000 })),
    };
  });
}

function specsOf(suite) {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({
      title: `${file}:${line} › ${title}`,
      status,
      reason: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)];
}

export async function runJourneys(title, files, env, report = "playwright.json") {
  const file = newReportFile(report);
  const result = await run(program("playwright"), ["test", "--reporter=list,json", ...files], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  countReport(title, result, file, ({ stats, suites, errors }) => {
    const specs = suites.flatMap(specsOf);
    return {
      passed: stats.expected,
      failures: [
        ...specs.filter(({ status }) => status === "unexpected" || status === "flaky"),
        ...errors.map(({ message }) => ({ title, reason: message })),
      ],
      durations: specs,
    };
  });
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export function finish(limitSeconds) {
  if (failures.length > 0) heading("What failed");
  for (const { title, reason } of failures) {
    const text = stripVTControlCharacters(reason).trim();
    console.log(`✗ ${title}\n${text.split("\n").slice(0, REASON_LINES).join("\n").replace(/^/gm, "    ")}`);
  }
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length > 0) heading(`The slowest ${slowest.length} tests`);
  for (const { title, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${title}`);
  const total = secondsSince(start);
  const cpu = stopCpuTime();
  console.log(
    `\nAll of it took ${clock(total)} of the ${clock(limitSeconds)} that it may take on a quiet machine with 2 cores` +
      (cpu === undefined ? "." : `; ${clock(cpu)} of work on ${availableParallelism()} cores.`),
  );
  if (total > limitSeconds) console.log(`That is ${clock(total - limitSeconds)} too long.`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}
