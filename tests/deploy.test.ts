/** Files under deploy/: what can be checked without a cluster. Checks by tools of Debian are skipped where these are not installed. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { DockerfileParser } from "dockerfile-ast";
import { afterAll, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { MAX_UPLOAD_BYTES } from "#contract/files.ts";
import { MAX_IMPORT_BYTES } from "#contract/imports.ts";
import type { Replica } from "#server/kit/db/replica.ts";
import { serveMetrics } from "#server/kit/process/metrics.ts";
import { settings } from "#server/kit/process/settings.ts";
import { createTestDatabase } from "./support/test-database.ts";
import { listProjectFiles } from "./support/project-files.ts";

const folder = mkdtempSync(join(tmpdir(), "baseline-deploy-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (path: string) => readFileSync(join("deploy", path), "utf8");
const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  dependencies: Record<string, string>;
};
const settingNames = Object.keys(settings);

/** `npm run check-deploy` installs the tools, and wants them; without them, tests that need one are skipped. */
const areToolsWanted = process.env.CHECK_DEPLOY === "1";
const isThere = (...all: string[]) =>
  areToolsWanted ||
  all.every((tool) =>
    tool.startsWith("/") ? existsSync(tool) : spawnSync("sh", ["-c", `command -v ${tool}`]).status === 0,
  );
const run = (tool: string, ...args: string[]) =>
  execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const dockerfile = DockerfileParser.parse(read("docker/Dockerfile"));
const instructions = dockerfile.getInstructions().map((one) => ({
  keyword: one.getKeyword(),
  text: one
    .getArguments()
    .map((argument) => argument.getValue())
    .join(" "),
}));
const argumentsOf = (keyword: string) => instructions.filter((one) => one.keyword === keyword).map(({ text }) => text);

test("the image has two stages on the Node of package.json, runs as no root, and has a health check", () => {
  const base = `node:${packageJson.dependencies.node}-bookworm-slim`;
  expect(argumentsOf("FROM")).toEqual([`${base} AS build`, base]);
  const last = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM"));
  expect(last.find(({ keyword }) => keyword === "USER")?.text).toBe("1000:1000");
  expect(last.findIndex(({ keyword }) => keyword === "USER")).toBeGreaterThan(
    last.findLastIndex(({ keyword }) => keyword === "RUN"),
  );
  expect(last.find(({ keyword }) => keyword === "HEALTHCHECK")?.text).toContain("/readyz");
  expect(last.find(({ keyword }) => keyword === "CMD")?.text).toContain("server/main.ts");
  expect(argumentsOf("ADD")).toEqual([]);
  expect(instructions.map(({ text }) => text).join()).not.toMatch(/latest|secret|password|\bsudo\b/i);
});

