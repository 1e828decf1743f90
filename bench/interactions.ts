/**
 * Interaction to next paint (INP) with a processor slowed four times: `node bench/interactions.ts [SCREEN …]`. Each interaction is
 * made in every round, and the best counts, because other load only adds. Beside it stands the main thread's own work. Options:
 * `--rounds=3`, `--work-only`. Exits with 1 above the limit.
 */
import { parseArgs } from "node:util";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { chromiumFlags } from "#tests/journeys/chromium-flags.ts";
import { firstPart } from "#tests/journeys/date-fields.ts";
import { type AccountName, demoToken } from "#tests/journeys/people.ts";
import { findDemoIds, type DemoIds } from "#tests/journeys/screens.ts";
import setUp from "#tests/journeys/setup.ts";
import { measureFrames, recordTrace } from "./trace.ts";

const MAX_MS = 200;
const CPU_SLOWDOWN = 4;
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, "work-only": { type: "boolean", default: false } },
});

type Act = (page: Page) => Promise<void>;
interface Screen {
  name: string;
  as?: AccountName;
  path: (places: DemoIds) => string;
  /** In this order: one begins where the one before has ended. */
  interactions: Record<string, Act>;
}

const click =
  (
    role: "button" | "link" | "tab" | "radio" | "switch" | "combobox" | "option" | "menuitem",
    name?: string | RegExp,
  ): Act =>
  (page) =>
    page
      .getByRole(role, name === undefined ? {} : { name })
      .first()
      .click();
const press =
  (...keys: string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const type =
  (label: string | RegExp, text: string): Act =>
  async (page) => {
    await page.getByLabel(label).first().focus();
    await page.keyboard.type(text, { delay: 80 });
  };
const search =
  (text: string): Act =>
  async (page) => {
    await page.getByRole("searchbox").first().focus();
    await page.keyboard.type(text, { delay: 80 });
  };
const organization =
  (rest: string): Screen["path"] =>
  ({ organization: id }) =>
    `/organizations/${id}${rest}`;

const screens: Screen[] = [
  {
    name: "login",
    path: () => "/auth/login",
    interactions: {
      "type the email": type("Email", "owner@demo.test"),
      "type the password": async (page) => {
        await page.getByLabel("Password", { exact: true }).focus();
        await page.keyboard.type("a wrong password", { delay: 80 });
      },
      submit: press("Enter"),
    },
  },
  {
    name: "shell",
    as: "owner",
    path: organization("/overview"),
    interactions: {
      "open the account's menu": click("button", /^Account of /),
      "close it": press("Escape"),
      "open the organizations": click("button", /: Switch organization$/),
      "close them": press("Escape"),
      "go to a list": click("link", "Facilities"),
    },
  },
  {
    name: "list",
    as: "owner",
    path: organization("/events"),
    interactions: {
      "type in the search": search("tennis"),
      "empty the search": async (page) => page.getByRole("searchbox").first().fill(""),
      "open a filter": click("combobox", "Type"),
      "choose an option": press("ArrowDown", "Enter"),
      "clear the filters": click("button", "Clear the filters"),
      "the next page": click("button", /^Next/),
      "open an event": (page) => page.getByRole("main").getByRole("link").nth(3).click(),
    },
  },
  {
    name: "details",
    as: "owner",
    path: ({ organization: id, facility }) => `/organizations/${id}/facilities/${facility}`,
    interactions: {
      "the tab of its fields": click("link", /^Fields/),
      "the tab of its photos": click("link", "Gallery"),
    },
  },
  {
    name: "form",
    as: "owner",
    path: organization("/fields/create"),
    interactions: {
      "type a name": type("Name", "Court of the bench"),
      "open a combobox": click("combobox", "Sports"),
      "type in it": (page) => page.keyboard.type("ten", { delay: 80 }),
      "choose an option": press("Enter"),
      "close it": press("Escape"),
      "flip a switch": click("switch"),
      "submit what is wrong": click("button", "Create field"),
    },
  },
  {
    name: "date field",
    as: "owner",
    path: organization("/closures/create"),
    interactions: {
      "type a date": async (page) => {
        await firstPart(page, "From").focus();
        await page.keyboard.type("12242031", { delay: 80 });
      },
      "type a name": type("Name", "Works"),
    },
  },
  {
    name: "prices",
    as: "owner",
    path: ({ organization: id, prices }) => `/organizations/${id}/prices/${prices}`,
    interactions: {
      "type the name": type("Name", " and more"),
      "type an amount": async (page) => {
        await page.getByRole("main").locator("table input").first().focus();
        await page.keyboard.type("25", { delay: 80 });
      },
      "the cell below": press("Enter", "ArrowDown"),
    },
  },
  {
    name: "opening hours",
    as: "owner",
    path: ({ organization: id, openingHours }) => `/organizations/${id}/opening-hours/${openingHours}`,
    interactions: { "type the name": type("Name", " and more") },
  },
  {
    name: "preferences",
    as: "member",
    path: () => "/settings/preferences",
    interactions: {
      "the dark theme": click("radio", "Dark"),
      "another language": click("radio", "Français"),
      "and back": click("radio", "English"),
    },
  },
  {
    name: "booking",
    as: "member",
    path: organization("/events/create"),
    interactions: {
      "choose a time": (page) =>
        page
          .getByRole("main")
          .getByRole("button", { name: /\d:\d\d/ })
          .first()
          .click(),
    },
  },
  {
    name: "planning",
    as: "owner",
    path: organization("/planning"),
    interactions: {
      "click an event": (page) =>
        page
          .locator('[role="grid"] [data-item]')
          .first()
          .click({ position: { x: 20, y: 8 } }),
      "close it": press("Escape"),
      "the filters": press("f"),
      "close them": press("Escape"),
      "the next day": async (page) => {
        await page.locator("h1").focus();
        await page.keyboard.press("ArrowRight");
      },
      "the day before": press("ArrowLeft"),
      closer: press("+"),
      farther: press("-"),
      "the week": press("w"),
      "the day": press("d"),
      "drag over free time": async (page) => {
        const box = await page.locator('[role="grid"]').boundingBox();
        if (!box) throw new Error("The planning has no grid");
        await page.mouse.move(box.x + box.width * 0.7, box.y + box.height - 30);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.75, box.y + box.height - 30, { steps: 8 });
        await page.mouse.up();
      },
    },
  },
];

