/** What is looked at, as the address has it and as it is saved. */
import { Sight } from "#contract/views.ts";
import { searchOf, textOf } from "#web/looking/sight.ts";
import type { PlanningSearch } from "#web/planner/board.ts";

const parts = Object.keys(Sight._zod.def.shape) as (keyof Sight)[];

function partOf(name: keyof Sight, said: string): unknown {
  if (name === "fields") return said.split(",");
  if (name === "sportId") return Number(said);
  return said === "true" || (said === "false" ? false : said);
}

/** The day and the open event are left out: a view is looked at on any day. */
export const sightOf = (search: PlanningSearch): Sight =>
  Object.fromEntries(
    parts.flatMap((name) => {
      const said = search[name];
      return said === undefined ? [] : [[name, partOf(name, said)]];
    }),
  );

/** What no planning shows any more is left out. */
export const searchIn = (sight: Sight): PlanningSearch =>
  searchOf(textOf(Object.fromEntries(Object.entries(sight).map(([name, part]) => [name, String(part)]))));

/** The same text for what looks the same. */
export const signOf = (sight: Sight): string => textOf(searchIn(sight));
