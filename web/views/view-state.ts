import type { View, ViewState } from "#contract/views.ts";
import { searchFromText, searchToText } from "./planning-search.ts";
import type { PlanningSearch } from "./planning-search.ts";

type StateName = Exclude<keyof ViewState, "page">;
// Written out, because the schema would bring zod into the planning's first load.
const viewStateMembers = {
  view: true,
  facilityId: true,
  fieldId: true,
  fields: true,
  sportId: true,
  space: true,
  lights: true,
  status: true,
  type: true,
  payment: true,
  maker: true,
  mine: true,
  only: true,
  hide: true,
  axis: true,
  zoom: true,
  hours: true,
  colors: true,
  prices: true,
  free: true,
} satisfies Record<StateName, true>;
const viewStateNames = Object.keys(viewStateMembers) as StateName[];

function parseStateValue(name: StateName, text: string): unknown {
  if (name === "fields") return text.split(",");
  if (name === "sportId") return Number(text);
  return text === "true" || (text === "false" ? false : text);
}

/** A view has no date and no open event. */
export const toViewState = (search: PlanningSearch): ViewState =>
  Object.fromEntries(
    viewStateNames.flatMap((name) => {
      const text = search[name];
      return text === undefined ? [] : [[name, parseStateValue(name, text)]];
    }),
  );

/** Drops members that the planning no longer knows. */
export const toPlanningSearch = (state: View["sight"]): PlanningSearch =>
  searchFromText(searchToText(Object.fromEntries(Object.entries(state).map(([name, part]) => [name, String(part)]))));

/** Equal for states that look the same. */
export const viewStateKey = (state: View["sight"]): string => searchToText(toPlanningSearch(state));
