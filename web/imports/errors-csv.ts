/** The errors of an import as CSV, for a spreadsheet. */
import type { ImportReport } from "#contract/imports.ts";

/** Tells spreadsheets that it is UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * @param headers of its four columns: line, column, value, problem
 * @param separator a comma, or what spreadsheets of the language expect instead
 */
export function toErrorsCsv(headers: readonly string[], errors: ImportReport["errors"], separator: string): string {
  const rows = errors.map(({ line, column, value, message }) => [String(line), column ?? "", value ?? "", message]);
  return byteOrderMark + [headers, ...rows].map((row) => `${row.map(quoteCell).join(separator)}\r\n`).join("");
}

/** A cell that no spreadsheet takes for a formula: values come from the file, and so from anybody. */
function quoteCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
