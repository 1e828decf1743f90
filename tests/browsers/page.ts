/** A page as journeys use it, with Playwright's locators, in any browser that `browser.ts` describes. */
import { setTimeout as sleep } from "node:timers/promises";
import { asLocator, getByLabelSelector, getByRoleSelector, getByTextSelector } from "ivya";
import type { Browser, InputSource, Point } from "./browser.ts";
import type { ElementState } from "./page-elements.ts";

/** Generous: a loaded machine is slow. */
const timeoutMs = 40_000;
const pollMs = 100;

type RoleOptions = NonNullable<Parameters<typeof getByRoleSelector>[1]>;

interface Scope {
  getByRole: (role: string, options?: RoleOptions) => Locator;
  getByLabel: (text: string | RegExp, options?: { exact?: boolean }) => Locator;
  getByText: (text: string | RegExp, options?: { exact?: boolean }) => Locator;
  /** @param css a selector */
  locator: (css: string) => Locator;
}

export interface Locator extends Scope {
  withText: (text: string) => Locator;
  first: () => Locator;
  nth: (index: number) => Locator;
  /** Waits until it is the only one of its kind, seen, and as asked for. @returns what it is like then */
  waitFor: (isAsked?: (state: ElementState) => boolean, what?: string) => Promise<ElementState>;
  waitForText: (text: string | RegExp) => Promise<void>;
  waitForFocus: () => Promise<void>;
  waitUntilGone: () => Promise<void>;
  count: () => Promise<number>;
  click: () => Promise<void>;
  tap: () => Promise<void>;
  focus: () => Promise<void>;
  /** Replaces what is in the field, by keys. */
  fill: (text: string) => Promise<void>;
}

export interface Page extends Scope {
  browser: Browser;
  goto: (path: string) => Promise<void>;
  url: () => Promise<URL>;
  waitForUrl: (pattern: RegExp) => Promise<void>;
  /** Waits until there is a heading, nothing is busy, and nothing more was loaded for half a second. */
  waitUntilLoaded: () => Promise<void>;
  /** @param keys `Enter`, or several at once: `Control+z` */
  press: (keys: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  click: (point: Point) => Promise<void>;
  drag: (from: Point, to: Point) => Promise<void>;
}

/** As WebDriver names keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyValues: Record<string, string> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Shift: "\uE008",
  Control: "\uE009",
  Delete: "\uE017",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

function keysDownAndUp(keys: string[]): InputSource {
  const values = keys.map((key) => keyValues[key] ?? key);
  return {
    type: "key",
    id: "keyboard",
    actions: [
      ...values.map((value) => ({ type: "keyDown" as const, value })),
      ...values.toReversed().map((value) => ({ type: "keyUp" as const, value })),
    ],
  };
}

const mouse = (actions: Extract<InputSource, { type: "pointer" }>["actions"]): InputSource[] => [
  { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions },
];

const middleOf = ({ box: { x, y, width, height } }: ElementState): Point => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});

/** @param probe returns undefined as long as one has to wait */
export async function waitUntil<Result>(
  probe: () => Promise<Result | undefined>,
  explain: () => string,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(explain());
    await sleep(pollMs);
  }
}

