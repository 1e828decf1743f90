/** Builds the web app, unless the build matches the sources. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environment, fail, install, node, root } from "./bootstrap.mjs";

const sources = [
  "web",
  "contract",
  "messages",
  "docs/guide",
  "vite.config.ts",
  "vite.offline.config.ts",
  "package-lock.json",
];
const stamp = join(root, "web/dist/.built");

function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  if (!/^[^.]+$/.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !entry.name.includes(".test.") && entry.name !== "dist" && entry.name !== "node_modules")
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesBelow).sort((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

export function build() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Building the web …");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const env = environment({ NODE_ENV: "production" });
  for (const config of ["vite.config.ts", "vite.offline.config.ts"]) {
    const done = spawnSync(node, [vite, "build", "--logLevel", "warn", "--config", config], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (done.status !== 0) fail("The web could not be built: see the lines above.");
  }
  writeFileSync(stamp, wanted);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  install();
  build();
}
