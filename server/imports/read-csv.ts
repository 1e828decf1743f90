/** Parses CSV files as spreadsheets write them, with any common delimiter and line break. */
import { setImmediate as breathe } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { parse, type CsvError } from "csv-parse";
import { type FileEncoding, MAX_IMPORT_ROWS } from "#contract/imports.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { type DecodedFile, decodeFile } from "./file-encoding.ts";
import { fileError } from "./file-error.ts";

export interface CsvLine {
  /** Line number in the file, from 1; the first line of the row if cells contain line breaks. */
  line: number;
  cells: string[];
}
export interface CsvTable {
  encoding: FileEncoding;
  headers: string[];
  /** Without blank rows. */
  rows: CsvLine[];
}

const MAX_COLUMNS = 200;
/** Spreadsheets append empty cells; more than this is rejected. */
const MAX_CELLS = 2000;
/** Bytes of a row, and characters searched for the delimiter. */
const MAX_ROW_LENGTH = 1_000_000;
/** The first one wins where several fit equally well. */
const delimiters = [",", ";", "\t", "|", "^"];
/** Spaces also occur within names: they part the cells only if nothing else does, and in all lines alike. */
const lastDelimiter = " ";
const SAMPLED_LINES = 20;

/** Counts of each delimiter outside of quotes, by line. */
function countDelimiters(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let line = new Map<string, number>();
  let [isQuoted, isEmpty] = [false, true];
  for (const sign of text.trimStart().slice(0, MAX_ROW_LENGTH)) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || (sign !== "\n" && sign !== "\r")) {
      if (!isQuoted && (sign === lastDelimiter || delimiters.includes(sign))) line.set(sign, (line.get(sign) ?? 0) + 1);
      isEmpty = false;
    } else if (!isEmpty) {
      lines.push(line);
      if (lines.length === SAMPLED_LINES) return lines;
      [line, isEmpty] = [new Map(), true];
    }
  }
  return isEmpty ? lines : [...lines, line];
}

/** The delimiter that occurs in the header, and equally often in the most lines. */
function guessDelimiter(text: string): string {
  const lines = countDelimiters(text);
  const inHeader = (delimiter: string) => lines[0]?.get(delimiter) ?? 0;
  const fits = (delimiter: string) => lines.filter((line) => line.get(delimiter) === inHeader(delimiter)).length;
  const [best] = delimiters
    .filter((delimiter) => inHeader(delimiter) > 0)
    .toSorted((a, b) => fits(b) - fits(a) || inHeader(b) - inHeader(a));
  return best ?? (inHeader(lastDelimiter) > 0 && fits(lastDelimiter) === lines.length ? lastDelimiter : ",");
}

const isBlank = (cell: string | undefined) => (cell ?? "").trim() === "";

const PART_LENGTH = 65_536;

/** Normalizes line breaks, so that a break within a cell counts as one line. */
async function* splitIntoParts(text: string): AsyncGenerator<Buffer> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + PART_LENGTH;
    // Do not split a CRLF or a surrogate pair.
    if (/[\n\uDC00-\uDFFF]/.test(text.charAt(to))) to++;
    yield Buffer.from(text.slice(from, to).replace(/\r\n?/g, "\n"));
    // Let other requests run between two parts.
    await breathe();
  }
}

async function parseLines(text: string, delimiter: string, before: number): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  let end = before;
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    max_record_size: MAX_ROW_LENGTH,
    cast(cell, { index }) {
      // Stop early: a row of millions of delimiters would be parsed completely.
      if (index > MAX_CELLS) throw fileError(422, message("imports.tooManyColumns", { most: MAX_COLUMNS }));
      return cell;
    },
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record(record: string[], { lines: read }) {
      end = before + read;
      if (record.every(isBlank)) return null;
      const line = end - record.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
      // The header does not count.
      if (lines.length > MAX_IMPORT_ROWS)
        throw fileError(422, message("imports.tooManyRows", { most: MAX_IMPORT_ROWS }));
      lines.push({ line, cells: record });
      return null;
    },
  });
  try {
    await pipeline(splitIntoParts(text), parser, async (none) => {
      for await (const _none of none);
    });
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const { code } = error as CsvError;
    if (code === "CSV_MAX_RECORD_SIZE") throw fileError(422, message("imports.rowTooLong", { line: end + 1 }));
    if (code?.startsWith("CSV_")) throw fileError(422, message("imports.unreadable", { line: end + 1 }));
    throw error;
  }
  return lines;
}

/**
 * @param chosen encoding of the file; without it, it is guessed
 * @throws HttpError on `file`: 415 if it is not text, 422 if it is not a table
 */
export const readTable = async (content: Buffer, chosen?: FileEncoding): Promise<CsvTable> =>
  parseTable(decodeFile(content, chosen));

/** @throws HttpError on `file`: 422 if it is not a table */
export async function parseTable({ text, encoding }: DecodedFile): Promise<CsvTable> {
  // Excel's own header line for the delimiter.
  const separatorLine = /^sep=(.)(?:\r\n?|\n)/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const [header, ...rows] = await parseLines(body, separatorLine?.[1] ?? guessDelimiter(body), separatorLine ? 1 : 0);
  if (!header) throw fileError(422, message("imports.empty"));
  if (rows.length === 0) throw fileError(422, message("imports.noRows"));
  const width = tableWidth(header.cells, rows);
  if (width > MAX_COLUMNS) throw fileError(422, message("imports.tooManyColumns", { most: MAX_COLUMNS }));
  return {
    encoding,
    headers: header.cells.slice(0, width).map((cell) => cell.trim()),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.length > width ? trimEnd(cells, width) : cells })),
  };
}

/** Spreadsheets leave columns without header and values at the end; they are dropped. */
function tableWidth(header: string[], rows: CsvLine[]): number {
  let width = header.length;
  while (width > 1 && isBlank(header[width - 1]) && rows.every(({ cells }) => isBlank(cells[width - 1]))) width--;
  return width;
}

/** Drops blank cells beyond the header; other extra cells stay, to report the row as invalid. */
const trimEnd = (cells: string[], width: number) => (cells.slice(width).every(isBlank) ? cells.slice(0, width) : cells);