test("the image leaves out what only the web's build uses, and nothing that the server loads", () => {
  const loaded = new Set(
    listProjectFiles()
      .filter((file) => !file.isTest && /^(server|contract|messages)\//.test(file.path))
      .flatMap(({ imports }) => imports.filter((to) => /^[@a-z]/.test(to) && !to.startsWith("node:")))
      .map((to) =>
        to
          .split("/")
          .slice(0, to.startsWith("@") ? 2 : 1)
          .join("/"),
      ),
  );
  // Read by their paths, by Node itself or by another package.
  const alsoLoaded = /^(@fontsource\/.*|oxc-transform-react|react|react-dom|@opentelemetry\/.*|node)$/;
  const unused = Object.keys(packageJson.dependencies).filter((name) => !loaded.has(name) && !alsoLoaded.test(name));
  const removed =
    argumentsOf("RUN")
      .find((text) => text.includes("npm uninstall"))
      ?.split(/\s+/) ?? [];
  expect(removed.filter((name) => loaded.has(name))).toEqual([]);
  expect(unused.filter((name) => !removed.includes(name))).toEqual([]);
});

interface Service {
  image: string;
  environment?: Record<string, string>;
}
test("the composition runs the image read-only beside PostgreSQL and a store, with settings that exist", () => {
  const { services } = parse(read("compose/compose.yaml")) as {
    services: Record<string, Service & Record<string, unknown>>;
  };
  expect(Object.keys(services)).toEqual(["baseline", "database", "store", "bucket"]);
  const { baseline } = services;
  expect(baseline).toMatchObject({ read_only: true, cap_drop: ["ALL"], image: `baseline:${packageJson.version}` });
  expect(Object.keys(baseline?.environment ?? {}).filter((name) => !settingNames.includes(name))).toEqual([]);
  for (const { image } of Object.values(services)) expect(image).toMatch(/^[\w./-]+:[\w.-]*\d[\w.-]*$/);
  const used = [...read("compose/compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const given = [...read("compose/example.env").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(given.toSorted()).toEqual([...new Set(used)].toSorted());
});

/** With everything that is off by default. */
const allOn = {
  ingress: { enabled: true },
  backup: { enabled: true },
  metrics: { podMonitor: true, alerts: true },
  podAnnotations: { note: "yes" },
  nodeSelector: { disk: "fast" },
  imagePullSecrets: [{ name: "registry" }],
};
const chart = "deploy/helm/baseline";

test("the chart's values fit its schema, which names the settings that are no secrets", () => {
  const schema = JSON.parse(read("helm/baseline/values.schema.json")) as {
    properties: { settings: { properties: Record<string, unknown> } };
  };
  const validate = new Ajv({ strict: false }).compile(schema);
  const values = parse(read("helm/baseline/values.yaml")) as { settings: Record<string, unknown> };
  expect([validate(values), validate.errors]).toEqual([true, null]);
  const wrong: object[] = [
    { web: { replicas: 0 } },
    { settings: { APP_URL: "http://a" } },
    { settings: { ...values.settings, SMTP_URL: "x" } },
    { replicas: 1 },
  ];
  for (const change of wrong) expect(validate({ ...values, ...change }), JSON.stringify(change)).toBe(false);
  // Set by the chart itself, or of no use there.
  const own = [
    "HOST",
    "PORT",
    "METRICS_HOST",
    "METRICS_PORT",
    "WORKER",
    "NODE_ENV",
    "DATA_DIR",
    "BACKUP_KEY_FILE",
    "DEMO",
    "DEMO_LANGUAGE",
    "MAX_HEAP_MB",
    "STRIPE_API_URL",
  ];
  const open = Object.entries(settings).filter(([name, { secret }]) => !secret && !own.includes(name));
  expect(Object.keys(schema.properties.settings.properties)).toEqual(open.map(([name]) => name));
  const about = parse(read("helm/baseline/Chart.yaml")) as Record<string, string>;
  expect([about.version, about.appVersion]).toEqual([packageJson.version, packageJson.version]);
});

interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
  data?: Record<string, string>;
}
function renderChart(values: object): Manifest[] {
  const file = join(folder, "values.json");
  writeFileSync(file, JSON.stringify(values));
  const text = execFileSync("go", ["run", "deploy/helm/render/render.go", chart, file], {
    encoding: "utf8",
    env: { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const value: unknown = document.toJS();
    return value === null ? [] : [value as Manifest];
  });
}

test.skipIf(
  !isThere("go", "/usr/share/gocode/src/github.com/Masterminds/sprig", "/usr/share/gocode/src/sigs.k8s.io/yaml"),
)(
  "the chart renders with Go's templates, by default and with everything on",
  () => {
    const kindsOf = (manifests: Manifest[]) => manifests.map(({ kind }) => kind).toSorted();
    const few = ["ConfigMap", "Deployment", "Deployment", "PodDisruptionBudget", "Service"];
    expect(kindsOf(renderChart({}))).toEqual(few);
    expect(kindsOf(renderChart({ worker: { replicas: 0 } }))).toEqual(few.toSpliced(1, 1));
    const all = renderChart(allOn);
    expect(kindsOf(all)).toEqual([...few, "CronJob", "Ingress", "PodMonitor", "PrometheusRule"].toSorted());
    const texts = JSON.stringify(all);
    // Each pod: no root, nothing writable but its volumes, no account of the cluster.
    expect(texts.match(/"containers":/g)).toHaveLength(3);
    expect(texts.match(/"readOnlyRootFilesystem":true/g)).toHaveLength(3);
    expect(texts.match(/"runAsNonRoot":true/g)).toHaveLength(3);
    expect(texts.match(/"automountServiceAccountToken":false/g)).toHaveLength(3);
    expect(texts).not.toContain("<no value>");
    expect(texts).toContain(`"image":"baseline:${packageJson.version}"`);
    const config = all.find(({ kind }) => kind === "ConfigMap");
    expect(Object.keys(config?.data ?? {}).filter((name) => !settingNames.includes(name))).toEqual([]);
    const worker = JSON.stringify(all.find(({ metadata }) => metadata.name === "club-worker"));
    expect(worker).toContain('{"name":"WORKER","value":"only"}');
    expect(
      JSON.stringify(all.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "club-web")),
    ).toContain('{"name":"WORKER","value":"off"}');
    expect(JSON.stringify(all.find(({ kind }) => kind === "Ingress"))).toContain('"host":"club.example"');
    expect(JSON.stringify(all.find(({ kind }) => kind === "PrometheusRule"))).toContain('"alert":"BaselineDown"');
  },
  120_000,
);

test.skipIf(!isThere("systemd-analyze"))("systemd takes the units, and finds little that they may do", () => {
  const units = join(folder, "units");
  cpSync("deploy/systemd", units, { recursive: true });
  for (const name of readdirSync(units)) {
    // The commands are not installed here; everything else is as it is.
    const text = readFileSync(join(units, name), "utf8")
      .replace(/^(ExecStart=)\S+/m, "$1/bin/true")
      .replaceAll("file:///opt/baseline", "file:///");
    writeFileSync(join(units, name), text);
    chmodSync(join(units, name), 0o644);
  }
  const verified = spawnSync("systemd-analyze", ["verify", ...readdirSync(units).map((name) => join(units, name))], {
    encoding: "utf8",
  });
  const complaints = verified.stderr
    .split("\n")
    .filter((line) => line.includes("baseline") && !line.includes("Failed to"));
  expect([verified.status, complaints]).toEqual([0, []]);
  for (const name of ["baseline.service", "baseline-backup.service"]) {
    const { status, stdout } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=20", "--no-pager", join(units, name)],
      { encoding: "utf8" },
    );
    expect([status, stdout.split("\n").findLast((line) => line.includes("exposure"))], name).toEqual([
      0,
      expect.stringMatching(/OK/),
    ]);
  }
});

test("the proxy lets uploads pass", () => {
  const [, megabytes = "0"] = /client_max_body_size (\d+)m;/.exec(read("nginx/baseline.conf")) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(Math.max(MAX_UPLOAD_BYTES, MAX_IMPORT_BYTES) + 1024 * 1024);
  expect(
    (parse(read("helm/baseline/values.yaml")) as { ingress: { annotations: Record<string, string> } }).ingress
      .annotations["nginx.ingress.kubernetes.io/proxy-body-size"],
  ).toBe(`${megabytes}m`);
});

interface Dashboard {
  annotations: { list: { expr: string }[] };
  panels: { title: string; targets: { expr: string }[] }[];
}
const dashboard = JSON.parse(read("grafana/baseline.json")) as Dashboard;
const dashboardQueries = [...dashboard.annotations.list, ...dashboard.panels.flatMap(({ targets }) => targets)].map(
  ({ expr }) => expr.replaceAll("$__rate_interval", "1m"),
);
interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { runbook: string } }[] }[];
}
const alerts = (parse(read("prometheus/alerts.yml")) as Alerts).groups.flatMap(({ rules }) => rules);

