/** The package brings no types: of it, what printing uses. */
declare module "fontkit" {
  export interface Glyph {
    /** The text that it stands for. */
    codePoints: number[];
  }
  export interface GlyphRun {
    glyphs: Glyph[];
    positions: Record<string, number>[];
    /** Advance of the whole run, as positioned. */
    readonly advanceWidth: number;
  }
  export interface Font {
    layout(text: string, features?: unknown): GlyphRun;
    /** Always the same object for a number. */
    getGlyph(id: number, codePoints?: number[]): Glyph;
    /** Its `id` is 0 where there is none. */
    glyphForCodePoint(codePoint: number): { id: number };
  }
  export function create(bytes: Uint8Array): Font;
}
