/** What every journey has: a person at a browser in which nothing may go wrong unseen. */
import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import { type AccountName, tokenOf } from "./people.ts";

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

/** Collects what no page may do: fail, complain, break the content policy, or ask another host for anything. */
function watch(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    // Refusals, and lost connections, are part of some journeys: what is on the page then is what counts.
    const expected = /^Failed to load resource|the permission of|la permission «/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !expected)
      complaints.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== site()) complaints.push(`asked for ${url.href}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}

export const test = base.extend<Options & Fixtures>({
  as: [undefined, { option: true }],
  storageState: async ({ as }, run) => run(as ? signedIn(tokenOf(as)) : undefined),
  context: async ({ context }, run) => {
    const complaints = watch(context);
    await run(context);
    expect(complaints).toEqual([]);
  },
  another: async ({ browser, contextOptions }, run) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = [];
    await run(async ({ token, ...options } = {}) => {
      const storageState = token ? signedIn(token) : { cookies: [], origins: [] };
      const context = await open(browser, { ...contextOptions, storageState, ...options });
      opened.push({ context, complaints: watch(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
});

const open = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({
    baseURL: site(),
    locale: "en-US",
    timezoneId: "Europe/Paris",
    reducedMotion: "reduce",
    ...options,
  });

/** Signs in on the login page, as people do. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  if (!page.url().includes("/auth/login")) await page.goto("/auth/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** What a toast says. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem").filter({ hasText: text });
