/** Until when an import can be undone. */
import { IMPORT_UNDO_DAYS } from "#contract/imports.ts";
import type { ImportRecord } from "#server/imports/queries.ts";
import type { StoredBookingReport } from "./plan.ts";

const DAY_MS = 86_400_000;
const endedStates = new Set(["done", "failed", "canceled"]);

/** @returns null if there is nothing to undo, or it is too late */
export function findUndoEnd(
  { state, ended_at, report }: Pick<ImportRecord, "state" | "ended_at" | "report">,
  now: Date,
): Date | null {
  if (!endedStates.has(state) || !ended_at || report === null) return null;
  const { bookings, customers } = report as StoredBookingReport;
  const end = new Date(ended_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return bookings.created + customers.created > 0 && end > now ? end : null;
}
