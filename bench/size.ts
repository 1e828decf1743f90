/**
 * Weighs the JavaScript of pages, as gzip, over all requests until the page is quiet: `node bench/size.ts [URL TOKEN]`.
 * Without an address it starts the built product with its demo. Ends with 1 where a page is above its limit.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";

interface Weighed {
  path: string;
  /** In thousands of bytes. */
  limit: number;
  signedIn: boolean;
}
const pages: Weighed[] = [
  { path: "/auth/login", limit: 140, signedIn: false },
  ...["/facilities", "/fields", "/events", "/organizations"].map((path) => ({ path, limit: 175, signedIn: true })),
];
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

interface Product {
  url: string;
  /** What the server said when it was ready: its address and the demo's accounts. */
  said: string;
  stop: () => Promise<void>;
}

/** Starts the product on a free port with a database of its own. */
async function start(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "baseline-size-"));
  const server: ChildProcess = spawn(process.execPath, ["server/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, DATABASE_URL: "", DEMO: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("Stop with Ctrl-C")) resolve(text);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}. ${text}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: said.match(/ready at (http\S+)/)?.[1] ?? "", said, stop };
}

/** A token of the demo's first account, its administrator. */
async function signIn({ url, said }: Product): Promise<string> {
  const [email, password] = [/\S+@\S+/, /password (\S+?):/].map((pattern) => said.match(pattern)?.at(-1));
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const answer = (await response.json()) as { data?: { access_token?: string }; message?: string };
  if (!answer.data?.access_token) throw new Error(`Signing in failed: ${answer.message ?? response.status}`);
  return answer.data.access_token;
}

/** Every script a page loads, by its address, with its gzip size in bytes. */
async function weigh(browser: Browser, url: string, { path }: Weighed, token: string | undefined): Promise<Map<string, number>> {
  const context = await browser.newContext({ locale: "en-US" });
  if (token) await context.addInitScript((value) => localStorage.setItem("access_token", value), token);
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    scripts.set(new URL(response.url()).pathname, size);
  });
  await page.goto(url + path);
  await page.waitForSelector("h1");
  await page.waitForLoadState("networkidle");
  const ended = new URL(page.url()).pathname;
  if (ended !== path) throw new Error(`${path} led to ${ended}: this is not the page to weigh`);
  const sizes = await Promise.all([...scripts].map(async ([address, size]) => [address, await size] as const));
  await context.close();
  return new Map(sizes.toSorted(([, one], [, other]) => other - one));
}

const [givenUrl, givenToken] = process.argv.slice(2);
const server = givenUrl ? undefined : await start();
const browser = await chromium.launch({ executablePath: process.env["CHROME"] ?? "/usr/bin/chromium", args: flags });
let tooHeavy = 0;
try {
  const url = server?.url ?? givenUrl ?? "";
  const token = givenToken ?? (server && (await signIn(server)));
  if (!token) throw new Error("A given address needs a token: node bench/size.ts URL TOKEN");
  for (const page of pages) {
    const scripts = await weigh(browser, url, page, page.signedIn ? token : undefined);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
    if (total > page.limit) tooHeavy += 1;
    console.log(`${total > page.limit ? "✗" : "✓"} ${page.path.padEnd(16)} ${total.toFixed(1).padStart(7)} kB of ${page.limit} kB, ${scripts.size} scripts`);
    if (total > page.limit || process.env["VERBOSE"]) for (const [address, size] of scripts) console.log(`    ${(size / 1000).toFixed(1).padStart(7)} kB ${address}`);
  }
} finally {
  await browser.close();
  await server?.stop();
}
process.exitCode = tooHeavy > 0 ? 1 : 0;
