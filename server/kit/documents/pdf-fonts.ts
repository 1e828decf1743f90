/** Fonts of the PDF: one file per script, parsed on first use and cached. Right-to-left text is put in the order it is read. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import bidiModule, { type Bidi } from "bidi-js";
import { create, type Font, type GlyphRun } from "fontkit";

export type Weight = 400 | 600;

interface FontFile {
  /** Package of Fontsource. */
  family: string;
  subset: string;
  /** Letters change with their neighbours: the table of substitutions is kept. */
  isShaped?: boolean;
  hasOneWeight?: boolean;
}
const inter = (subset: string): FontFile => ({ family: "inter", subset });
const noto = (script: string): FontFile => ({ family: `noto-sans-${script}`, subset: script, isShaped: true });

/** Searched in this order. Unifont has a sign for everything else of Unicode's first plane, Chinese included. */
const fontFiles: readonly FontFile[] = [
  ...["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"].map(inter),
  ...["arabic", "hebrew", "devanagari", "thai"].map(noto),
  { family: "noto-emoji", subset: "emoji" },
  { family: "unifont", subset: "latin", hasOneWeight: true },
];
const [latin] = fontFiles as [FontFile];

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

function openFont({ family, subset, isShaped = false, hasOneWeight = false }: FontFile, weight: Weight): PdfFont {
  const name = `${family}-${subset}-${hasOneWeight ? 400 : weight}-normal`;
  const openedFont = openFonts.get(name);
  if (openedFont) return openedFont;
  const woff = readFileSync(resolve(`@fontsource/${family}/files/${name}.woff`));
  const font = create(unpackWoff(woff, isShaped ? [] : [SUBSTITUTIONS_TABLE]));
  const face = { name, font: cacheLayouts(font) };
  openFonts.set(name, face);
  return face;
}

/** In most scripts ligatures and other substitutions take more time than the rest of a page, and change nothing. */
const SUBSTITUTIONS_TABLE = "GSUB";

/** Unpacks a WOFF, so that a document need not unpack the tables again: https://www.w3.org/TR/WOFF/ */
export function unpackWoff(woff: Buffer, omittedTables: readonly string[]): Buffer {
  const [headSize, entrySize] = [12, 16];
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + index * 20;
    const [begin, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(begin, begin + packed);
    const tag = woff.toString("latin1", at, at + 4);
    return { tag, checksum: woff.readUInt32BE(at + 16), bytes: packed < size ? inflateSync(bytes) : bytes };
  }).filter(({ tag }) => !omittedTables.includes(tag));
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

/** Height of the line above the letters, in parts of the font size: of Inter, so that other fonts stand on the same line. */
export function latinAscent(weight: Weight): number {
  const { ascent, unitsPerEm } = openFont(latin, weight).font;
  return ascent / unitsPerEm;
}

export interface FontRun {
  face: PdfFont;
  text: string;
}

/** Replaces a character without a glyph, which PDF/A forbids. */
const MISSING_SIGN = "?";

/** Says whether letters join; in Persian names, for example. */
const isJoiner = (sign: string): boolean => sign === "\u200c" || sign === "\u200d";

/**
 * Composes accents, replaces the narrow no-break space of French numbers, and removes control characters and what only
 * chooses between the forms of an emoji.
 */
export const toPrintableText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\u202f/g, "\u00a0")
    .replace(/[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu, (sign) => (sign === "\n" || isJoiner(sign) ? sign : ""));

const fontBySign: Record<Weight, Map<string, { face: PdfFont; isMissing: boolean }>> = {
  400: new Map(),
  600: new Map(),
};

const hasGlyph = ({ font }: PdfFont, code: number): boolean => font.glyphForCodePoint(code).id > 0;

function findFont(sign: string, weight: Weight): { face: PdfFont; isMissing: boolean } {
  const cachedFont = fontBySign[weight].get(sign);
  if (cachedFont) return cachedFont;
  const code = sign.codePointAt(0) ?? 0;
  const file = fontFiles.find((one) => hasGlyph(openFont(one, weight), code));
  const place = { face: openFont(file ?? latin, weight), isMissing: file === undefined };
  if (fontBySign[weight].size < 5000) fontBySign[weight].set(sign, place);
  return place;
}

/** In the order of the text. */
function splitByFont(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  for (const sign of text) {
    const last = runs.at(-1);
    if (isJoiner(sign)) {
      if (last && hasGlyph(last.face, sign.codePointAt(0) ?? 0)) last.text += sign;
      continue;
    }
    const { face, isMissing } = findFont(sign, weight);
    const printedSign = isMissing ? MISSING_SIGN : sign;
    if (last && last.face === face) last.text += printedSign;
    else runs.push({ face, text: printedSign });
  }
  return runs;
}

// Its types describe another kind of module than the one that Node loads.
const bidi = (bidiModule as unknown as () => Bidi)();
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** fontkit sets text with one of these letters from right to left by itself. */
const reversedByLayout =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u;

interface DirectedText {
  text: string;
  /** Embedding level of Unicode's bidirectional algorithm; odd levels read from right to left. */
  level: number;
}

function splitByDirection(text: string): DirectedText[] {
  const { levels } = bidi.getEmbeddingLevels(text, "ltr");
  const parts: DirectedText[] = [];
  let at = 0;
  for (const sign of text) {
    const level = levels[at] ?? 0;
    const last = parts.at(-1);
    if (last && last.level === level) last.text += sign;
    else parts.push({ text: sign, level });
    at += sign.length;
  }
  return parts;
}

/** Rule L2 of Unicode's bidirectional algorithm (UAX 9): from the highest level on, what is above it is reversed. */
function orderForReading(parts: readonly DirectedText[]): DirectedText[] {
  let ordered = [...parts];
  for (let level = Math.max(...parts.map((part) => part.level)); level > 0; level -= 1) {
    const next: DirectedText[] = [];
    let reversed: DirectedText[] = [];
    for (const part of ordered) {
      if (part.level >= level) reversed = [part, ...reversed];
      else {
        next.push(...reversed, part);
        reversed = [];
      }
    }
    ordered = [...next, ...reversed];
  }
  return ordered;
}

const reverseSigns = (text: string): string => [...text].reverse().join("");

function setDirection({ face, text }: FontRun, isRightToLeft: boolean): FontRun {
  if (reversedByLayout.test(text) === isRightToLeft) return { face, text };
  const mirrored = [...text].map((sign) => bidi.getMirroredCharacter(sign) ?? sign).join("");
  return { face, text: reverseSigns(isRightToLeft ? mirrored : text) };
}

/** @returns the runs of a line from left to right */
export function splitIntoRuns(text: string, weight: Weight): FontRun[] {
  if (!rightToLeft.test(text)) return splitByFont(text, weight);
  return orderForReading(splitByDirection(text)).flatMap((part) => {
    const isRightToLeft = part.level % 2 === 1;
    const runs = splitByFont(part.text, weight).map((run) => setDirection(run, isRightToLeft));
    return isRightToLeft ? runs.reverse() : runs;
  });
}
