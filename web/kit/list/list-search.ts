/** The search parameters of every list, `q` and `page`, in the URL's query string (URLSearchParams). */
import { stripSearchParams, useSearch } from "@tanstack/react-router";

export interface ListSearch {
  q: string;
  page: number;
}

/** A search parameter as text; an empty text for a missing one. */
export const parseSearchText = (value: unknown): string => (typeof value === "string" ? value : "");

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A search parameter that is an id, else `undefined`, which makes the router drop it. */
export const parseSearchId = (value: unknown): string | undefined =>
  typeof value === "string" && uuidPattern.test(value) ? value : undefined;

/** Whether the server accepts the date's year. */
const datePattern = /^(19[7-9]|2[01]\d)\d-\d\d-\d\d$/;

/** Rejects days that the month does not have, which `Date` carries into the next month. */
const isValidDate = (text: string) => datePattern.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

/** A search parameter that is a date, `YYYY-MM-DD`, else `undefined`. */
export const parseSearchDate = (value: unknown): string | undefined => {
  const text = parseSearchText(value);
  return text && isValidDate(text) ? text : undefined;
};

/** A search parameter that has a label, else `undefined`. */
export const parseSearchOption = <L extends object>(labels: L, value: unknown): keyof L | undefined =>
  Object.hasOwn(labels, parseSearchText(value)) ? (value as keyof L) : undefined;

const defaultSearch: ListSearch = { q: "", page: 1 };

/** Options of a list's route: `createRoute({ …, ...listSearch })`. An invalid page becomes 1; defaults stay out of the URL. */
export const listSearch = {
  validateSearch: (search: Record<string, unknown>): ListSearch => ({
    q: parseSearchText(search["q"]).slice(0, 200),
    page: parsePage(search["page"]),
  }),
  search: { middlewares: [stripSearchParams(defaultSearch)] },
};

function parsePage(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000_000 ? page : 1;
}

export const useListSearch = (): ListSearch =>
  useSearch({ strict: false, select: ({ q = "", page = 1 }: Partial<ListSearch>) => ({ q, page }) });
