/**
 * Imports the census of the Lyon area (`node bench/import.ts [FILE]`) with the settings of a real database, then asks every
 * list, search and single thing of that organization, and of the platform. Ends with 1 where something is above its limit.
 */
import { rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { house as contract } from "#contract/index.ts";
import { type Endpoint, isPage } from "#contract/kit.ts";
import { throwAwayFolder } from "#server/kit/embedded-native.ts";
import { startEmbedded } from "#server/kit/embedded.ts";
import { lyon, sendCsv } from "#tests/csv.ts";
import openTemplate from "#tests/database.ts";
import { type Ask, openHouse, type TestHouse } from "#tests/house.ts";

/** Seconds for the whole file. */
const mostSeconds = 30;
/** Milliseconds for an answer, by the median. */
const mostMs = 50;
const rounds = 15;

const [given] = process.argv.slice(2);
const file = given ? readFileSync(given) : lyon;
if (!file) {
  console.error("There is no ../shared/data/lyon-sports-equipment.csv: name a file.");
  process.exit(1);
}

let isAbove = false;
function tell(what: string, took: number, limit: number, unit: string, more = ""): void {
  if (took > limit) isAbove = true;
  const ratio = (took / limit).toFixed(2).padStart(6);
  console.log(`${ratio} ${took > limit ? "ABOVE" : "     "} ${what}: ${took.toFixed(1)} of ${limit} ${unit}${more}`);
}

async function bring(house: TestHouse, ask: Ask, what: string): Promise<void> {
  const at = `/organizations/${house.here}/import/facilities`;
  const { id, mapping, rows } = (await sendCsv(ask, house.here, file ?? "")).body.data;
  const beforeCheck = performance.now();
  await ask("POST", `${at}/${id}/check`, { mapping });
  const beforeStart = performance.now();
  await ask("POST", `${at}/${id}/start`, { mapping });
  await house.jobs.runAll();
  const end = performance.now();
  const { report } = (await ask("GET", `${at}/${id}`)).body.data;
  const { facilities, fields, failed } = report;
  tell(`dry run, ${what}`, (beforeStart - beforeCheck) / 1000, mostSeconds, "s");
  const counts = `${facilities.created} + ${fields.created} created, ${failed} of ${rows} rows left out`;
  tell(`import, ${what}`, (end - beforeStart) / 1000, mostSeconds, "s", ` (${counts})`);
}

async function time(ask: Ask, path: string): Promise<void> {
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
  tell(
    path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…"),
    median,
    mostMs,
    "ms",
    ` (${most.toFixed(1)} at most) ${status === 200 ? "" : status}`,
  );
}

/** The way to sign out is one, and would end the bench. */
const isRead = ({ name, method, raw, allow }: Endpoint) =>
  method === "GET" && raw === undefined && allow !== "everyone" && name !== "accounts.logout";

/** As it is asked for: lists also with a search, in large pages, and far behind. */
function variantsOf(endpoint: Endpoint, path: string): string[] {
  if (isPage(endpoint.returns))
    return ["", "?per_page=100", "?q=stade&per_page=100", "?page=7&per_page=100"].map((query) => path + query);
  if (endpoint.query && path.endsWith("/search"))
    return ["", "?q=stade", "?withoutPagination=true"].map((query) => path + query);
  return [path];
}

const dataDir = throwAwayFolder("bench");
const embedded = await startEmbedded({ dataDir });
process.env.DATABASE_SERVER = embedded.url;
const close = await openTemplate();
const house = await openHouse();
try {
  const owner = house.as(await house.member(house.here, 1));
  const admin = house.as(await house.person({ platformAdmin: true }));
  await bring(house, owner, "everything new");
  await bring(house, owner, "everything there");
  const things: Record<string, string> = await house.furnish(house.here);
  const pathOf = (endpoint: Endpoint, organizationId: string) =>
    endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      name === "organizationId" ? organizationId : (things[name] ?? ""),
    );
  for (const endpoint of Object.values(contract)
    .flatMap((room): Endpoint[] => Object.values(room))
    .filter(isRead)) {
    const isPlatform = !endpoint.path.includes("{organizationId}");
    const paths = variantsOf(endpoint, pathOf(endpoint, house.here));
    for (const path of paths) await time(isPlatform ? admin : owner, path);
    if (!isPlatform && endpoint.path !== "/organizations/{organizationId}")
      for (const path of variantsOf(endpoint, pathOf(endpoint, "all"))) await time(admin, path);
  }
} finally {
  await house.close();
  await close();
  await embedded.stop();
  // It may lie in memory, which others want.
  await rm(dataDir, { recursive: true, force: true });
}
if (isAbove) process.exitCode = 1;
