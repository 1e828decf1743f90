/** Lighthouse scores of the login page: `node bench/lighthouse.ts [URL]`. Without a URL it starts the built product. */
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { startServer } from "#tests/support/start-server.ts";

const minScores = {
  desktop: { performance: 98, accessibility: 100, "best-practices": 100 },
  telephone: { performance: 90, accessibility: 100, "best-practices": 100 },
};
type Device = keyof typeof minScores;
type Category = keyof (typeof minScores)[Device];
const categories = Object.keys(minScores.desktop) as Category[];
/** The median of several runs counts, because other load of the machine affects single ones. */
const runs = Number(process.env.RUNS ?? 3);

async function runLighthouse(address: string, device: Device): Promise<Result> {
  // Launch a new browser each time, so that nothing is cached.
  const browser = await launch({
    chromePath: process.env.CHROME ?? "/usr/bin/chromium",
    chromeFlags: [...chromiumFlags, "--headless=new"],
  });
  try {
    const flags = { port: browser.port, logLevel: "error" as const, onlyCategories: categories };
    const found = await lighthouse(address, flags, device === "desktop" ? desktopConfig : undefined);
    if (!found || found.lhr.runtimeError)
      throw new Error(`Lighthouse failed: ${found?.lhr.runtimeError?.message ?? "no result"}`);
    return found.lhr;
  } finally {
    browser.kill();
  }
}

const scoreOf = (result: Result, category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100);

function* listLosses(result: Result, category: Category): Generator<string> {
  for (const { id, weight } of result.categories[category]?.auditRefs ?? []) {
    const audit = result.audits[id];
    if (audit && weight > 0 && audit.score !== null && audit.score < 1)
      yield `    ${id}: ${audit.displayValue ?? audit.title}`;
  }
}

const [given] = process.argv.slice(2);
const product = given ? undefined : await startServer("lighthouse");
const address = `${product?.url ?? given ?? ""}/auth/login`;
let countBelow = 0;
try {
  for (const device of ["desktop", "telephone"] as const) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await runLighthouse(address, device));
    const [middle] = results
      .toSorted((one, other) => scoreOf(one, "performance") - scoreOf(other, "performance"))
      .slice(Math.floor(runs / 2));
    if (!middle) throw new Error("RUNS must be at least 1");
    for (const category of categories) {
      const [score, limit] = [scoreOf(middle, category), minScores[device][category]];
      if (score < limit) countBelow += 1;
      console.log(
        `${score < limit ? "✗" : "✓"} ${device.padEnd(9)} ${category.padEnd(14)} ${String(score).padStart(3)} of 100, at least ${limit}`,
      );
      if (score < 100) for (const loss of listLosses(middle, category)) console.log(loss);
    }
  }
} finally {
  await product?.stop();
}
process.exitCode = countBelow > 0 ? 1 : 0;
