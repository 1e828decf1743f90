/** CSV of the rows that an import refused, with the reasons. */
import type { ImportReport } from "#contract/imports.ts";

/** Without the byte order mark, spreadsheets do not read UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * Writes the errors of an import as CSV.
 * @param headers of the four columns: line, column, value, problem
 * @param separator that spreadsheets expect in the reader's language: comma or semicolon
 */
export function toErrorsCsv(headers: readonly string[], errors: ImportReport["errors"], separator: string): string {
  const rows = errors.map(({ line, column, value, message }) => [String(line), column ?? "", value ?? "", message]);
  return byteOrderMark + [headers, ...rows].map((row) => `${row.map(quoteCell).join(separator)}\r\n`).join("");
}

/** Quotes a cell. Prevents formula injection, since values come from an uploaded file. */
function quoteCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
