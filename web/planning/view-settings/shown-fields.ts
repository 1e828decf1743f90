import type { PlanningField } from "#contract/planning.ts";
import type { PlanningSearch } from "#web/views/planning-search.ts";

/** An empty list means all fields. */
export const fieldIdsInSearch = ({ fields, fieldId }: PlanningSearch): string[] =>
  fields?.split(",") ?? (fieldId ? [fieldId] : []);

/** An empty list means all fields. */
export function existingFieldIdsInSearch(search: PlanningSearch, all: readonly { id: string }[]): string[] {
  const there = new Set(all.map(({ id }) => id));
  return fieldIdsInSearch(search).filter((id) => there.has(id));
}

export function filterFields<Field extends Pick<PlanningField, "id" | "sports" | "space" | "lights">>(
  all: readonly Field[],
  search: PlanningSearch,
): Field[] {
  const named = existingFieldIdsInSearch(search, all);
  return all.filter(
    ({ id, sports, space, lights }) =>
      (named.length === 0 || named.includes(id)) &&
      (!search.sportId || sports.some((sport) => String(sport.id) === search.sportId)) &&
      (!search.space || space === search.space) &&
      (!search.lights || lights === true),
  );
}

export const distinctSports = (fields: readonly Pick<PlanningField, "sports">[]): PlanningField["sports"] => [
  ...new Map(fields.flatMap(({ sports }) => sports).map((sport) => [sport.id, sport])).values(),
];
