/** Lists with their later pages and filters, and searches; within a club, in the largest organization, and over all. */
import type { BenchCall } from "#bench/cases/calls.ts";
import type { Dataset } from "#bench/data/dataset.ts";

const scopes = {
  "a club": { caller: "manager", of: ({ clubId }: Dataset) => `/organizations/${clubId}` },
  "the largest": { caller: "manager", of: ({ largeId }: Dataset) => `/organizations/${largeId}` },
  all: { caller: "admin", of: () => "/organizations/all" },
} as const;
type Scope = keyof typeof scopes;

interface List {
  name: string;
  path: string;
  rows: RegExp;
  /** Has as many rows as there are events: the largest organization is asked as well, and later pages. */
  isLong?: boolean;
  scopes?: readonly Scope[];
  /** Queries; `{…}` is a member of the data set. */
  filters?: readonly string[];
  /** Filters by the rows of one organization. */
  clubFilters?: readonly string[];
  minShare?: Partial<Record<Scope, number>>;
}

const allLists: readonly List[] = [
  {
    name: "events",
    path: "/events",
    rows: /"events"/,
    isLong: true,
    filters: ["status=approved", "status=pending", "type=game", "unpaid=true", "paymentStatus=due", "date={date}"],
    clubFilters: ["from={date}&to={monthLater}", "fieldId={fieldId}", "facilityId={facilityId}"],
    minShare: { "a club": 0.6, all: 0.5 },
  },
  { name: "payments", path: "/payments", rows: /"payments"/, isLong: true, filters: ["method=cash", "status=failed"] },
  { name: "invoices", path: "/invoices", rows: /"invoices"/, isLong: true, filters: ["kind=credit_note"] },
  {
    name: "activity",
    path: "/activity",
    rows: /"activity"/,
    isLong: true,
    filters: ["subject=events", "to={date}"],
    clubFilters: ["actor={customerId}"],
  },
  { name: "people", path: "/users", rows: /from "memberships"/, isLong: true, scopes: ["a club", "the largest"] },
  { name: "invitations", path: "/invitations", rows: /"invitations"/, scopes: ["a club"] },
  { name: "roles", path: "/roles", rows: /from "roles"/, scopes: ["a club"] },
  { name: "facilities", path: "/facilities", rows: /"facilities"/ },
  { name: "fields", path: "/fields", rows: /"fields"/, clubFilters: ["facilityId={facilityId}"] },
  { name: "opening hours", path: "/opening-hour-patterns", rows: /"opening_hour_patterns"/, scopes: ["a club"] },
  { name: "closures", path: "/closures", rows: /"closures"/, filters: ["date={date}"] },
  { name: "prices", path: "/price-patterns", rows: /"price_patterns"/, scopes: ["a club"] },
  { name: "saved views", path: "/views", rows: /"views"/, scopes: ["a club"] },
  { name: "calendar feeds", path: "/calendars", rows: /"calendars"/, scopes: ["a club"] },
  { name: "imports", path: "/import/facilities", rows: /"imports"/, scopes: ["a club"] },
  { name: "sums of invoices", path: "/invoices-sums?from={monthBefore}&to={date}", rows: /"invoices"/ },
];

const insert = (text: string, dataset: Dataset): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, member: string) => String(dataset[member as keyof Dataset]));

function callOf(section: BenchCall["section"], scope: Scope, { name, path, rows }: List, query = ""): BenchCall {
  const { caller, of } = scopes[scope];
  const what = query && `, ${query.replace("page=", "page ").replaceAll(/=\{\w+\}/g, "")}`;
  return {
    section,
    name: `${name} of ${scope}${what}`,
    caller,
    rows,
    path: (dataset) => `/api/v1${of(dataset)}${insert(path, dataset)}${query && `?${insert(query, dataset)}`}`,
  };
}

function callsOf(list: List): BenchCall[] {
  const { isLong = false, filters = [], clubFilters = [], minShare = {} } = list;
  const of = list.scopes ?? (isLong ? (["a club", "the largest", "all"] as const) : (["a club", "all"] as const));
  return of.flatMap((scope) => {
    const limit = minShare[scope];
    const first = { ...callOf("lists", scope, list), ...(limit !== undefined && { minShare: limit }) };
    const queries = [...(isLong ? ["page=10"] : []), ...filters, ...(scope === "a club" ? clubFilters : [])];
    return [first, ...queries.map((query) => callOf("lists", scope, list, query))];
  });
}

/** Lists that belong to no organization. */
const ownLists: readonly BenchCall[] = [
  ["own events", "member", "/auth/user/events", /from .*"events"/],
  ["own payments", "member", "/auth/user/payments", /"payments"/],
  ["organizations", "admin", "/organizations", /from "organizations" where/],
  ["people of all", "admin", "/admin/users", /from "users"/],
  ["people of all, page 10", "admin", "/admin/users?page=10", /from "users"/],
].map(
  ([name, caller, path, rows]) =>
    ({ section: "lists", name, caller, path: () => `/api/v1${String(path)}`, rows }) as BenchCall,
);

export const lists: readonly BenchCall[] = [...allLists.flatMap(callsOf), ...ownLists];

/** Texts: one in many rows, a name in some, one in none. */
const searchedTexts: Record<string, readonly string[]> = {
  events: ["tennis", "lindqvist", "bench-nowhere"],
  payments: ["durand", "bench-nowhere"],
  invoices: ["durand", "INV-0000010", "bench-nowhere"],
  activity: ["tennis", "bench-nowhere"],
  people: ["durand", "bench-nowhere"],
  everything: ["tennis", "durand", "lindqvist", "bench-nowhere"],
};
/** The search of Ctrl K: the first rows of six lists at once. */
const everything: List = {
  name: "everything",
  path: "/search",
  rows: /"(customers|events|fields|facilities|invoices|payments)"/,
};
const pickers: readonly (readonly [string, string, RegExp])[] = [
  ["organizations", "/organizations/search?q=gymnase", /from "organizations"/],
  ["facilities", "/organizations/all/facilities/search?q=gymnase", /from "facilities"/],
  ["fields", "/organizations/all/fields/search?q=court", /from "fields"/],
  ["people", "/admin/users?q=lindqvist", /from "users"/],
];

export const searches: readonly BenchCall[] = [
  ...[...allLists, everything].flatMap((list) =>
    (searchedTexts[list.name] ?? []).flatMap((text) =>
      (list.scopes ?? (["a club", "the largest", "all"] as const)).map((scope) =>
        callOf("search", scope, list, `q=${text}`),
      ),
    ),
  ),
  ...pickers.map(([name, path, rows]): BenchCall => ({
    section: "search",
    name: `${name} of all`,
    caller: "admin",
    path: () => `/api/v1${path}`,
    rows,
  })),
];
