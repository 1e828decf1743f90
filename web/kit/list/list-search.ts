/** Parses the search parameters of lists, `q` and `page`, from the URL's query string (URLSearchParams). */
import { stripSearchParams, useSearch } from "@tanstack/react-router";

export interface ListSearch {
  q: string;
  page: number;
}

export const parseSearchText = (value: unknown): string => (typeof value === "string" ? value : "");

/** For `validateSearch`: texts of the address by name, without empty ones. */
export const pickTextParams =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.fromEntries(
      names.map((name) => [name, parseSearchText(search[name])] as const).filter(([, text]) => text),
    ) as {
      [K in Name]?: string;
    };

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns `undefined` for a text that is no id, which makes the router drop the parameter. */
export const parseSearchId = (value: unknown): string | undefined =>
  typeof value === "string" && uuidPattern.test(value) ? value : undefined;

/** The server accepts the same years. */
const datePattern = /^(19[7-9]|2[01]\d)\d-\d\d-\d\d$/;

/** Rejects days that the month does not have, which `Date` carries into the next month. */
const isValidDate = (text: string) => datePattern.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));

export const parseSearchDate = (value: unknown): string | undefined => {
  const text = parseSearchText(value);
  return text && isValidDate(text) ? text : undefined;
};

export const parseSearchOption = <L extends object>(labels: L, value: unknown): keyof L | undefined =>
  Object.hasOwn(labels, parseSearchText(value)) ? (value as keyof L) : undefined;

const defaultSearch: ListSearch = { q: "", page: 1 };

/** An invalid page becomes 1; defaults stay out of the URL. */
export const listSearch = {
  validateSearch: (search: Record<string, unknown>): ListSearch => ({
    q: parseSearchText(search["q"]).slice(0, 200),
    page: parsePage(search["page"]),
  }),
  search: { middlewares: [stripSearchParams(defaultSearch)] },
};

/** Search of a page that parses its filters itself, which keeps the first bundle small. */
export const filteredListSearch = {
  ...listSearch,
  validateSearch: (search: Record<string, unknown>) => ({ ...search, ...listSearch.validateSearch(search) }),
};

function parsePage(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000_000 ? page : 1;
}

export const useListSearch = (): ListSearch =>
  useSearch({ strict: false, select: ({ q = "", page = 1 }: Partial<ListSearch>) => ({ q, page }) });