/** @param pageElementsScript bundle of `page-elements.ts`, which each document needs once */
export function openPage(browser: Browser, siteUrl: string, pageElementsScript: string): Page {
  async function ask<Result>(run: (selector: string) => Result, selector: string): Promise<Result> {
    if (!(await browser.evaluate(() => "pageElements" in window))) await browser.load(pageElementsScript);
    return browser.evaluate(run, selector);
  }
  const find = async (selector: string) => (await ask((asked) => window.pageElements?.find(asked), selector)) ?? [];

  const press = async (keys: string) => browser.perform([keysDownAndUp(keys.split(/(?<=.)\+/))]);
  const type = async (text: string) =>
    browser.perform([
      {
        type: "key",
        id: "keyboard",
        actions: [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      },
    ]);
  const click = ({ x, y }: Point) =>
    browser.perform(
      mouse([
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    );
  const drag = (from: Point, to: Point) => {
    const steps = [1, 2, 3, 4, 5, 6].map((step) => ({
      type: "pointerMove" as const,
      x: Math.round(from.x + ((to.x - from.x) * step) / 6),
      y: Math.round(from.y + ((to.y - from.y) * step) / 6),
      duration: 30,
    }));
    return browser.perform(
      mouse([
        { type: "pointerMove", ...from },
        { type: "pointerDown", button: 0 },
        ...steps,
        { type: "pointerUp", button: 0 },
      ]),
    );
  };

  const scopeOf = (prefix: string): Scope => ({
    getByRole: (role, options = {}) => locate(prefix + getByRoleSelector(role, options)),
    getByLabel: (text, options = {}) => locate(prefix + getByLabelSelector(text, options)),
    getByText: (text, options = {}) => locate(prefix + getByTextSelector(text, options)),
    locator: (css) => locate(`${prefix}css=${css}`),
  });

  function locate(selector: string): Locator {
    const name = asLocator("javascript", selector);
    const waitFor: Locator["waitFor"] = (isAsked = () => true, what = "is seen") => {
      let last: ElementState[] = [];
      return waitUntil(
        async () => {
          last = await find(selector);
          const [state, ...others] = last;
          return state && others.length === 0 && state.isVisible && isAsked(state) ? state : undefined;
        },
        () => `Waited until ${name} ${what}. There: ${last.length}. ${JSON.stringify(last.slice(0, 3), null, 2)}`,
      );
    };
    /** Waits until it rests where a pointer reaches it. */
    async function findPlace(): Promise<Point> {
      let before = "";
      await waitFor();
      await ask((asked) => window.pageElements?.scrollTo(asked), selector);
      const isStill = (state: ElementState) => {
        const now = JSON.stringify(state.box);
        const isSame = now === before;
        before = now;
        return isSame && state.isEnabled && state.isReachable;
      };
      return middleOf(await waitFor(isStill, "rests where a pointer reaches it"));
    }
    const focus = async () => {
      await waitFor(({ isEnabled }) => isEnabled, "can be used");
      await ask((asked) => window.pageElements?.focus(asked), selector);
    };
    return {
      ...scopeOf(`${selector} >> `),
      withText: (text) => locate(`${selector} >> internal:has-text=${JSON.stringify(text)}i`),
      first: () => locate(`${selector} >> nth=0`),
      nth: (index) => locate(`${selector} >> nth=${index}`),
      waitFor,
      waitForText: async (text) => {
        const isRead = (state: ElementState) =>
          typeof text === "string" ? state.text.includes(text) : text.test(state.text);
        await waitFor(isRead, `reads ${String(text)}`);
      },
      waitForFocus: async () => void (await waitFor(({ hasFocus }) => hasFocus, "has the focus")),
      waitUntilGone: () =>
        waitUntil(
          async () => ((await find(selector)).some(({ isVisible }) => isVisible) ? undefined : true),
          () => `Waited until ${name} is gone`,
        ).then(() => undefined),
      count: async () => (await find(selector)).length,
      click: async () => click(await findPlace()),
      tap: async () => browser.touch([await findPlace()], 0),
      focus,
      fill: async (text) => {
        await focus();
        await press("Control+a");
        await (text === "" ? press("Delete") : type(text));
        await waitFor(({ value }) => value === text, `holds ${text}`);
      },
    };
  }

  const url = async () => new URL(await browser.evaluate(() => location.href));
  return {
    ...scopeOf(""),
    browser,
    goto: (path) => browser.goto(new URL(path, siteUrl).href),
    url,
    waitForUrl: async (pattern) => {
      let last = "";
      await waitUntil(
        async () => (pattern.test((last = (await url()).href)) ? true : undefined),
        () => `Waited for ${pattern}; the address is ${last}`,
      );
    },
    waitUntilLoaded: async () => {
      await locate("css=h1").waitFor();
      let before = -1;
      await waitUntil(
        async () => {
          await sleep(500);
          const now = await browser.evaluate(() =>
            document.querySelector("[aria-busy=true]") ? -1 : performance.getEntriesByType("resource").length,
          );
          const isQuiet = now !== -1 && now === before;
          before = now;
          return isQuiet || undefined;
        },
        () => "Waited until the page is loaded",
      );
    },
    press,
    type,
    click,
    drag,
  };
}
