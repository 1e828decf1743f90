/** `npm run check-deploy`: checks the files of deploy/ with the tools of Debian, which it installs where it may. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall } from "./apt-install.mjs";
import { environment, fail, install, root } from "./bootstrap.mjs";

const tools = {
  nginx: "nginx-light",
  openssl: "openssl",
  promtool: "prometheus",
  go: "golang-go",
  "/usr/share/gocode/src/github.com/Masterminds/sprig": "golang-github-masterminds-sprig-dev",
  "/usr/share/gocode/src/sigs.k8s.io/yaml": "golang-k8s-sigs-yaml-dev",
  "systemd-analyze": "systemd",
};

const isThere = (tool) =>
  tool.startsWith("/") ? existsSync(tool) : spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0;
const missing = () => Object.keys(tools).filter((tool) => !isThere(tool));

install();
if (missing().length > 0) await aptInstall(...missing().map((tool) => tools[tool]));
if (missing().length > 0)
  fail(
    `Install ${missing()
      .map((tool) => tools[tool])
      .join(", ")}, then run this again.`,
  );
const { status } = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "--project=server", "tests/deploy.test.ts", "tests/nginx.test.ts"],
  { cwd: root, env: environment({ CHECK_DEPLOY: "1" }), stdio: "inherit" },
);
process.exit(status ?? 1);
