/**
 * Memory over time: the server under mixed load, and the browser over navigations. Exits with 1 where one grows. Options:
 * `--minutes` (30) `--navigations` (200).
 */
import { parseArgs } from "node:util";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { readMemoryMb } from "#bench/measure/processes.ts";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { openHeapUsage } from "#tests/support/heap-usage.ts";
import { openMixedLoad } from "#tests/support/mixed-load.ts";
import { findFreePort, startServer } from "#tests/support/start-server.ts";

const { values: options } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, navigations: { type: "string", default: "200" } },
});
const CALLS_PER_ROUND = 1200;
const WARM_UP_NAVIGATIONS = 120;
/** Share of the size after the first rounds, in which caches fill. */
const MAX_GROWTH = 1.05;
const mb = (bytes: number) => `${bytes.toFixed(1)} MB`;

function report(what: string, before: number, after: number): void {
  const isFlat = after < before * MAX_GROWTH;
  console.log(`${isFlat ? "✓" : "✗"} ${what}: ${mb(before)}, at the end ${mb(after)}`);
  if (!isFlat) process.exitCode = 1;
}

const inspectorPort = await findFreePort();
const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`, LOG_LEVEL: "error" };
const server = await startServer("soak", env, "bin/start.mjs");

async function soakServer(minutes: number): Promise<void> {
  const [load, heap] = [await openMixedLoad(server.url), await openHeapUsage(inspectorPort)];
  const startedAt = performance.now();
  const passed = () => (performance.now() - startedAt) / 60_000;
  const sizes: number[] = [];
  do {
    await load.send(CALLS_PER_ROUND);
    const size = await heap.readMb();
    sizes.push(size);
    console.log(`${passed().toFixed(1)} min: heap ${mb(size)}, memory ${mb(readMemoryMb(server.pid))}`);
  } while (passed() < minutes || sizes.length < 4);
  heap.close();
  report(`heap of the server over ${CALLS_PER_ROUND * sizes.length} calls`, sizes[1] ?? 0, sizes.at(-1) ?? 0);
}

const pages = ["Overview", "Planning", "Events", "Facilities", "Fields", "Customers", "Team", "Payments", "Invoices"];

/** Whole rounds through the pages, so that it ends where it began. */
async function navigate(page: Page, count: number): Promise<void> {
  for (let index = 0; index < count || index % pages.length > 0; index += 1) {
    const name = pages[index % pages.length] ?? "";
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
  }
}

async function readBrowser(session: CDPSession) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  return { heap: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

async function soakBrowser(navigations: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME ?? "/usr/bin/chromium",
    args: chromiumFlags,
  });
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(`${server.url}/auth/login`);
  await page.getByLabel("Email").fill("owner@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("demo-password-1");
  await page.keyboard.press("Enter");
  await page.waitForURL(/overview/);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  // Queries stay in the cache for minutes, and code is compiled with use.
  await navigate(page, WARM_UP_NAVIGATIONS);
  const before = await readBrowser(session);
  await navigate(page, navigations);
  const after = await readBrowser(session);
  await browser.close();
  console.log(
    `browser: ${before.nodes} nodes and ${before.listeners} listeners, then ${after.nodes}, ${after.listeners}`,
  );
  report(`heap of the browser over ${navigations} navigations`, before.heap, after.heap);
}

try {
  if (Number(options.minutes) > 0) await soakServer(Number(options.minutes));
  if (Number(options.navigations) > 0) await soakBrowser(Number(options.navigations));
} finally {
  await server.stop();
}
