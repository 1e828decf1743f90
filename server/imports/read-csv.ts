/** Reads a CSV file as spreadsheets write it: of whatever encoding, delimiter and line ends. */
import { setImmediate as breathe } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { parse, type CsvError } from "csv-parse";
import { MAX_IMPORT_ROWS } from "#contract/imports.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";

export interface CsvLine {
  /** In the file, the first being 1; of cells with line breaks, where the row begins. */
  line: number;
  cells: string[];
}
export interface CsvTable {
  headers: string[];
  /** Rows with something in them. */
  rows: CsvLine[];
}

const MAX_COLUMNS = 200;
/** Cells of one row: spreadsheets leave empty ones at the end. */
const MAX_CELLS = 2000;
/** Bytes, and signs of a header; what is longer is no row that anybody wrote. */
const MAX_ROW_LENGTH = 1_000_000;
const fileError = (status: 415 | 422, saying: LocalizedMessage) =>
  new HttpError(status, saying, { errors: { file: [saying] } });

const startsWithBytes = (content: Buffer, ...bytes: number[]) =>
  content.subarray(0, bytes.length).equals(Buffer.from(bytes));

/** UTF-8 where it is that; else what spreadsheets of Western Europe write. */
function decode(content: Buffer): string {
  if (startsWithBytes(content, 0x50, 0x4b, 0x03, 0x04) || startsWithBytes(content, 0xd0, 0xcf, 0x11, 0xe0))
    throw fileError(415, message("imports.workbook"));
  const text = startsWithBytes(content, 0xff, 0xfe)
    ? new TextDecoder("utf-16le").decode(content)
    : startsWithBytes(content, 0xfe, 0xff)
      ? new TextDecoder("utf-16be").decode(content)
      : decodeBytes(content);
  if (text.includes("\u0000")) throw fileError(415, message("imports.notText"));
  return text;
}

function decodeBytes(content: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

const delimiters = [",", ";", "\t", "|"];

/** The one that occurs most in the header, quotes left out. */
function guessDelimiter(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const sign of text.trimStart().slice(0, MAX_ROW_LENGTH)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") break;
    else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return delimiters.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

const isBlank = (cell: string | undefined) => (cell ?? "").trim() === "";

const PART_LENGTH = 65_536;

/** Lines end the same wherever they were written: a break within a cell counts as one line. */
async function* splitIntoParts(text: string): AsyncGenerator<Buffer> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + PART_LENGTH;
    // Neither two bytes that end a line nor two halves of a sign are torn apart.
    if (/[\n\uDC00-\uDFFF]/.test(text.charAt(to))) to++;
    yield Buffer.from(text.slice(from, to).replace(/\r\n?/g, "\n"));
    // Others' requests are answered between two parts.
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
      // Millions of delimiters hold nothing, and would still be worked through.
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
      // The header is no row.
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
 * @param content bytes of a file
 * @throws HttpError 415 for what is no text, 422 for what is no table, each under `file`
 */
export async function readTable(content: Buffer): Promise<CsvTable> {
  const text = decode(content);
  // Excel's own way of saying what separates the cells.
  const separatorLine = /^sep=(.)(?:\r\n?|\n)/i.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const [header, ...rows] = await parseLines(body, separatorLine?.[1] ?? guessDelimiter(body), separatorLine ? 1 : 0);
  if (!header) throw fileError(422, message("imports.empty"));
  if (rows.length === 0) throw fileError(422, message("imports.noRows"));
  const width = tableWidth(header.cells, rows);
  if (width > MAX_COLUMNS) throw fileError(422, message("imports.tooManyColumns", { most: MAX_COLUMNS }));
  return {
    headers: header.cells.slice(0, width).map((cell) => cell.trim()),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.length > width ? trimEnd(cells, width) : cells })),
  };
}

/** Columns at the end without a header and without a value are what spreadsheets leave behind. */
function tableWidth(header: string[], rows: CsvLine[]): number {
  let width = header.length;
  while (width > 1 && isBlank(header[width - 1]) && rows.every(({ cells }) => isBlank(cells[width - 1]))) width--;
  return width;
}

/** Blank cells beyond the header are none; others stay, for they tell that the row is wrong. */
const trimEnd = (cells: string[], width: number) => (cells.slice(width).every(isBlank) ? cells.slice(0, width) : cells);
