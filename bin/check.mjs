/** `npm run check`, before each commit: types, lint, format, generated files, and tests of changed files. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { environment, install, root } from "./bootstrap.mjs";
import { findChromium } from "./find-chromium.mjs";
import {
  checkAll,
  finish,
  heading,
  reportFile,
  run,
  runVitest,
  staticChecks,
  typesFolder,
  program,
} from "./test-report.mjs";

const LIMIT_SECONDS = 60;
/** Time for tests, by the durations of the last `npm test`; an unknown file counts as one second. */
const TEST_SECONDS = 30;

const git = (...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};

/** On a branch, all changes since it left main; on main, uncommitted changes. */
const base = git("merge-base", "HEAD", "main") ?? git("merge-base", "HEAD", "origin/main") ?? "HEAD";

function listChangedFiles() {
  const changed = git("diff", "--name-only", base) ?? "";
  const untracked = git("ls-files", "--others", "--exclude-standard") ?? "";
  return [...changed.split("\n"), ...untracked.split("\n")].filter((path) => path && existsSync(join(root, path)));
}

async function listRelatedTests(env) {
  const { ok, output } = await run(program("vitest"), ["list", "--filesOnly", "--changed", base], { quiet: true, env });
  if (!ok && !/No test files/.test(output)) throw new Error(output);
  return [...new Set(output.match(/(?<=^(?:\[[^\]]*\] )?)\S+\.test\.tsx?$/gm) ?? [])];
}

function readDurations() {
  const files = ["vitest.json", "vitest-web.json"].flatMap((report) => {
    try {
      return JSON.parse(readFileSync(reportFile(report), "utf8")).testResults;
    } catch {
      return [];
    }
  });
  return new Map(files.map((file) => [relative(root, file.name), (file.endTime - file.startTime) / 1000]));
}

/** Changed tests first, then tests beside changed files, until the time is used up. */
function chooseTests(related, changed) {
  const folders = new Set(changed.map((path) => dirname(path)));
  const rank = (path) => (changed.includes(path) ? 0 : folders.has(dirname(path)) ? 1 : 2);
  const durations = readDurations();
  const chosen = [];
  let seconds = 0;
  for (const path of related.toSorted((a, b) => rank(a) - rank(b))) {
    seconds += durations.get(path) ?? 1;
    if (rank(path) > 0 && seconds > TEST_SECONDS) break;
    chosen.push(path);
  }
  return chosen;
}

install();
const chromium = await findChromium();
const env = environment(chromium);
mkdirSync(typesFolder, { recursive: true });

heading("Checks");
const [related] = await Promise.all([listRelatedTests(env), checkAll(staticChecks({ incremental: true }), env)]);

heading("Tests of what changed");
const changed = listChangedFiles();
const chosen = chooseTests(related, changed);
if (chosen.length === 0)
  console.log(`Nothing that changed since ${base.slice(0, 8)} is reached by a test of server or web.`);
else await runVitest("Tests of what changed", chosen, env, "check.json");
if (chosen.length < related.length)
  console.log(
    `${related.length - chosen.length} of ${related.length} test files that a change reaches are left to npm test.`,
  );
const journeys = changed.filter((path) => path.startsWith("tests/journeys/") && path.endsWith(".spec.ts"));
if (journeys.length > 0)
  console.log(`Journeys that changed: npm run build && npx playwright test ${journeys.join(" ")}`);

finish(LIMIT_SECONDS);
