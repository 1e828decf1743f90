/** Types for fontkit, which brings none: only the members that we use. */
declare module "fontkit" {
  export interface Glyph {
    codePoints: number[];
    /** Outline in font units, upwards. */
    path: { toSVG(): string };
  }
  export interface GlyphRun {
    glyphs: Glyph[];
    positions: Record<string, number>[];
    readonly advanceWidth: number;
  }
  export interface Font {
    ascent: number;
    unitsPerEm: number;
    layout(text: string, features?: unknown): GlyphRun;
    /** Returns the same object for the same id. */
    getGlyph(id: number, codePoints?: number[]): Glyph;
    /** The `id` is 0 if the font has no glyph. */
    glyphForCodePoint(codePoint: number): { id: number };
  }
  export function create(bytes: Uint8Array): Font;
}
