/** Playwright fixtures of every journey (end-to-end test, e2e) with login. Every error in the browser fails the test. */
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Request,
} from "@playwright/test";
import { type AccountName, uniqueForwardedFor, demoToken, signedInState } from "./people.ts";

export { expect, type Page };

interface Options {
  as: AccountName | undefined;
}
interface Fixtures {
  /** Opens another browser context, signed in if a token is given. */
  another: (who?: { token?: string } & BrowserContextOptions) => Promise<Page>;
}

const siteUrl = () => process.env.JOURNEYS_URL ?? "";

const openRequests = new WeakMap<Page, Set<Request>>();
/** True if a request of the page is pending. The live stream does not count, because it stays open. */
export const hasOpenRequests = (page: Page): boolean => (openRequests.get(page)?.size ?? 0) > 0;

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on("request", (request) => {
    // Navigation aborts the requests of the previous page.
    if (request.isNavigationRequest()) open.clear();
    else if (!new URL(request.url()).pathname.endsWith("/live")) open.add(request);
  });
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
}

/** Collects errors, warnings, violations of the content policy, and requests to other hosts. */
function collectComplaints(context: BrowserContext, origin = siteUrl()): () => string[] {
  const complaints: string[] = [];
  /** Messages about a lost connection count only if the connection was not lost. */
  const ofLoss: string[] = [];
  let isLost = false;
  context.on("page", watchRequests);
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // Some journeys cause errors and lost connections on purpose, and check the page instead.
    // Playwright itself says that it lets no service worker in.
    const expected =
      /^Failed to load resource|the permission of|la permission «|^Service Worker registration blocked/.test(
        message.text(),
      );
    if (!["error", "warning"].includes(message.type()) || expected) return;
    const target = /server cannot be reached/.test(message.text()) ? ofLoss : complaints;
    target.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("requestfailed", (request) => {
    // Requests aborted by navigation do not count as a lost connection.
    isLost ||= /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION)/.test(request.failure()?.errorText ?? "");
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) complaints.push(`asked for ${url.href}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return () => (isLost ? complaints : [...complaints, ...ofLoss]);
}

export const test = base.extend<Options & Fixtures>({
  as: [undefined, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
  extraHTTPHeaders: async ({}, run) => run(uniqueForwardedFor()),
  storageState: async ({ as }, run) => run(as ? signedInState(demoToken(as), siteUrl()) : undefined),
  context: async ({ context, baseURL }, run) => {
    const complaints = collectComplaints(context, baseURL);
    await run(context);
    expect(complaints()).toEqual([]);
  },
  another: async ({ browser, contextOptions }, run) => {
    const opened: { context: BrowserContext; complaints: () => string[] }[] = [];
    await run(async ({ token, ...options } = {}) => {
      const storageState = token ? signedInState(token, siteUrl()) : { cookies: [], origins: [] };
      const context = await openContext(browser, { ...contextOptions, storageState, ...options });
      opened.push({ context, complaints: collectComplaints(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaints())).toEqual([]);
  },
});

const openContext = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({
    baseURL: siteUrl(),
    locale: "en-US",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    extraHTTPHeaders: uniqueForwardedFor(),
    ...options,
  });

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!page.url().includes("/auth/login")) await page.goto("/auth/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The Undo button of a toast. Hovering keeps the toast open while the test checks other things. */
export async function hoverUndoButton(page: Page, text: string): Promise<Locator> {
  const undo = toast(page, text).getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect(undo).toBeVisible();
  return undo;
}

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem").filter({ hasText: text });