declare global {
  interface Window {
    slowestInteraction: number;
  }
}

/** The longest of the interactions, as web-vitals defines it: from the input to the paint that follows. */
function observeInteractions(): void {
  window.slowestInteraction = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) window.slowestInteraction = Math.max(window.slowestInteraction, entry.duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
}

type Probe = (page: Page, cdp: CDPSession, act: Act) => Promise<number>;

/** Wall time with a slowed processor: other load of the machine counts. */
const probePaint: Probe = async (page, cdp, act) => {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.evaluate(() => void (window.slowestInteraction = 0));
  await act(page);
  await page.waitForTimeout(1000);
  return page.evaluate(() => window.slowestInteraction);
};

/** Thread time of the heaviest frame, times the slowdown: other load does not count. */
const probeWork: Probe = async (page, cdp, act) => {
  const events = await recordTrace(cdp, async () => {
    await page.evaluate(() => void performance.mark("bench-begin"));
    await act(page);
    await page.waitForTimeout(500);
    await page.evaluate(() => void performance.mark("bench-end"));
  });
  return CPU_SLOWDOWN * Math.max(0, ...measureFrames(events, ["bench-begin", "bench-end"]));
};

async function measure(context: BrowserContext, path: string, interactions: Screen["interactions"], probe: Probe) {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${process.env.JOURNEYS_URL}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const cdp = await context.newCDPSession(page);
  await page.evaluate(observeInteractions);
  const found: [name: string, ms: number][] = [];
  for (const [name, act] of Object.entries(interactions)) {
    const ms = await probe(page, cdp, act).catch((error: unknown) => {
      console.error(`${path}, ${name}: ${String(error)}`);
      return Infinity;
    });
    found.push([name, ms]);
  }
  await page.close();
  return found;
}

const stop = await setUp();
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  args: chromiumFlags,
});
try {
  const places = await findDemoIds("owner");
  console.log("| screen | interaction | to next paint, ms | work × 4, ms | |\n| --- | --- | ---: | ---: | --- |");
  for (const { name, as, path, interactions } of screens.filter(
    (screen) => asked.length === 0 || asked.includes(screen.name),
  )) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
      timezoneId: "Europe/Paris",
    });
    if (as) await context.addInitScript((token) => localStorage.setItem("access_token", token), demoToken(as));
    const [paint, work] = [new Map<string, number>(), new Map<string, number>()];
    const keepBest = async (best: Map<string, number>, probe: Probe) => {
      for (const [what, ms] of await measure(context, path(places), interactions, probe))
        best.set(what, Math.min(ms, best.get(what) ?? Infinity));
    };
    for (let round = 0; round < Number(options.rounds); round += 1) {
      await keepBest(work, probeWork);
      if (!options["work-only"]) await keepBest(paint, probePaint);
    }
    for (const [what, ms] of work) {
      const longest = paint.get(what) ?? ms;
      if (longest > MAX_MS) process.exitCode = 1;
      const mark = longest > MAX_MS ? `✗ of ${MAX_MS}` : "";
      console.log(`| ${name} | ${what} | ${paint.get(what) ?? ""} | ${ms.toFixed(0)} | ${mark} |`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
}
