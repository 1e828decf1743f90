/** Imports that have not begun: their row, their file, and how many files are parsed at once. */
import type { Database } from "#server/kit/db/database.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { createLimiter } from "#server/kit/process/limiter.ts";
import { findImport, findImportContent, findImportToChange, type ImportKindName } from "./queries.ts";

/** Parsing a large file takes seconds, and ten times its size in memory. */
export const limitParsing = createLimiter(12);

export async function findDraftImport(db: Database, organizationId: string, id: string, kind: ImportKindName) {
  const row = await findImportToChange(db, organizationId, id, kind);
  if (row.state !== "draft") throw new HttpError(409, message("imports.begunAlready"));
  return row;
}

export async function findDraftContent(
  db: Database,
  organizationId: string,
  id: string,
  kind: ImportKindName,
): Promise<Buffer> {
  const { state } = await findImport(db, organizationId, id, kind);
  const content = await findImportContent(db, organizationId, id);
  if (state !== "draft" || !content) throw new HttpError(409, message("imports.begunAlready"));
  return content;
}
