/** What the address of the planning says: whoever opens a copied link sees the same. */
import { filtersOf } from "#web/events/labels.ts";
import { searchText } from "#web/kit/list-search.ts";
import type { PaymentFilter, PlanningSearch } from "#web/planner/board.ts";

export const paymentFilters = ["due", "partially_paid", "paid", "refunded"] as const satisfies readonly PaymentFilter[];

/** The other values, beside those that lists of events have too; the usual ones are not among them. */
const values = {
  view: ["day", "week", "month", "list"],
  space: ["indoor", "outdoor"],
  lights: ["true"],
  payment: paymentFilters,
  only: ["approval", "unpaid", "soon"],
  hide: ["true"],
  axis: ["columns", "rows"],
  zoom: ["0", "2"],
  hours: ["all"],
  colors: ["payment", "status"],
  prices: ["true"],
  free: ["true", "false"],
} as const satisfies Partial<Record<keyof PlanningSearch, readonly string[]>>;

const anId = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const shapes = {
  fields: new RegExp(`^${anId}(,${anId}){0,99}$`, "i"),
  maker: new RegExp(`^${anId}$`, "i"),
  eventId: new RegExp(`^${anId}$`, "i"),
  sportId: /^\d{1,9}$/,
} as const satisfies Partial<Record<keyof PlanningSearch, RegExp>>;

const shaped = (search: Record<string, unknown>, name: keyof typeof shapes): string | undefined => {
  const text = searchText(search[name]) || (typeof search[name] === "number" ? String(search[name]) : "");
  // An address mostly says nothing of it, and to read with a pattern it has to be made first.
  return text && shapes[name].test(text) ? text : undefined;
};

/** Which event is open. */
export const eventIdIn = (search: object): string | undefined => shaped({ ...search }, "eventId");

/** What is none is `undefined`: what is not named at all, the router takes from the address as it is. */
export function planningSearch(search: Record<string, unknown>): PlanningSearch {
  const { seriesId: _never, ...known } = filtersOf(search);
  const among = Object.entries(values).map(([name, its]: [string, readonly string[]]) => [
    name,
    its.find((value) => value === String(search[name])),
  ]);
  const named = (Object.keys(shapes) as (keyof typeof shapes)[]).map((name) => [name, shaped(search, name)]);
  return { ...known, ...Object.fromEntries([...among, ...named]) };
}
