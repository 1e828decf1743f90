/** Search parameters of the planning: a copied link (deep link) opens the same view for everybody. */
import type { EventStatus, EventType } from "#contract/events.ts";
import { parseEventFilters } from "#web/events/labels.ts";
import { parseSearchText } from "#web/kit/list/list-search.ts";
import { matchesMedia } from "#web/kit/render/use-media-query.ts";

export type DaysViewMode = "day" | "week" | "list";
/** The month shows occupancy, but no events. */
export type ViewMode = DaysViewMode | "month";
export type AttentionFilter = "approval" | "unpaid" | "soon";
/** Defaults are left out. */
export interface PlanningSearch {
  view?: ViewMode | undefined;
  date?: string | undefined;
  facilityId?: string | undefined;
  /** In a week the field shown; otherwise shows this field alone. */
  fieldId?: string | undefined;
  /** Ids of the shown fields, separated by commas. */
  fields?: string | undefined;
  sportId?: string | undefined;
  space?: "indoor" | "outdoor" | undefined;
  lights?: "true" | undefined;
  status?: EventStatus | undefined;
  type?: EventType | undefined;
  payment?: PaymentFilter | undefined;
  /** Id of the user who created the event. */
  maker?: string | undefined;
  mine?: "true" | undefined;
  only?: AttentionFilter | undefined;
  /** Hides events that do not match, instead of dimming them. */
  hide?: "true" | undefined;
  axis?: "columns" | "rows" | undefined;
  zoom?: "0" | "2" | undefined;
  hours?: "all" | undefined;
  colors?: "payment" | "status" | undefined;
  prices?: "true" | undefined;
  /** Free times among the rows of the list. */
  free?: "true" | "false" | undefined;
  eventId?: string | undefined;
}
export type PaymentFilter = "due" | "partially_paid" | "paid" | "refunded";

/** Phones start with the list. */
export const defaultView = (): DaysViewMode => (matchesMedia("(max-width: 640px)") ? "list" : "day");
export const viewSearch = (view: ViewMode): PlanningSearch => ({ view: view === defaultView() ? undefined : view });

/** Names the view even if it is the default, because an empty address means the view last used in this browser. */
export const savedViewSearch = (saved: PlanningSearch): PlanningSearch => ({
  ...saved,
  view: saved.view ?? defaultView(),
});

export const paymentFilters = ["due", "partially_paid", "paid", "refunded"] as const satisfies readonly PaymentFilter[];

const allowedValues = {
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

const UUID_PATTERN = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";
const valuePatterns = {
  fields: new RegExp(`^${UUID_PATTERN}(,${UUID_PATTERN}){0,99}$`, "i"),
  maker: new RegExp(`^${UUID_PATTERN}$`, "i"),
  eventId: new RegExp(`^${UUID_PATTERN}$`, "i"),
  sportId: /^\d{1,9}$/,
} as const satisfies Partial<Record<keyof PlanningSearch, RegExp>>;

const matchingValue = (search: Record<string, unknown>, name: keyof typeof valuePatterns): string | undefined => {
  const text = parseSearchText(search[name]) || (typeof search[name] === "number" ? String(search[name]) : "");
  // Most addresses lack these parameters, so the pattern is compiled only when one exists.
  return text && valuePatterns[name].test(text) ? text : undefined;
};

export const openEventIdIn = (search: object): string | undefined => matchingValue({ ...search }, "eventId");

/** Missing members are `undefined`, because the router keeps members that are not returned. */
export function parsePlanningSearch(search: Record<string, unknown>): PlanningSearch {
  const { date, facilityId, fieldId, status, type, mine } = parseEventFilters(search);
  const known = { date, facilityId, fieldId, status, type, mine };
  const among = Object.entries(allowedValues).map(([name, values]: [string, readonly string[]]) => [
    name,
    values.find((value) => value === String(search[name])),
  ]);
  const named = (Object.keys(valuePatterns) as (keyof typeof valuePatterns)[]).map((name) => [
    name,
    matchingValue(search, name),
  ]);
  return { ...known, ...Object.fromEntries([...among, ...named]) };
}

export const searchToText = (search: PlanningSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
export const searchFromText = (text: string): PlanningSearch =>
  parsePlanningSearch(Object.fromEntries(new URLSearchParams(text)));
