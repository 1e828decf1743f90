/** CSV as a spreadsheet takes it, when somebody opens the file with a double click; see `docs/decisions/0015-exports.md`. */
import { stringify } from "csv-stringify/sync";
import type { Language } from "#words/words.ts";

/** Begins a file: without it Excel reads another encoding. */
export const byteOrderMark = "\uFEFF";
/** Excel splits by the list separator of the system, which in France is the semicolon: the comma is for decimals there. */
const separators: Record<Language, string> = { en: ",", fr: ";" };

export const csvText = (rows: string[][], language: Language): string =>
  stringify(rows, {
    delimiter: separators[language],
    record_delimiter: "windows",
    // Whichever of them a spreadsheet splits by, it splits nowhere within a cell.
    quoted_match: /[;,\t]/,
  });

/** How a download is called: with a name for everybody, and one without accents for who knows no other (RFC 6266). */
export function dispositionOf(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]/g, "_")
    .replaceAll(" ", "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
