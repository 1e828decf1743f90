/** Writes the files that follow from others: `npm run generate`; with `--check` it only says which are out of date. */
import { describeAll, outdated, write } from "#server/kit/generated.ts";

const files = await describeAll();
const stale = outdated(files);
if (process.argv.includes("--check")) {
  if (stale.length > 0) console.error(`Out of date, run \`npm run generate\`: ${stale.join(", ")}`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  write(new Map([...files].filter(([path]) => stale.includes(path))));
  console.log(stale.length > 0 ? `Written: ${stale.join(", ")}` : "All up to date.");
}
