/** The package brings no types: of it, what printing uses. */
declare module "fontkit" {
  export interface GlyphRun {
    glyphs: unknown[];
    positions: Record<string, number>[];
    /** Of all, as they are positioned at the moment. */
    readonly advanceWidth: number;
  }
  export interface Font {
    layout(text: string, features?: unknown): GlyphRun;
    /** Its `id` is 0 where there is none. */
    glyphForCodePoint(codePoint: number): { id: number };
  }
  export function create(bytes: Uint8Array): Font;
}
