/**
 * Lighthouse of every screen of the journeys, on desktop and telephone: `node bench/lighthouse.ts [TEXT …]` takes the screens
 * whose name or path contains a text. Options: `--as=owner` (repeatable; "nobody" is signed out), `--device=desktop`,
 * `--runs=3`, `--json=FILE`. Exits with 1 where a score is below its limit. The pages come over HTTP/2, as from the proxy of
 * `deploy/`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { launch, type LaunchedChrome } from "chrome-launcher";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { pagePaths } from "#contract/page-paths.ts";
import { openHttp2Proxy } from "#bench/measure/http2-proxy.ts";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { type AccountName, demoToken } from "#tests/journeys/people.ts";
import { findDemoIds, listScreens, type Screen, viewers } from "#tests/journeys/screens.ts";
import setUp from "#tests/journeys/setup.ts";

const { values: options, positionals: texts } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: "string", multiple: true },
    device: { type: "string", multiple: true, default: ["desktop", "telephone"] },
    runs: { type: "string", default: "3" },
    json: { type: "string" },
  },
});
/** The journeys look at these elsewhere. */
const moreScreens: Screen[] = [
  {
    name: "planning of a day",
    as: "owner",
    path: ({ organization }) => `/organizations/${organization}/planning?view=day`,
  },
  {
    name: "planning of a week",
    as: "owner",
    path: ({ organization }) => `/organizations/${organization}/planning?view=week`,
  },
  {
    name: "planning as a list",
    as: "owner",
    path: ({ organization }) => `/organizations/${organization}/planning?view=list`,
  },
  { name: "member's planning", as: "member", path: ({ organization }) => `/organizations/${organization}/planning` },
  {
    name: "member's event",
    as: "member",
    path: ({ organization, event }) => `/organizations/${organization}/events/${event}`,
  },
  { name: "the platform's event to edit", as: "admin", path: ({ event }) => `/events/${event}/edit` },
  {
    name: "the platform's fields of a facility",
    as: "admin",
    path: ({ facility }) => `/facilities/${facility}/fields`,
  },
  {
    name: "the platform's events of a facility",
    as: "admin",
    path: ({ facility }) => `/facilities/${facility}/events`,
  },
  { name: "the platform's events of a field", as: "admin", path: ({ field }) => `/fields/${field}/events` },
  { name: "the platform's calendar of a field", as: "admin", path: ({ field }) => `/fields/${field}/calendar` },
  { name: "the platform's gallery of a field", as: "admin", path: ({ field }) => `/fields/${field}/gallery` },
];
const minScores = {
  desktop: { performance: 98, accessibility: 100, "best-practices": 100 },
  telephone: { performance: 90, accessibility: 100, "best-practices": 100 },
};
type Device = keyof typeof minScores;
type Category = keyof (typeof minScores)[Device];
const devices = (Object.keys(minScores) as Device[]).filter((device) => options.device.includes(device));
const categories = Object.keys(minScores.desktop) as Category[];

const scoreOf = (result: Result, category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100);
const isBelow = (result: Result, device: Device) =>
  categories.some((category) => scoreOf(result, category) < minScores[device][category]);

/** @throws Error if the browser ends on another page */
async function runLighthouse(port: number, address: string, device: Device): Promise<Result> {
  const flags = { port, logLevel: "error", onlyCategories: categories, disableFullPageScreenshot: true } as const;
  const config = device === "desktop" ? desktopConfig : undefined;
  let found = await lighthouse(address, flags, config);
  // On a loaded machine the browser sometimes drops the beginning of the trace.
  if (found?.lhr.runtimeError?.code === "NO_NAVSTART") found = await lighthouse(address, flags, config);
  if (!found || found.lhr.runtimeError)
    throw new Error(`Lighthouse failed: ${found?.lhr.runtimeError?.message ?? "no result"}`);
  const [wanted, shown] = [address, found.lhr.finalDisplayedUrl].map((url) => new URL(url).pathname);
  if (wanted !== shown) throw new Error(`${wanted} led to ${shown}`);
  return found.lhr;
}

/** The median of several runs, where the first is below a limit: other load of the machine affects single runs. */
async function measure(port: number, address: string, device: Device): Promise<Result> {
  const first = await runLighthouse(port, address, device);
  if (!isBelow(first, device)) return first;
  const results = [first];
  while (results.length < Number(options.runs)) results.push(await runLighthouse(port, address, device));
  const sorted = results.toSorted((one, other) => scoreOf(one, "performance") - scoreOf(other, "performance"));
  return sorted[Math.floor(sorted.length / 2)] ?? first;
}

