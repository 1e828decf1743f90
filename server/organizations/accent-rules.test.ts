import { readFileSync } from "node:fs";
import { join } from "node:path";
import Color from "color";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  accentTokens,
  computeAccent,
  contrastOf,
  MIN_CONTRAST,
  type Theme,
  themeRules,
} from "#contract/organizations-accent-rules.ts";

const tokens = readFileSync(join(import.meta.dirname, "../../web/tokens.css"), "utf8");

interface Oklch {
  color: ReturnType<typeof Color>;
  alpha: number;
}
/** `--canvas: light-dark(oklch(…), oklch(…));` */
function readToken(name: string, theme: Theme): Oklch {
  const [, light = "", dark = ""] =
    new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(tokens) ?? [];
  const [l = 0, c = 0, h = 0, alpha = 1] = (theme === "light" ? light : dark).split(/[ /]+/).map(Number);
  return { color: Color({ okl: l * 100, okc: c * 100, okh: h }).rgb(), alpha };
}
function layOver(below: Oklch, { color, alpha }: Oklch): Oklch {
  const parts = below.color.array().map((part, index) => part * (1 - alpha) + (color.array()[index] ?? 0) * alpha);
  return { color: Color.rgb(parts), alpha: 1 };
}

const themes = ["light", "dark"] as const;
const surfacesOf = (theme: Theme) => {
  const plain = ["canvas", "surface", "sunken", "raised"].map((name) => readToken(name, theme));
  return [...plain, ...plain.flatMap((one) => ["hover", "active"].map((name) => layOver(one, readToken(name, theme))))];
};

test.each(themes)(
  "no %s surface of the product has less contrast to text than the one that colours are moved by",
  (theme) => {
    const text = theme === "light" ? "#000000" : "#ffffff";
    const least = contrastOf(text, themeRules[theme].surface);
    for (const { color } of surfacesOf(theme)) expect(contrastOf(text, color.hex())).toBeGreaterThanOrEqual(least);
  },
);

const anyColor = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("links are readable on every surface, and text on buttons, whatever the colour, in both themes", () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const accents = computeAccent(color);
      for (const theme of themes) {
        const { accent, hover, onAccent, soft } = accents[theme];
        for (const part of [accent, hover, onAccent, soft]) expect(part).toMatch(/^#[0-9a-f]{6}$/);
        for (const surface of [...surfacesOf(theme).map((one) => one.color.hex()), soft, onAccent])
          expect(contrastOf(accent, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrastOf(hover, onAccent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }),
    { numRuns: 200 },
  );
});

test("a colour that is readable already stays as it is", () => {
  expect(computeAccent("#116b4b").light.accent).toBe("#116b4b");
  expect(computeAccent("#ffd500").dark.accent).toBe("#ffd500");
});

test("a colour is moved no further than it must be, and keeps its hue", () => {
  const { accent } = computeAccent("#ffd500").light;
  expect(contrastOf(accent, themeRules.light.surface)).toBeLessThan(MIN_CONTRAST + 0.1);
  const hueOf = (color: string) => Color(color).oklch().array()[2] ?? 0;
  expect(Math.abs(hueOf(accent) - hueOf("#ffd500"))).toBeLessThan(3);
});

test("black, white and grey have no hue, and stay grey", () => {
  for (const color of ["#000000", "#ffffff", "#808080"]) {
    const { light, dark } = computeAccent(color);
    for (const { accent } of [light, dark]) expect(accent.slice(1, 3)).toBe(accent.slice(3, 5));
  }
});

test("only the colour of buttons and links is replaced: states keep their own", () => {
  const names = Object.keys(accentTokens(computeAccent("#1d4ed8")));
  for (const name of names) expect(tokens).toContain(`${name}: light-dark(`);
  expect(names.filter((name) => !/accent|ring/.test(name))).toEqual([]);
});
