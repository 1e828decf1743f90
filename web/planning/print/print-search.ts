import { parseEventFilters } from "#web/events/labels.ts";

export const printLayouts = ["day", "door", "week"] as const;
export type PrintLayout = (typeof printLayouts)[number];

export interface PrintSearch {
  sheet?: PrintLayout | undefined;
  date?: string | undefined;
  facilityId?: string | undefined;
  fieldId?: string | undefined;
  prices?: "1" | undefined;
  /** Shows names of private events on door lists. */
  names?: "1" | undefined;
  notes?: "0" | undefined;
}
export type SetPrintSearch = (change: PrintSearch) => void;

export const printSearchFor = (
  view: "day" | "week" | "list",
  { facilityId, fieldId }: Pick<PrintSearch, "facilityId" | "fieldId">,
  date: string,
): PrintSearch => (view === "week" ? { sheet: "week", date, facilityId, fieldId } : { date, facilityId });

export function parsePrintSearch(search: Record<string, unknown>): PrintSearch {
  const { date, facilityId, fieldId } = parseEventFilters(search);
  return {
    sheet: printLayouts.find((one) => one === search["sheet"]),
    date,
    facilityId,
    fieldId,
    prices: search["prices"] === "1" ? "1" : undefined,
    names: search["names"] === "1" ? "1" : undefined,
    notes: search["notes"] === "0" ? "0" : undefined,
  };
}
