/** The one style of a page, inlined: the web's own tokens and font, and what pages need beside them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Html } from "#server/kit/http/html.ts";

const WEB_FOLDER = join(import.meta.dirname, "../../web");
const ASSETS_FOLDER = join(WEB_FOLDER, "dist/assets");

/** Without comments, and one space where there were many. */
const compact = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/\s?([{}:;,>])\s?/g, "$1")
    .trim();

/** The properties of the first rule of the file: colors, shadows and fonts, in both themes. */
function readTokens(): string {
  const [, block = ""] = /:root\s*\{([\s\S]*?)\n\}/.exec(readFileSync(join(WEB_FOLDER, "tokens.css"), "utf8")) ?? [];
  // Pages follow the system alone.
  return `:root{${block.replace(/&\[[^\]]*\]\s*\{[^}]*\}/g, "")}}`;
}

const tokenName = /--[\w-]+/g;
/** Drops the tokens that neither the pages nor other tokens use. */
function dropUnused(tokens: string, css: string): string {
  const used = new Set([...css.matchAll(tokenName)].map(([name]) => name));
  for (let count = -1; count !== used.size;) {
    count = used.size;
    for (const [, name = "", value = ""] of tokens.matchAll(/(--[\w-]+):([^;]+);/g))
      if (used.has(name)) for (const [needed] of value.matchAll(tokenName)) used.add(needed);
  }
  return tokens.replace(/(--[\w-]+):[^;]+;/g, (whole, name: string) => (used.has(name) ? whole : ""));
}

export interface PageStyle {
  style: Html;
  /** Address of the font; undefined without a build of the web. */
  font: string | undefined;
}

function readStyle(): PageStyle {
  const css = compact(readFileSync(join(import.meta.dirname, "pages.css"), "utf8"));
  const name = existsSync(ASSETS_FOLDER)
    ? readdirSync(ASSETS_FOLDER).find((file) => /^geist-latin-wght-normal.*\.woff2$/.test(file))
    : undefined;
  const font = name && `/assets/${name}`;
  const face = font
    ? `@font-face{font-family:'Geist Variable';src:url(${font}) format('woff2');font-weight:100 900;font-display:swap}`
    : "";
  return { style: { html: face + dropUnused(compact(readTokens()), css) + css }, font };
}

let known: PageStyle | undefined;
export const pageStyle = (): PageStyle => (known ??= readStyle());
