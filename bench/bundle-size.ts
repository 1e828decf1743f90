/**
 * Gzipped JavaScript of each page until the network is idle: `node bench/bundle-size.ts [URL of a running demo]`;
 * VERBOSE=1 lists all scripts.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { type AccountName, demoPassword, demoEmail } from "#tests/journeys/people.ts";
import { startServer } from "#tests/support/start-server.ts";

/** Timers of at least this begin after a page has loaded. */
const LATER_MS = 2000;

interface PageLimit {
  path: string;
  /** In thousands of bytes. */
  limit: number;
  as?: AccountName;
  isInOrganization?: boolean;
}
const lists = ["/facilities", "/fields", "/events", "/payments", "/invoices"];
const pages: PageLimit[] = [
  { path: "/auth/login", limit: 140 },
  ...lists.map((path) => ({ path, limit: 190, as: "owner" as const })),
  // A list's scripts plus the grid (docs/decisions/0021).
  { path: "/planning", limit: 235, as: "owner", isInOrganization: true },
  ...[...lists, "/organizations"].map((path) => ({ path, limit: 190, as: "admin" as const })),
];

async function signIn(url: string, name: AccountName): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: demoEmail(name), password: demoPassword }),
  });
  const body = (await response.json()) as { data?: { access_token?: string }; message?: string };
  if (!body.data?.access_token) throw new Error(`Signing in failed: ${body.message ?? response.status}`);
  return body.data.access_token;
}

async function findOrganizationPath(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/organizations/search`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return `/organizations/${data[0]?.id}`;
}

async function measureScripts(
  browser: Browser,
  url: string,
  { path, as, isInOrganization }: PageLimit,
): Promise<Map<string, number>> {
  const token = as && (await signIn(url, as));
  const context = await browser.newContext({ locale: "en-US" });
  // The live stream and the search's results start seconds after the page: on a slow machine they would count, and the
  // network would never be idle.
  await context.addInitScript((limit) => {
    const start = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, delay = 0) => (delay >= limit ? 0 : start(run, delay))) as never;
  }, LATER_MS);
  if (token) await context.addInitScript((value) => localStorage.setItem("access_token", value), token);
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    scripts.set(new URL(response.url()).pathname, size);
  });
  const home = token && isInOrganization ? await findOrganizationPath(url, token) : "";
  await page.goto(url + home + path);
  await page.waitForSelector("h1");
  await page.waitForLoadState("networkidle");
  const finalPath = new URL(page.url()).pathname;
  if (!finalPath.endsWith(path)) throw new Error(`${path} redirected to ${finalPath}`);
  const sizes = await Promise.all([...scripts].map(async ([address, size]) => [address, await size] as const));
  await context.close();
  return new Map(sizes.toSorted(([, one], [, other]) => other - one));
}

const [given] = process.argv.slice(2);
const product = given ? undefined : await startServer("size");
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  args: chromiumFlags,
});
/** Names of the scripts by their addresses, of the build beside this file. */
const names = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL("../web/dist/manifest.json", import.meta.url), "utf8")) as Record<
      string,
      { file: string; name?: string }
    >,
  ).map(([source, { file, name }]) => [`/${file}`, name ?? source]),
);

let countAbove = 0;
/** Adds up the files that a browser keeps for the time without a network, with the texts of one language. */
function measureOfflinePage(): number {
  const dist = new URL("../web/dist/", import.meta.url);
  const { offlineFiles, languageFiles } = JSON.parse(
    readFileSync(new URL("offline-files.json", dist), "utf8"),
  ) as Record<"offlineFiles" | "languageFiles", string[]>;
  const sizeOf = (path: string) => gzipSync(readFileSync(new URL(`.${path}`, dist)), { level: 9 }).length;
  const own = offlineFiles.reduce((sum, path) => sum + sizeOf(path), 0);
  return (own + Math.max(...languageFiles.map(sizeOf))) / 1000;
}
const MAX_OFFLINE_KB = 250;
try {
  const offline = measureOfflinePage();
  if (offline > MAX_OFFLINE_KB) countAbove += 1;
  console.log(
    `${offline > MAX_OFFLINE_KB ? "✗" : "✓"} ${"kept without a network".padEnd(24)} ${offline.toFixed(1).padStart(6)} kB of ${MAX_OFFLINE_KB} kB`,
  );
  for (const page of pages) {
    const scripts = await measureScripts(browser, product?.url ?? given ?? "", page);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
    if (total > page.limit) countAbove += 1;
    const mark = total > page.limit ? "✗" : "✓";
    const who = page.as ? ` (${page.as})` : "";
    console.log(
      `${mark} ${(page.path + who).padEnd(24)} ${total.toFixed(1).padStart(6)} kB of ${page.limit} kB, ${scripts.size} scripts`,
    );
    if (total > page.limit || process.env.VERBOSE)
      for (const [address, size] of scripts)
        console.log(`    ${(size / 1000).toFixed(1).padStart(7)} kB ${address} ${names.get(address) ?? ""}`);
  }
} finally {
  await browser.close();
  await product?.stop();
}
process.exitCode = countAbove > 0 ? 1 : 0;
