/**
 * Weighs the JavaScript of pages, as gzip, over all requests until the page is quiet: `node bench/size.ts [URL]`.
 * The address is one of a demo; without it, the built product is started. Ends with 1 where a page is above its
 * limit, whose scripts it lists; with VERBOSE=1 it lists every page's.
 */
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { type AccountName, demoPassword, emailOf } from "#tests/journeys/people.ts";
import { startProduct } from "#tests/product.ts";

interface Weighed {
  path: string;
  /** In thousands of bytes. */
  limit: number;
  /** Who looks at it; the owner is led to the list of their organization. */
  as?: AccountName;
  /** There is none but an organization's own. */
  isOrganizations?: boolean;
}
const lists = ["/facilities", "/fields", "/events", "/payments", "/invoices"];
const pages: Weighed[] = [
  { path: "/auth/login", limit: 140 },
  ...lists.map((path) => ({ path, limit: 175, as: "owner" as const })),
  // What every list loads, and the grid (docs/decisions/0021).
  { path: "/planning", limit: 225, as: "owner", isOrganizations: true },
  ...[...lists, "/organizations"].map((path) => ({ path, limit: 175, as: "admin" as const })),
];

async function signIn(url: string, name: AccountName): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: emailOf(name), password: demoPassword }),
  });
  const answer = (await response.json()) as { data?: { access_token?: string }; message?: string };
  if (!answer.data?.access_token) throw new Error(`Signing in failed: ${answer.message ?? response.status}`);
  return answer.data.access_token;
}

/** The address of the first organization of somebody. */
async function organizationOf(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/organizations/search`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return `/organizations/${data[0]?.id}`;
}

/** Every script a page loads, by its address, with its gzip size in bytes. */
async function weigh(
  browser: Browser,
  url: string,
  { path, as, isOrganizations }: Weighed,
): Promise<Map<string, number>> {
  const token = as && (await signIn(url, as));
  const context = await browser.newContext({ locale: "en-US" });
  // What is told live begins some seconds after the page: a slow machine would weigh it with the page, and wait for the end of its stream.
  await context.route(/\/assets\/live-refresh-[^/]+\.js$/, (route) => route.abort());
  if (token) await context.addInitScript((value) => localStorage.setItem("access_token", value), token);
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    scripts.set(new URL(response.url()).pathname, size);
  });
  const home = token && isOrganizations ? await organizationOf(url, token) : "";
  await page.goto(url + home + path);
  await page.waitForSelector("h1");
  await page.waitForLoadState("networkidle");
  const ended = new URL(page.url()).pathname;
  if (!ended.endsWith(path)) throw new Error(`${path} led to ${ended}: this is not the page to weigh`);
  const sizes = await Promise.all([...scripts].map(async ([address, size]) => [address, await size] as const));
  await context.close();
  return new Map(sizes.toSorted(([, one], [, other]) => other - one));
}

const [given] = process.argv.slice(2);
const product = given ? undefined : await startProduct("size");
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  args: chromiumFlags,
});
let tooHeavy = 0;
try {
  for (const page of pages) {
    const scripts = await weigh(browser, product?.url ?? given ?? "", page);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
    if (total > page.limit) tooHeavy += 1;
    const mark = total > page.limit ? "✗" : "✓";
    const who = page.as ? ` (${page.as})` : "";
    console.log(
      `${mark} ${(page.path + who).padEnd(24)} ${total.toFixed(1).padStart(6)} kB of ${page.limit} kB, ${scripts.size} scripts`,
    );
    if (total > page.limit || process.env.VERBOSE)
      for (const [address, size] of scripts) console.log(`    ${(size / 1000).toFixed(1).padStart(7)} kB ${address}`);
  }
} finally {
  await browser.close();
  await product?.stop();
}
process.exitCode = tooHeavy > 0 ? 1 : 0;