test("each metric that the alerts and the dashboard ask for is served", async () => {
  const database = await createTestDatabase();
  const replica: Replica = {
    read: (_organizationId, work) => work(database.db),
    state: () => ({ status: "behind", lagSeconds: 7.5 }),
    close: async () => {},
  };
  const server = await serveMetrics(0, "127.0.0.1", { pool: database.pool, webProcesses: false, replica });
  try {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const asked = [...alerts, ...dashboardQueries.map((expr) => ({ expr }))].flatMap(({ expr }) =>
      [...expr.matchAll(/\b([a-z_]+)(?=\{job="baseline")/g)].map(([, name = ""]) =>
        name.replace(/_(bucket|count|sum)$/, ""),
      ),
    );
    expect(new Set(asked).size).toBeGreaterThan(9);
    expect([...new Set(asked)].filter((name) => name !== "up" && !served.has(name))).toEqual([]);
    expect(text).toMatch(/^database_replica_lag_seconds(?:\{.*\})? 7\.5$/m);
    expect(text).toMatch(/^database_replica_in_use(?:\{.*\})? 0$/m);
  } finally {
    server.close();
    await database.drop();
  }
});

test("each alert is explained to whoever is on call", () => {
  const headings = [...readFileSync("docs/operations.md", "utf8").matchAll(/^#### (\w+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
});

test.skipIf(!isThere("promtool"))(
  "Prometheus takes the configuration, the alerts and the dashboard's queries, and the alerts fire when they should",
  () => {
    expect(run("promtool", "check", "config", "deploy/prometheus/prometheus.yml")).toContain("12 rules found");
    expect(run("promtool", "test", "rules", "deploy/prometheus/alerts.test.yml")).toContain("SUCCESS");
    const rules = dashboardQueries.map((expr, index) => ({ record: `panel:query:${index}`, expr }));
    const file = join(folder, "dashboard.yml");
    writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
    expect(run("promtool", "check", "rules", file)).toContain(`${rules.length} rules found`);
  },
);

test("the changelog has this release, and one part for what comes", () => {
  const headings = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## \[(.+?)\](?: - (\S+))?$/gm)];
  expect(headings[0]?.slice(1)).toEqual(["Unreleased", undefined]);
  expect(headings[1]?.[1]).toBe(packageJson.version);
  for (const [, , date] of headings.slice(1)) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const versions = headings.slice(1).map(([, version]) => `${version}.tar.zst`);
  expect(readdirSync("tests/fixtures/releases").toSorted()).toEqual(versions.toSorted());
});
