/** Draws text as outlines for SVG pictures, so that no font need be installed where they become pixels. */
import { splitIntoRuns, toPrintableText, type Weight } from "./pdf-fonts.ts";

interface OutlineStyle {
  /** Pixels. */
  size: number;
  weight: Weight;
}

const layOut = (text: string, { size, weight }: OutlineStyle) =>
  splitIntoRuns(toPrintableText(text), weight).flatMap(({ face: { font }, text: run }) => {
    const { glyphs, positions } = font.layout(run);
    const scale = size / font.unitsPerEm;
    return glyphs.map((glyph, index) => ({ glyph, scale, advance: (positions[index]?.["xAdvance"] ?? 0) * scale }));
  });

/** Pixels. */
export const outlineWidth = (text: string, style: OutlineStyle): number =>
  layOut(text, style).reduce((width, { advance }) => width + advance, 0);

/** @param at where the line of the text begins; @returns `<path>` elements */
export function drawTextOutlines(text: string, style: OutlineStyle, at: { x: number; y: number }): string {
  let { x } = at;
  const paths: string[] = [];
  for (const { glyph, scale, advance } of layOut(text, style)) {
    const path = glyph.path.toSVG();
    if (path !== "") paths.push(`<path transform="translate(${x} ${at.y}) scale(${scale} ${-scale})" d="${path}"/>`);
    x += advance;
  }
  return paths.join("");
}

/** Lines that are no wider than `width`; the last one ends with an ellipsis where more would follow. */
export function wrapOutlines(
  text: string,
  style: OutlineStyle,
  { width, lines }: { width: number; lines: number },
): string[] {
  const fits = (line: string) => outlineWidth(line, style) <= width;
  const shorten = (line: string) => {
    const signs = [...line];
    while (signs.length > 1 && !fits(`${signs.join("").trimEnd()}…`)) signs.pop();
    return `${signs.join("").trimEnd()}…`;
  };
  const wrapped: string[] = [];
  for (const word of text.split(" ")) {
    const last = wrapped.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) wrapped[wrapped.length - 1] = `${last} ${word}`;
    else wrapped.push(word);
  }
  const shown = wrapped.slice(0, lines);
  const rest = wrapped.slice(lines - 1).join(" ");
  if (wrapped.length > lines) shown[lines - 1] = shorten(rest);
  return shown.map((line) => (fits(line) ? line : shorten(line)));
}
