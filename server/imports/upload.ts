/** Receives the file of an import, and describes its columns. */
import type { FastifyRequest } from "fastify";
import { MAX_IMPORT_BYTES } from "#contract/imports.ts";
import { invalidFields, HttpError, message } from "#server/kit/http/http-error.ts";
import type { ImportColumn } from "./queries.ts";
import type { CsvTable } from "./read-csv.ts";

export async function receiveFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  const file = await request.file();
  if (!file) throw invalidFields({ file: [message("kit.required")] });
  try {
    return { name: file.filename, content: await file.toBuffer() };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    const saying = message("imports.tooLarge", { most: MAX_IMPORT_BYTES / 1024 / 1024 });
    throw new HttpError(413, saying, { errors: { file: [saying] } });
  }
}

const MAX_SAMPLES = 3;
const isAccented = (text: string) => /[^\p{ASCII}]/u.test(text);

/** The first values; one of them has accents if any value has, since they show whether the encoding is right. */
function sampleColumn(rows: CsvTable["rows"], at: number): string[] {
  const samples = new Set<string>();
  let accented: string | undefined;
  for (const { cells } of rows) {
    const cell = (cells[at] ?? "").trim().slice(0, 80).toWellFormed();
    if (cell !== "" && samples.size < MAX_SAMPLES) samples.add(cell);
    if (isAccented(cell)) accented ??= cell;
    if (samples.size === MAX_SAMPLES && accented !== undefined) break;
  }
  if (accented === undefined || samples.has(accented)) return [...samples];
  return [...[...samples].slice(0, MAX_SAMPLES - 1), accented];
}

export const describeTable = ({ encoding, headers, rows }: CsvTable) => ({
  encoding,
  columns: headers.map((header, at): ImportColumn => ({
    header: header.slice(0, 200).toWellFormed(),
    samples: sampleColumn(rows, at),
  })),
  rows: rows.length,
});

/** Removes folders, which some clients send, and line breaks. */
export const cleanFileName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed() || "import.csv";

/** Says on the encoding what is wrong with the file that is read in it. */
export async function rethrowOnEncoding<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const file = error instanceof HttpError ? error.errors?.["file"] : undefined;
    throw file ? invalidFields({ encoding: file }) : error;
  }
}
