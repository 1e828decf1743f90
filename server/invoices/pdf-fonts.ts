/** Fonts of the PDF: Inter, one file per script, parsed on first use and cached. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { create, type Font, type GlyphRun } from "fontkit";

export type Weight = 400 | 600;

/** Searched in this order. */
const scripts = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

export interface PdfFont {
  /** Unique within a document. */
  name: string;
  font: Font;
}

const MAX_CACHED_WORDS = 4000;

/** Caches the layout of words, because most of them occur in every document. */
function cacheLayouts(font: Font): Font {
  const [layOut, getGlyph] = [font.layout.bind(font), font.getGlyph.bind(font)];
  // fontkit keeps a glyph with the text of its first request, and without text if it was first part of another glyph: after an É,
  // the E of the next document would have no text.
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    if (codePoints.length > 0) glyph.codePoints = codePoints;
    return glyph;
  };
  const runsByWord = new Map<string, GlyphRun & { codePoints: number[][] }>();
  font.layout = (text, features) => {
    if (features) return layOut(text, features);
    let run = runsByWord.get(text);
    if (!run) {
      // Without kerning: kerned, the comma of an amount nearly vanishes below a 7.
      const made = /\d/.test(text) ? layOut(text, { kern: false }) : layOut(text);
      run = Object.assign(made, { codePoints: made.glyphs.map(({ codePoints }) => codePoints) });
      if (runsByWord.size >= MAX_CACHED_WORDS) runsByWord.clear();
      runsByWord.set(text, run);
    }
    for (const [index, codePoints] of run.codePoints.entries()) {
      const glyph = run.glyphs[index];
      if (glyph) glyph.codePoints = codePoints;
    }
    // Copy the positions, because callers scale them in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return {
      glyphs: run.glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((width, { xAdvance = 0 }) => width + xAdvance, 0);
      },
    };
  };
  return font;
}

const { resolve } = createRequire(import.meta.url);
const openFonts = new Map<string, PdfFont>();

function openFont(script: (typeof scripts)[number], weight: Weight): PdfFont {
  const name = `inter-${script}-${weight}-normal`;
  const openedFont = openFonts.get(name);
  if (openedFont) return openedFont;
  const font = create(unpackWoff(readFileSync(resolve(`@fontsource/inter/files/${name}.woff`))));
  const face = { name, font: cacheLayouts(font) };
  openFonts.set(name, face);
  return face;
}

/** Ligatures and other substitutions: their look-up takes more time than the rest of a page, and changes nothing. */
const OMITTED_TABLE = "GSUB";

/** Unpacks a WOFF, so that a document need not unpack the tables again: https://www.w3.org/TR/WOFF/ */
export function unpackWoff(woff: Buffer): Buffer {
  const [headSize, entrySize] = [12, 16];
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + index * 20;
    const [begin, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(begin, begin + packed);
    const tag = woff.toString("latin1", at, at + 4);
    return { tag, checksum: woff.readUInt32BE(at + 16), bytes: packed < size ? inflateSync(bytes) : bytes };
  }).filter(({ tag }) => tag !== OMITTED_TABLE);
  const count = tables.length;
  const head = Buffer.alloc(headSize + count * entrySize);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * entrySize, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * entrySize, 10);
  let offset = head.length;
  const padded = tables.map(({ tag, checksum, bytes }, index) => {
    const entry = headSize + index * entrySize;
    head.write(tag, entry, "latin1");
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const table = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(table);
    offset += table.length;
    return table;
  });
  return Buffer.concat([head, ...padded]);
}

export interface FontRun {
  face: PdfFont;
  text: string;
}

/** Replaces a character without a glyph, which PDF/A forbids. */
const MISSING_SIGN = "?";

/** Composes accents, replaces the narrow no-break space of French numbers, and removes control characters. */
export const toPrintableText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\u202f/g, "\u00a0")
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === "\n" ? sign : ""));

const fontBySign: Record<Weight, Map<string, { face: PdfFont; isMissing: boolean }>> = {
  400: new Map(),
  600: new Map(),
};

function findFont(sign: string, weight: Weight): { face: PdfFont; isMissing: boolean } {
  const cachedFont = fontBySign[weight].get(sign);
  if (cachedFont) return cachedFont;
  const code = sign.codePointAt(0) ?? 0;
  const script = scripts.find((one) => openFont(one, weight).font.glyphForCodePoint(code).id > 0);
  const place = { face: openFont(script ?? "latin", weight), isMissing: script === undefined };
  if (fontBySign[weight].size < 5000) fontBySign[weight].set(sign, place);
  return place;
}

export function splitIntoRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  for (const sign of text) {
    const { face, isMissing } = findFont(sign, weight);
    const last = runs.at(-1);
    const printedSign = isMissing ? MISSING_SIGN : sign;
    if (last && last.face === face) last.text += printedSign;
    else runs.push({ face, text: printedSign });
  }
  return runs;
}
