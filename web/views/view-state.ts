import { type View, ViewState } from "#contract/views.ts";
import { searchFromText, searchToText } from "./planning-search.ts";
import type { PlanningSearch } from "./planning-search.ts";

type StateName = Exclude<keyof ViewState, "page">;
const viewStateNames = Object.keys(ViewState._zod.def.shape).filter((name) => name !== "page") as StateName[];

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
