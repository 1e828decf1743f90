/** CSV for spreadsheets that open it by double click; `csv-cells.ts` keeps formulas out (injection). See `docs/decisions/0015-exports.md`. */
import { stringify } from "csv-stringify/sync";
import type { Language } from "#messages/translator.ts";

/** Excel needs it to detect UTF-8. */
export const byteOrderMark = "\uFEFF";
/** Excel splits by the system's list separator: in France the semicolon, because the comma is the decimal sign. */
const separators: Record<Language, string> = { en: ",", fr: ";" };

export const formatCsv = (rows: string[][], language: Language): string =>
  stringify(rows, {
    delimiter: separators[language],
    record_delimiter: "windows",
    // Quote all separators, because spreadsheets split by any of them.
    quoted_match: /[;,\t]/,
  });

/** `Content-Disposition` with the name in UTF-8 and in ASCII, for clients that do not support UTF-8 (RFC 6266). */
export function contentDisposition(name: string): string {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. -]/g, "_")
    .replaceAll(" ", "-");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