function listLosses(result: Result): string[] {
  const audits = categories.flatMap((category) => result.categories[category]?.auditRefs ?? []);
  return audits.flatMap(({ id, weight }) => {
    const audit = result.audits[id];
    const isLoss = audit && weight > 0 && audit.score !== null && audit.score < 0.9;
    return isLoss ? [`${id}: ${audit.displayValue ?? audit.title}`] : [];
  });
}

const figure = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? 0;
const rows: Record<string, string | number>[] = [];

function report({ name }: Screen, who: string, device: Device, result: Result): void {
  const row = {
    screen: name,
    as: who,
    device,
    performance: scoreOf(result, "performance"),
    accessibility: scoreOf(result, "accessibility"),
    "best practices": scoreOf(result, "best-practices"),
    "LCP ms": Math.round(figure(result, "largest-contentful-paint")),
    "TBT ms": Math.round(figure(result, "total-blocking-time")),
    CLS: Number(figure(result, "cumulative-layout-shift").toFixed(3)),
    kB: Math.round(figure(result, "total-byte-weight") / 1000),
    benchmarkIndex: Math.round(result.environment.benchmarkIndex),
  };
  if (rows.length === 0) {
    console.log(`| ${Object.keys(row).join(" | ")} | |`);
    console.log(`|${" --- |".repeat(Object.keys(row).length + 1)}`);
  }
  rows.push(row);
  const below = isBelow(result, device);
  if (below) process.exitCode = 1;
  console.log(`| ${Object.values(row).join(" | ")} | ${below ? `✗ ${listLosses(result).join("; ")}` : ""} |`);
}

/** Signs in without a page of the app, so that nothing of it is compiled or remembered. */
async function openBrowser(origin: string, token: string | undefined): Promise<LaunchedChrome> {
  const launched = await launch({
    chromePath: process.env.CHROME ?? "/usr/bin/chromium",
    chromeFlags: [...chromiumFlags, "--headless=new", "--ignore-certificate-errors"],
  });
  if (token === undefined) return launched;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${launched.port}`);
  // Lighthouse uses the default context.
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error("The browser has no page");
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem("access_token", value), token);
  await browser.close();
  return launched;
}

interface OpenScreen extends Screen {
  path: string;
}
const isMatch = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/\$\w+/g, "[^/]+")}$`).test(path.split("?")[0] ?? "");
/** Pages that redirect. */
const redirects = ["/", "/auth/logout", "/settings", "/organizations/$organizationId"];

function reportMissing(screens: readonly OpenScreen[]): void {
  const missing = pagePaths.filter(
    (pattern) => !redirects.includes(pattern) && !screens.some(({ path }) => isMatch(pattern, path)),
  );
  console.log(`Not among the screens: ${missing.join(", ") || "none"}\n`);
}

const stop = await setUp();
const proxy = await openHttp2Proxy(process.env.JOURNEYS_URL ?? "");
try {
  const places = await findDemoIds("owner");
  const listOpenScreens = (as: AccountName | undefined): OpenScreen[] =>
    [...listScreens(as), ...moreScreens.filter((screen) => screen.as === as)].map((screen) => ({
      ...screen,
      path: typeof screen.path === "string" ? screen.path : screen.path(places),
    }));
  reportMissing(viewers.flatMap(([, as]) => listOpenScreens(as)));
  for (const [, as] of viewers) {
    const who = as ?? "nobody";
    const screens = listOpenScreens(as).filter(
      ({ name, path }) => texts.length === 0 || texts.some((text) => name.includes(text) || path.includes(text)),
    );
    if (screens.length === 0 || (options.as && !options.as.includes(who))) continue;
    for (const device of devices) {
      const browser = await openBrowser(proxy.url, as && demoToken(as));
      try {
        for (const screen of screens) {
          const address = `${proxy.url}${screen.path}`;
          report(screen, who, device, await measure(browser.port, address, device));
        }
      } finally {
        browser.kill();
      }
    }
  }
} finally {
  proxy.close();
  await stop();
}
if (options.json) writeFileSync(options.json, JSON.stringify(rows, null, 2));
