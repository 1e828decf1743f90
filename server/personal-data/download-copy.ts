/** Shared by the copies of people and of organizations: the job that makes them, and their download. */
import { contentDisposition } from "#server/kit/documents/csv.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import type { DataExportRow } from "./queries.ts";

export const EXPORT_JOB = "personal-data.export";

/** @throws HttpError 404 */
export function findMadeCopy(row: DataExportRow | undefined, id: string, now: Date): DataExportRow {
  if (row?.state !== "done" || row.id !== id.toLowerCase() || !row.expires_at || row.expires_at <= now)
    throw notFound();
  return row;
}

export const setDownloadHeaders = (reply: RawCall["reply"], title: string, { created_at }: DataExportRow) =>
  reply
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", contentDisposition(`${title} ${created_at.toISOString().slice(0, 10)}.zip`));
