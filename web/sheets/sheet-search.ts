/** Which sheet is printed and what is on it, as the address has it. */
import { filtersOf } from "#web/events/labels.ts";

export const sheets = ["day", "door", "week"] as const;
export type Sheet = (typeof sheets)[number];

export interface SheetSearch {
  sheet?: Sheet | undefined;
  date?: string | undefined;
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  prices?: "1" | undefined;
  /** Of private events, on what hangs at a door. */
  names?: "1" | undefined;
  /** Lines to write on, unless this says none. */
  notes?: "0" | undefined;
}
export type SetSheet = (change: SheetSearch) => void;

/** The sheet that shows on paper what a view of the planning shows. */
export const sheetOf = (
  view: "day" | "week" | "list",
  { facilityId, fieldId }: Pick<SheetSearch, "facilityId" | "fieldId">,
  date: string,
): SheetSearch => (view === "week" ? { sheet: "week", date, facilityId, fieldId } : { date, facilityId });

/** What is none is left out. */
export function sheetSearch(search: Record<string, unknown>): SheetSearch {
  const { date, facilityId, fieldId } = filtersOf(search);
  return {
    sheet: sheets.find((one) => one === search["sheet"]),
    date,
    facilityId,
    fieldId,
    prices: search["prices"] === "1" ? "1" : undefined,
    names: search["names"] === "1" ? "1" : undefined,
    notes: search["notes"] === "0" ? "0" : undefined,
  };
}
