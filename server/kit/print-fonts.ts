/** Inter for print: each script in a file of its own, parsed when it is first needed, and then kept. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { create, type Font, type GlyphRun } from "fontkit";

export type Weight = 400 | 600;

/** In the order in which a sign is looked for. */
const scripts = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

export interface Face {
  /** Names it within a document. */
  name: string;
  font: Font;
}

/** Words that a font remembers the shape of. */
const mostWords = 4000;

/** Most words of a document stand in the last one too: of those the shape is known. */
function remembering(font: Font): Font {
  const layOut = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  font.layout = (text, features) => {
    if (features) return layOut(text, features);
    let run = known.get(text);
    if (!run) {
      // Drawn closer together, the comma of an amount all but vanishes below a 7.
      run = /\d/.test(text) ? layOut(text, { kern: false }) : layOut(text);
      if (known.size >= mostWords) known.clear();
      known.set(text, run);
    }
    // Whoever gets them scales the positions, each for itself.
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
const opened = new Map<string, Face>();

function openFace(script: (typeof scripts)[number], weight: Weight): Face {
  const name = `inter-${script}-${weight}-normal`;
  const known = opened.get(name);
  if (known) return known;
  const face = {
    name,
    font: remembering(create(sfntOf(readFileSync(resolve(`@fontsource/inter/files/${name}.woff`))))),
  };
  opened.set(name, face);
  return face;
}

/** Substitutions of shapes, such as ligatures: looking for them took more than all the rest of a page, and changed nothing. */
const leftOut = "GSUB";

/**
 * A web font as the font that it packs: each of its tables would be unpacked for every document otherwise.
 * https://www.w3.org/TR/WOFF/
 */
export function sfntOf(woff: Buffer): Buffer {
  const [headSize, entrySize] = [12, 16];
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + index * 20;
    const [begin, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(begin, begin + packed);
    const tag = woff.toString("latin1", at, at + 4);
    return { tag, checksum: woff.readUInt32BE(at + 16), bytes: packed < size ? inflateSync(bytes) : bytes };
  }).filter(({ tag }) => tag !== leftOut);
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

export interface Run {
  face: Face;
  text: string;
}

/** Stands for a sign that Inter has no shape for: a PDF that lasts may hold none without one. */
const missing = "?";

/** A text as it can be printed: accents composed, the narrow space that French puts into numbers as wide as others. */
export const printable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\u202f/g, "\u00a0")
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === "\n" ? sign : ""));

/** Where each sign was found. */
const found: Record<Weight, Map<string, { face: Face; isMissing: boolean }>> = { 400: new Map(), 600: new Map() };

function find(sign: string, weight: Weight): { face: Face; isMissing: boolean } {
  const known = found[weight].get(sign);
  if (known) return known;
  const code = sign.codePointAt(0) ?? 0;
  const script = scripts.find((one) => openFace(one, weight).font.glyphForCodePoint(code).id > 0);
  const place = { face: openFace(script ?? "latin", weight), isMissing: script === undefined };
  // Whatever people write, it does not fill the memory.
  if (found[weight].size < 5000) found[weight].set(sign, place);
  return place;
}

/** Splits a printable text by the files that have its signs. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const { face, isMissing } = find(sign, weight);
    const last = runs.at(-1);
    const shown = isMissing ? missing : sign;
    if (last && last.face === face) last.text += shown;
    else runs.push({ face, text: shown });
  }
  return runs;
}
