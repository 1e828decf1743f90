/** Until when an import can be undone. */
import { IMPORT_UNDO_DAYS } from "#contract/imports.ts";
import type { ImportRecord } from "./queries.ts";

const DAY_MS = 86_400_000;
const endedStates = new Set(["done", "failed", "canceled"]);

/**
 * @param written number of records that the import has made or changed
 * @returns null if there is nothing to undo, or it is too late
 */
export function findUndoEnd(
  { state, ended_at }: Pick<ImportRecord, "state" | "ended_at">,
  written: number,
  now: Date,
): Date | null {
  if (!endedStates.has(state) || !ended_at || written === 0) return null;
  const end = new Date(ended_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return end > now ? end : null;
}
