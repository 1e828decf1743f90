/** Which fields are shown. */
import type { PlanningField } from "#contract/planning.ts";
import type { PlanningSearch } from "#web/planner/board.ts";

/** The fields that the address names; none: all are meant. */
export const fieldsOf = ({ fields, fieldId }: PlanningSearch): string[] =>
  fields?.split(",") ?? (fieldId ? [fieldId] : []);

/** Those of the named fields that are there: what is gone, or elsewhere, is passed over. None of them: all are meant. */
export function namedOf(search: PlanningSearch, all: readonly { id: string }[]): string[] {
  const there = new Set(all.map(({ id }) => id));
  return fieldsOf(search).filter((id) => there.has(id));
}

/** What of the fields the filters mean, in their order; see `namedOf`. */
export function shownOf<Field extends Pick<PlanningField, "id" | "sports" | "space" | "lights">>(
  all: readonly Field[],
  search: PlanningSearch,
): Field[] {
  const named = namedOf(search, all);
  return all.filter(
    ({ id, sports, space, lights }) =>
      (named.length === 0 || named.includes(id)) &&
      (!search.sportId || sports.some((sport) => String(sport.id) === search.sportId)) &&
      (!search.space || space === search.space) &&
      (!search.lights || lights === true),
  );
}

/** The sports of fields, each once. */
export const sportsOf = (fields: readonly Pick<PlanningField, "sports">[]): PlanningField["sports"] => [
  ...new Map(fields.flatMap(({ sports }) => sports).map((sport) => [sport.id, sport])).values(),
];
