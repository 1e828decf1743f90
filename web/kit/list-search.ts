/** What every list keeps in its address: what is searched for, and the page. */
import { stripSearchParams, useSearch } from "@tanstack/react-router";

export interface ListSearch {
  q: string;
  page: number;
}

/** A word of the address as text; what is not there is empty. */
export const searchText = (value: unknown): string => (typeof value === "string" ? value : "");

const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id of the address; nothing where it is none. The router keeps what an address says unless it is told `undefined`. */
export const searchId = (value: unknown): string | undefined =>
  typeof value === "string" && anId.test(value) ? value : undefined;

/** Of a year that the server has days of. */
const aDate = /^(19[7-9]|2[01]\d)\d-\d\d-\d\d$/;

/** Days that no month has are counted on into the next one. */
const isDate = (given: string) => aDate.test(given) && new Date(given).getUTCDate() === Number(given.slice(8));

/** A date of the address, `YYYY-MM-DD`; nothing where it is none. */
export const searchDate = (value: unknown): string | undefined => {
  const text = searchText(value);
  return text && isDate(text) ? text : undefined;
};

/** A word of the address that has a label; nothing for any other. */
export const searchAmong = <L extends object>(labels: L, value: unknown): keyof L | undefined =>
  Object.hasOwn(labels, searchText(value)) ? (value as keyof L) : undefined;

const start: ListSearch = { q: "", page: 1 };

/** The options of a list's route: `createRoute({ …, ...listSearch })`. What is no page is page 1; defaults stay out of the address. */
export const listSearch = {
  validateSearch: (search: Record<string, unknown>): ListSearch => ({
    q: searchText(search["q"]).slice(0, 200),
    page: pageOf(search["page"]),
  }),
  search: { middlewares: [stripSearchParams(start)] },
};

function pageOf(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000_000 ? page : 1;
}

/** The search of the list's route that is open. */
export const useListSearch = (): ListSearch =>
  useSearch({ strict: false, select: ({ q = "", page = 1 }: Partial<ListSearch>) => ({ q, page }) });
