/**
 * Writes pictures of every screen of the demo, in both languages and themes, on a desktop and on a telephone, with a
 * contact sheet of each combination and a page to look at them side by side, into `docs/screens`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { startServer } from "#tests/support/start-server.ts";
import { chromiumFlags } from "./chromium-flags.ts";
import { type AccountName, signedInState, signInDemoAccounts, demoToken } from "./people.ts";
import { type DemoIds, findDemoIds, listScreens, type Screen, viewers } from "./screens.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/screens");

const languages = ["en", "fr"] as const;
const themes = ["light", "dark"] as const;
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  telephone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const sizeNames = Object.keys(sizes) as (keyof typeof sizes)[];

/** Those that journeys of their own visit, and no list names. */
const planning: Screen[] = [
  {
    name: "the organization's planning of a day",
    as: "owner",
    path: ({ organization }) => `/organizations/${organization}/planning`,
  },
  {
    name: "the organization's planning of a week",
    as: "owner",
    path: ({ organization }) => `/organizations/${organization}/planning?view=week`,
  },
];

interface Picture {
  name: string;
  file: string;
}

const fileNameOf = (name: string) => `${name.replaceAll(/[^a-z]+/gi, "-").toLowerCase()}.jpg`;

/** Data, fonts and pictures are there. A page that never settles is taken as it is after some seconds. */
async function settle(page: Page): Promise<void> {
  await page
    .getByRole("heading", { level: 1 })
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => {});
  const isLoaded = () =>
    document.querySelectorAll("[aria-busy=true]").length === 0 && document.fonts.status === "loaded";
  await page.waitForFunction(isLoaded, undefined, { timeout: 10_000 }).catch(() => {});
  await page.waitForTimeout(400);
}

interface Combination {
  url: string;
  language: (typeof languages)[number];
  theme: (typeof themes)[number];
  size: keyof typeof sizes;
}

const openContext = (browser: Browser, { url, language, theme, size }: Combination, as: AccountName | undefined) =>
  browser.newContext({
    ...sizes[size],
    baseURL: url,
    locale: language === "fr" ? "fr-FR" : "en-US",
    timezoneId: "Europe/Paris",
    colorScheme: theme,
    reducedMotion: "reduce",
    ...(as && { storageState: signedInState(demoToken(as), url) }),
  });

async function takePictures(
  context: BrowserContext,
  screens: readonly Screen[],
  { places, into }: { places: DemoIds; into: string },
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const page = await context.newPage();
  for (const { name, path } of screens) {
    const file = fileNameOf(name);
    await page.goto(typeof path === "string" ? path : path(places));
    await settle(page);
    await page.screenshot({ path: join(folder, into, file), type: "jpeg", quality: 70 });
    pictures.push({ name, file: `${into}/${file}` });
  }
  return pictures;
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const figures = (pictures: readonly Picture[], width: number) =>
  pictures
    .map(
      ({ name, file }) => `<figure><a href="${file}"><img src="${file}" width="${width}" loading="eager"></a>
<figcaption>${escapeHtml(name)}</figcaption></figure>`,
    )
    .join("\n");
const style = `body{font:13px system-ui;margin:16px;background:#888;color:#fff}
main{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{display:block}figcaption{padding:4px 0 8px}
a{color:inherit}h2{width:100%}`;

async function writeSheet(browser: Browser, name: string, pictures: readonly Picture[], width: number): Promise<void> {
  const path = join(folder, `${name}.html`);
  const body = `<h1>${name}</h1><main>${figures(pictures, width)}</main>`;
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${style}</style>${body}`);
  const page = await browser.newPage({ viewport: { width: 1900, height: 1000 } });
  await page.goto(`file://${path}`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 60, fullPage: true });
  await page.close();
}

function writeIndex(sheets: readonly { name: string; pictures: readonly Picture[] }[]): void {
  const names = [...new Set(sheets.flatMap(({ pictures }) => pictures.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const own = sheets.flatMap((sheet) =>
      sheet.pictures.filter((picture) => picture.name === name).map((picture) => ({ ...picture, name: sheet.name })),
    );
    return `<h2>${escapeHtml(name)}</h2>${figures(own, 440)}`;
  });
  const links = sheets.map(({ name }) => `<a href="${name}.html">${name}</a>`).join(" · ");
  const body = `<h1>Screens</h1><p>${links}</p><main>${rows.join("\n")}</main>`;
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${body.replaceAll('loading="eager"', 'loading="lazy"')}`,
  );
}

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isWanted = (text: string) => words.length === 0 || words.some((word) => text.includes(word));
const combinations = languages.flatMap((language) =>
  themes.flatMap((theme) => sizeNames.map((size) => ({ language, theme, size }))),
);
const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);

const executablePath = process.env.CHROME ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const sheets: { name: string; pictures: Picture[] }[] = [];
for (const language of languages) {
  const wanted = combinations.filter(
    (one) => one.language === language && (!only || `${language}-${one.theme}-${one.size}`.includes(only)),
  );
  if (wanted.length === 0) continue;
  const server = await startServer("screens", { TRUST_PROXY: "1", DEMO_LANGUAGE: language });
  try {
    process.env.JOURNEYS_URL = server.url;
    await signInDemoAccounts();
    const places = await findDemoIds("owner");
    for (const combination of wanted) {
      const { theme, size } = combination;
      const name = `${language}-${theme}-${size}`;
      rmSync(join(folder, name), { recursive: true, force: true });
      mkdirSync(join(folder, name), { recursive: true });
      const pictures: Picture[] = [];
      for (const [, as] of viewers) {
        const screens = [...(as === "owner" ? planning : []), ...listScreens(as)].filter((screen) =>
          isWanted(screen.name),
        );
        const context = await openContext(browser, { ...combination, url: server.url }, as);
        pictures.push(...(await takePictures(context, screens, { places, into: name })));
        await context.close();
      }
      await writeSheet(browser, name, pictures, size === "desktop" ? 456 : 222);
      sheets.push({ name, pictures });
      console.log(`${name}: ${pictures.length} screens`);
    }
  } finally {
    await server.stop();
  }
}
writeIndex(sheets);
await browser.close();
console.log(`Look at ${join(folder, "index.html")}`);
