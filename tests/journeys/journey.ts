/** What every journey has: a person at a browser in which nothing may go wrong unseen. */
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
import { type AccountName, fromElsewhere, tokenOf } from "./people.ts";

export { expect, type Page };

interface Options {
  /** The demo account that is signed in from the start. */
  as: AccountName | undefined;
}
interface Fixtures {
  /** Another browser, signed in with a token where one is given. */
  another: (who?: { token?: string } & BrowserContextOptions) => Promise<Page>;
}

const site = () => process.env.JOURNEYS_URL ?? "";
const signedIn = (token: string) => ({
  cookies: [],
  origins: [{ origin: site(), localStorage: [{ name: "access_token", value: token }] }],
});

const asked = new WeakMap<Page, Set<Request>>();
/** Whether a page waits for an answer; its live stream of changes stays open all the time. */
export const isAsking = (page: Page): boolean => (asked.get(page)?.size ?? 0) > 0;

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  page.on("request", (request) => {
    // A page that is left waits for nothing any more.
    if (request.isNavigationRequest()) open.clear();
    else if (!new URL(request.url()).pathname.endsWith("/live")) open.add(request);
  });
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
}

/** Collects what no page may do: fail, complain, break the content policy, or ask another host for anything. @returns it */
function watch(context: BrowserContext): () => string[] {
  const complaints: string[] = [];
  /** What is said of a lost connection, and whether there was one. */
  const ofLoss: string[] = [];
  let isLost = false;
  context.on("page", watchRequests);
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // Refusals, and lost connections, are part of some journeys: what is on the page then is what counts.
    const expected = /^Failed to load resource|the permission of|la permission «/.test(message.text());
    if (!["error", "warning"].includes(message.type()) || expected) return;
    const told = /server cannot be reached/.test(message.text()) ? ofLoss : complaints;
    told.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("requestfailed", (request) => {
    // A page that is left aborts its requests: that is no lost connection.
    isLost ||= /ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION)/.test(request.failure()?.errorText ?? "");
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== site()) complaints.push(`asked for ${url.href}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return () => (isLost ? complaints : [...complaints, ...ofLoss]);
}

export const test = base.extend<Options & Fixtures>({
  as: [undefined, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
  extraHTTPHeaders: async ({}, run) => run(fromElsewhere()),
  storageState: async ({ as }, run) => run(as ? signedIn(tokenOf(as)) : undefined),
  context: async ({ context }, run) => {
    const complaints = watch(context);
    await run(context);
    expect(complaints()).toEqual([]);
  },
  another: async ({ browser, contextOptions }, run) => {
    const opened: { context: BrowserContext; complaints: () => string[] }[] = [];
    await run(async ({ token, ...options } = {}) => {
      const storageState = token ? signedIn(token) : { cookies: [], origins: [] };
      const context = await open(browser, { ...contextOptions, storageState, ...options });
      opened.push({ context, complaints: watch(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaints())).toEqual([]);
  },
});

const open = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({
    baseURL: site(),
    locale: "en-US",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    extraHTTPHeaders: fromElsewhere(),
    ...options,
  });

/** Signs in on the login page, as people do. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!page.url().includes("/auth/login")) await page.goto("/auth/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The button of a toast that takes back what was done: it stays while the pointer is on it, however long the look elsewhere takes. */
export async function holdUndo(page: Page, text: string): Promise<Locator> {
  const undo = toast(page, text).getByRole("button", { name: "Undo" });
  await undo.hover();
  await expect(undo).toBeVisible();
  return undo;
}

/** What a toast says. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem").filter({ hasText: text });
