/** `npm run generate`: writes generated files; with `--check` it only lists those out of date. */
import { generateAllFiles, findOutdatedFiles, writeFiles } from "./kit/db/generated-files.ts";

const files = await generateAllFiles();
const outdatedPaths = findOutdatedFiles(files);
if (process.argv.includes("--check")) {
  if (outdatedPaths.length > 0) console.error(`Out of date, run \`npm run generate\`: ${outdatedPaths.join(", ")}`);
  process.exitCode = outdatedPaths.length > 0 ? 1 : 0;
} else {
  writeFiles(new Map([...files].filter(([path]) => outdatedPaths.includes(path))));
  console.log(outdatedPaths.length > 0 ? `Written: ${outdatedPaths.join(", ")}` : "All up to date.");
}
