/** What every list keeps in its address: what is searched for, and the page. */
import { stripSearchParams, useSearch } from "@tanstack/react-router";

export interface ListSearch {
  q: string;
  page: number;
}

/** A word of the address as text; what is not there is empty. */
export const searchText = (value: unknown): string => (typeof value === "string" ? value : "");

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
