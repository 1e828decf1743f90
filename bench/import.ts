/**
 * Benchmark of a large import, then of all lists and searches with its data: `node bench/import.ts [FILE]`. Exits with 1
 * above a limit.
 */
import { rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { contract } from "#contract/index.ts";
import { type Endpoint, isPageSchema } from "#contract/kit.ts";
import { temporaryFolder } from "#server/kit/db/embedded-binaries.ts";
import { startEmbeddedDatabase } from "#server/kit/db/embedded-database.ts";
import { lyonCsv, uploadCsv } from "#tests/support/csv-upload.ts";
import openTemplate from "#tests/support/test-database.ts";
import { type ApiCall, createTestApp, type TestApp } from "#tests/support/test-app.ts";

const MAX_SECONDS = 30;
const MAX_MS = 50;
const rounds = 15;

const [given] = process.argv.slice(2);
const file = given ? readFileSync(given) : lyonCsv;
if (!file) {
  console.error("There is no ../shared/data/lyon-sports-equipment.csv: name a file.");
  process.exit(1);
}

let isAbove = false;
function reportLimit(what: string, took: number, limit: number, unit: string, more = ""): void {
  if (took > limit) isAbove = true;
  const ratio = (took / limit).toFixed(2).padStart(6);
  console.log(`${ratio} ${took > limit ? "ABOVE" : "     "} ${what}: ${took.toFixed(1)} of ${limit} ${unit}${more}`);
}

async function measureImport(testApp: TestApp, ask: ApiCall, what: string): Promise<void> {
  const at = `/organizations/${testApp.organizationId}/import/facilities`;
  const { id, mapping, rows } = (await uploadCsv(ask, testApp.organizationId, file ?? "")).body.data;
  const beforeCheck = performance.now();
  await ask("POST", `${at}/${id}/check`, { mapping });
  const beforeStart = performance.now();
  await ask("POST", `${at}/${id}/start`, { mapping });
  await testApp.jobs.runAll();
  const end = performance.now();
  const { report } = (await ask("GET", `${at}/${id}`)).body.data;
  const { facilities, fields, failed } = report;
  reportLimit(`dry run, ${what}`, (beforeStart - beforeCheck) / 1000, MAX_SECONDS, "s");
  const counts = `${facilities.created} + ${fields.created} created, ${failed} of ${rows} rows left out`;
  reportLimit(`import, ${what}`, (end - beforeStart) / 1000, MAX_SECONDS, "s", ` (${counts})`);
}

async function measurePath(ask: ApiCall, path: string): Promise<void> {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    ({ status } = await ask("GET", path));
    times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  const [median, most] = [times[Math.floor(rounds / 2)] ?? 0, times.at(-1) ?? 0];
  if (status !== 200) isAbove = true;
  reportLimit(
    path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…"),
    median,
    MAX_MS,
    "ms",
    ` (${most.toFixed(1)} at most) ${status === 200 ? "" : status}`,
  );
}

/** Skip signing out, which would end the session. */
const isReadEndpoint = ({ name, method, raw, allow }: Endpoint) =>
  method === "GET" && raw === undefined && allow !== "everyone" && name !== "accounts.logout";

/** Lists also with a search, large pages, and a late page. */
function listVariants(endpoint: Endpoint, path: string): string[] {
  if (isPageSchema(endpoint.returns))
    return ["", "?per_page=100", "?q=stade&per_page=100", "?page=7&per_page=100"].map((query) => path + query);
  if (endpoint.query && path.endsWith("/search"))
    return ["", "?q=stade", "?withoutPagination=true"].map((query) => path + query);
  return [path];
}

const dataDir = temporaryFolder("bench");
const embedded = await startEmbeddedDatabase({ dataDir, isForTests: true });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const testApp = await createTestApp();
try {
  const owner = testApp.as(await testApp.member(testApp.organizationId, 1));
  const admin = testApp.as(await testApp.person({ platformAdmin: true }));
  await measureImport(testApp, owner, "everything new");
  await measureImport(testApp, owner, "everything there");
  const things: Record<string, string> = await testApp.seedOneOfEach(testApp.organizationId);
  const pathOf = (endpoint: Endpoint, organizationId: string) =>
    endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      name === "organizationId" ? organizationId : (things[name] ?? ""),
    );
  for (const endpoint of Object.values(contract)
    .flatMap((module): Endpoint[] => Object.values(module))
    .filter(isReadEndpoint)) {
    const isPlatform = !endpoint.path.includes("{organizationId}");
    const paths = listVariants(endpoint, pathOf(endpoint, testApp.organizationId));
    for (const path of paths) await measurePath(isPlatform ? admin : owner, path);
    if (!isPlatform && endpoint.path !== "/organizations/{organizationId}")
      for (const path of listVariants(endpoint, pathOf(endpoint, "all"))) await measurePath(admin, path);
  }
} finally {
  await testApp.close();
  await close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (isAbove) process.exitCode = 1;
