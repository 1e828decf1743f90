/**
 * Runs faults under load, prints a table and exits with 1 where an acknowledged write is lost or double, or something
 * else is not as it should be. Arguments: sections (all). Options: `--rounds` of each kill (50),
 * `--failovers` of the primary (3), `--seconds` without the database (60), `--json FILE`,
 * `--from REF` of the release before, for the rolling update.
 */
import { parseArgs } from "node:util";
import { clockSection } from "./clock.ts";
import { externalSection } from "./external.ts";
import { failoverSection, poolerSection } from "./failover.ts";
import { killSection } from "./kill.ts";
import { diskSection, outageSection } from "./outage.ts";
import { startSection, updateSection } from "./upgrade.ts";
import { describeRun, failToRun, type FaultResult, hasFailed, printResults, writeJson } from "./report.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "50" },
    failovers: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    json: { type: "string" },
    from: { type: "string" },
  },
});

const sections: Record<string, () => Promise<FaultResult[]>> = {
  kill: () => killSection(Number(options.rounds)),
  outage: () => outageSection(Number(options.seconds)),
  disk: diskSection,
  services: externalSection,
  clock: clockSection,
  start: startSection,
  update: () => updateSection(options.from),
  failover: () => failoverSection(Number(options.failovers)),
  pooler: () => poolerSection(Number(options.failovers)),
};

const unknown = positionals.filter((name) => !(name in sections));
if (unknown.length > 0) {
  console.error(`Unknown section ${unknown.join(", ")}: there are ${Object.keys(sections).join(", ")}`);
  process.exit(2);
}

const results: FaultResult[] = [];
for (const [name, run] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}\n`);
  const found = await run().catch((error: unknown) => [failToRun(name, error)]);
  printResults(found);
  results.push(...found);
  if (options.json) writeJson(options.json, results);
}
const { commit, machine, date } = describeRun();
console.log(`\n${commit}, ${machine}, ${date}`);
if (results.some(hasFailed)) process.exitCode = 1;
