/** CSV for a spreadsheet that opens the file by double click; see `docs/decisions/0015-exports.md`. */
import { stringify } from "csv-stringify/sync";
import type { Language } from "#messages/translator.ts";

/** Without it Excel reads another encoding. */
export const byteOrderMark = "\uFEFF";
/** Excel splits by the system's list separator; in France that is the semicolon, since the comma is the decimal sign. */
const separators: Record<Language, string> = { en: ",", fr: ";" };

export const formatCsv = (rows: string[][], language: Language): string =>
  stringify(rows, {
    delimiter: separators[language],
    record_delimiter: "windows",
    // Quote all separators: a spreadsheet splits by any of them.
    quoted_match: /[;,\t]/,
  });

/** `Content-Disposition` with a UTF-8 name, and one without accents for clients that do not know it (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]/g, "_")
    .replaceAll(" ", "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
