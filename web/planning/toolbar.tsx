/** Above the grid: in which view, and what of it. */
import { ListFilters, SelectFilter } from "#web/kit/list-filters.tsx";
import { isMedia } from "#web/kit/media.ts";
import { Select } from "#web/kit/select.tsx";
import { Segments } from "#web/kit/tri-state.tsx";
import { useWords } from "#web/kit/words.ts";
import type { Planning } from "#contract/planning.ts";
import type { AnyView, Only, PlanningSearch, View } from "#web/planner/board.ts";
import { onlys } from "#web/planner/filters.ts";
import { FieldPicker, type Places } from "#web/looking/field-picker.tsx";
import { FilterMenu } from "#web/looking/filter-menu.tsx";
import type { SetSearch } from "#web/looking/sight.ts";

/** On a phone the day is a list first. */
export const usualView = (): View => (isMedia("(max-width: 640px)") ? "list" : "day");
/** What the address says of a view: nothing of the usual one. */
export const viewed = (view: AnyView): PlanningSearch => ({ view: view === usualView() ? undefined : view });

/** A saved view, in an address that says something: one that says nothing stands for what this browser remembers. */
export const shownAs = (saved: PlanningSearch): PlanningSearch => ({ ...saved, view: saved.view ?? usualView() });

export function ViewSwitch({ view, set }: { view: AnyView; set: SetSearch }) {
  const t = useWords();
  const options = (["day", "week", "month", "list"] as const).map((value) => ({
    value,
    label: t(`planning.${value}`),
  }));
  return (
    <Segments
      name="planning-view"
      aria-label={t("planning.view")}
      options={options}
      value={view}
      onValueChange={(next) => set(viewed(next))}
    />
  );
}

interface FiltersProps {
  search: PlanningSearch;
  view: AnyView;
  facilities: readonly Places[];
  sports: readonly { id: number; name: string }[];
  /** Of the events that are shown. */
  makers: Planning["makers"];
  /** The field of a week. */
  fieldId?: string | undefined;
  set: SetSearch;
}

export function Filters({ search, view, facilities, sports, makers, fieldId, set }: FiltersProps) {
  const t = useWords();
  const shown = search.facilityId ? facilities.filter(({ id }) => id === search.facilityId) : facilities;
  const named = (all: readonly { id: string | number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <ListFilters>
      {facilities.length > 1 && (
        <Select<string | null>
          aria-label={t("events.facility")}
          className="min-w-36 sm:max-w-52"
          value={search.facilityId ?? null}
          onValueChange={(chosen) => set({ facilityId: chosen ?? undefined, fieldId: undefined, fields: undefined })}
          options={[{ value: null, label: t("planning.anyFacility") }, ...named(facilities)]}
        />
      )}
      {view === "week" ? (
        <Select
          aria-label={t("events.field")}
          className="min-w-36 sm:max-w-52"
          value={fieldId}
          onValueChange={(chosen) => set({ fieldId: chosen, fields: undefined })}
          options={shown.flatMap(({ name: group, fields }) =>
            fields.map(({ id, name }) => ({ value: id, label: name, ...(shown.length > 1 ? { group } : {}) })),
          )}
        />
      ) : (
        <FieldPicker {...{ search, set }} facilities={shown} />
      )}
      {view !== "week" && (sports.length > 1 || search.sportId) && (
        <SelectFilter
          name="sportId"
          label={t("events.sport")}
          all={t("planning.anySport")}
          value={search.sportId}
          options={[
            ...named(sports),
            // Of another facility, or from a link.
            ...(!search.sportId || sports.some(({ id }) => String(id) === search.sportId)
              ? []
              : [{ value: search.sportId, label: t("planning.otherSport") }]),
          ]}
        />
      )}
      <FilterMenu {...{ search, view, set, makers }} />
    </ListFilters>
  );
}

const counters = { approval: "planning.toApprove", unpaid: "planning.unpaid", soon: "planning.soon" } as const;

/** How many events ask for something; a click shows them alone. */
export function Counters({
  counts,
  only,
  set,
}: {
  counts: Record<Only, number>;
  only: Only | undefined;
  set: SetSearch;
}) {
  const t = useWords();
  return onlys
    .filter((name) => counts[name] > 0 || only === name)
    .map((name) => (
      <button
        key={name}
        type="button"
        aria-pressed={only === name}
        onClick={() => set({ only: only === name ? undefined : name })}
        className="flex h-7 items-center gap-1.5 rounded-md px-2 text-13 whitespace-nowrap text-ink-2 tnum hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:h-10"
      >
        {t(counters[name])}
        <span className="font-semibold text-ink">{counts[name]}</span>
      </button>
    ));
}
