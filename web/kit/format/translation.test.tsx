import { afterEach, beforeEach, expect, test, vi } from "vitest";
import english from "#messages/en.json";
import { getDateFormats } from "./date-formats.ts";
import { formatAmount, getCurrencySymbol } from "./amount-format.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { setTheme, currentTheme } from "#web/kit/ui/theme.ts";
import { detectLanguage, renderIssue, language, setLanguage, t, useTranslation } from "./translation.ts";

const showsLanguage = (...tags: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup();
});

test("the language is the stored one, else the browser's, else French", () => {
  showsLanguage("de-DE", "en-GB");
  expect(detectLanguage()).toBe("en");
  showsLanguage("de-DE", "it");
  expect(detectLanguage()).toBe("fr");
  localStorage.setItem("language", "en");
  expect(detectLanguage()).toBe("en");
});

test("choosing a language stores it, tells the document, and changes what is on the screen", async () => {
  const Save = () => <p>{useTranslation()("kit.save")}</p>;
  await renderInApp(() => <Save />);
  expect(document.body.textContent).toBe("Save");
  await setLanguage("fr");
  await expect.poll(() => document.body.textContent).toBe("Enregistrer");
  expect(document.documentElement.lang).toBe("fr");
  expect(localStorage.getItem("language")).toBe("fr");
  expect(language()).toBe("fr");
});

test("French has a text for every key of the English words, its own or theirs", async () => {
  await setLanguage("fr", { persist: false });
  const keys = Object.entries(english).flatMap(([module, texts]) =>
    Object.keys(texts).map((key) => `${module}.${key}`),
  );
  const missing = keys.filter((key) => (t as (key: string, params: object) => string)(key, { count: 1 }) === key);
  expect(keys.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("counting follows the language's plurals", async () => {
  await setLanguage("en", { persist: false });
  expect([0, 1, 2].map((count) => t("kit.results", { count }))).toEqual(["0 results", "1 result", "2 results"]);
  await setLanguage("fr", { persist: false });
  expect([0, 1, 2].map((count) => t("kit.results", { count }))).toEqual(["0 résultat", "1 résultat", "2 résultats"]);
});

test("a schema's complaint reads as words", async () => {
  await setLanguage("en", { persist: false });
  expect(
    renderIssue({ code: "too_small", origin: "string", minimum: 3, path: ["name"], message: "Invalid input" }, "ab"),
  ).toBe("At least 3 characters");
  expect(
    renderIssue({ code: "too_small", origin: "string", minimum: 3, path: ["name"], message: "Invalid input" }, ""),
  ).toBe("This field is required");
});

test("dates read as the specification wants in English, and as the French write them, on the facility's clock", async () => {
  const instant = "2026-11-20T15:00:00Z";
  await setLanguage("en", { persist: false });
  expect(getDateFormats("Europe/Paris", "en").dateTime(instant)).toBe("Nov 20, 2026 4:00 PM");
  expect(getDateFormats("America/New_York", "en").dateTime(instant)).toBe("Nov 20, 2026 10:00 AM");
  expect(getDateFormats("Europe/Paris", "fr").dateTime(instant)).toBe("20/11/2026 16:00");
  expect(getDateFormats("Europe/Paris", "fr").timeRange(instant, "2026-11-20T16:30:00Z")).toBe("16:00 – 17:30");
  const ranges = [
    ["2026-11-20T15:00:00Z", "2026-11-20T16:30:00Z"],
    ["2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"],
    ["2026-11-20T22:30:00Z", "2026-11-21T00:00:00Z"],
  ] as const;
  const { timeRange } = getDateFormats("Europe/Paris", "en");
  expect(ranges.map(([start, end]) => timeRange(start, end).replace(/[\u202f\u00a0]/g, " "))).toEqual([
    "4:00 – 5:30 PM",
    "11:00 AM – 1:00 PM",
    "11:30 PM – 1:00 AM",
  ]);
  expect([30, 60, 90].map(getDateFormats().duration)).toEqual(["30 min", "1 h", "1 h 30 min"]);
});

test("the symbol of a currency is its own, in both languages", () => {
  const symbols = ["EUR", "USD", "CAD", "PLN", "CHF"].map((currency) =>
    ["en", "fr"].map((tag) => getCurrencySymbol(currency, tag)).join(" "),
  );
  expect(symbols).toEqual(["€ €", "$ $", "$ $", "zł zł", "CHF CHF"]);
});

test("amounts are in minor units of their currency", () => {
  expect(formatAmount(1800, "EUR", "en-US")).toBe("€18.00");
  expect(formatAmount(1800, "EUR", "fr-FR").replace(/\s/g, " ")).toBe("18,00 €");
  expect(formatAmount(1800, "JPY", "en-US")).toBe("¥1,800");
});

test("a theme is stored and shown, and the system's removes it", () => {
  setTheme("dark");
  expect([localStorage.getItem("current-theme"), document.documentElement.dataset["theme"], currentTheme()]).toEqual([
    "dark",
    "dark",
    "dark",
  ]);
  setTheme("system");
  expect([localStorage.getItem("current-theme"), document.documentElement.dataset["theme"], currentTheme()]).toEqual([
    null,
    undefined,
    "system",
  ]);
});
