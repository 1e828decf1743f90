/**
 * A backup is a tar archive, compressed with Zstandard and, where a key is set, encrypted with age: `age -d`, `zstd -d`
 * and `tar -x` open it without Baseline.
 *
 * Its members, in this order:
 * - `manifest.json`: the `Manifest`
 * - `tables/NAME/00001.copy` …: rows as `COPY … TO` writes them as text, in parts that end with a row
 * - `files/photos/…`: the files of the store
 * - `rows.json`: number of rows by table
 * - `SHA256SUMS`: the checksum of every member before it, as `sha256sum` writes them
 */
import * as z from "zod/mini";

export const BACKUP_FORMAT = 1;
export const MANIFEST_NAME = "manifest.json";
export const ROW_COUNTS_NAME = "rows.json";
export const CHECKSUMS_NAME = "SHA256SUMS";
export const FILES_FOLDER = "files/";

/** @param part from 1 */
export const tablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(5, "0")}.copy`;
export const tableOfPart = (name: string): string | undefined => /^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];

export const Manifest = z.object({
  format: z.number(),
  /** Release of Baseline that wrote it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Columns in the order of the parts' values. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const RowCounts = z.record(z.string(), z.number());
export type RowCounts = z.infer<typeof RowCounts>;
