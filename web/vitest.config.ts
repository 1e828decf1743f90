/** Vitest of the web: components in a real browser, because layout, focus and pointer behaviour need one. */
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import site from "../vite.config.ts";

/** Drags the first matching element by real mouse moves. `dx` is in pixels, to the right. */
const drag: BrowserCommand<[selector: string, dx: number]> = async ({ page, frame }, selector, dx) => {
  const box = await (await frame()).locator(selector).first().boundingBox();
  if (!box) throw new Error(`nothing to drag at ${selector}`);
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + dx * part, y);
  await page.mouse.up();
  await page.mouse.move(0, 0);
};

export default mergeConfig(
  site,
  defineConfig({
    root: import.meta.dirname,
    // Otherwise Vitest would create a `node_modules` folder beside the sources.
    cacheDir: join(import.meta.dirname, "../node_modules/.vite"),
    test: {
      name: "web",
      include: ["**/*.test.{ts,tsx}"],
      testTimeout: 15_000,
      expect: { poll: { timeout: 5000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1280, height: 800 },
        commands: { drag },
        provider: playwright({
          launchOptions: {
            executablePath: process.env["CHROME"] ?? "/usr/bin/chromium",
            args: [
              "--no-sandbox",
              "--disable-gpu",
              "--disable-quic",
              "--no-first-run",
              "--disable-background-networking",
              "--disable-component-update",
              "--disable-sync",
            ],
          },
          contextOptions: {
            viewport: { width: 1400, height: 900 },
            locale: "en-US",
            timezoneId: "Europe/Paris",
            reducedMotion: "reduce",
          },
        }),
        instances: [{ browser: "chromium" }],
      },
    },
    optimizeDeps: {
      // Dependencies found later would reload the page in the middle of a test.
      include: [
        "react",
        "react/jsx-dev-runtime",
        "react/compiler-runtime",
        "react-dom/client",
        "vitest-browser-react",
        "lucide-react",
        "zod/mini",
        "axe-core",
        "temporal-polyfill/global",
        "@internationalized/date",
        "react-aria/I18nProvider",
        "react-aria/useCalendar",
        "react-aria/useDateField",
        "react-aria/useRangeCalendar",
        "react-stately/useCalendarState",
        "react-stately/useDateFieldState",
        "react-stately/useRangeCalendarState",
        "@tanstack/react-router",
        "@tanstack/react-query",
        "radix-ui/toast",
        "radix-ui/dialog",
        "radix-ui/dropdown-menu",
        "radix-ui/popover",
      ],
    },
  }),
);
