import { ListFilters, SelectFilter } from "#web/kit/list/list-filters.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { useIsPhone } from "#web/kit/render/use-media-query.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { Planning } from "#contract/planning.ts";
import { type AttentionFilter, type PlanningSearch, type ViewMode, viewSearch } from "#web/views/planning-search.ts";
import { attentionFilters } from "#web/planning/grid/event-criteria.ts";
import { FieldPicker, type FacilityWithFields } from "./field-picker.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import type { SetSearch } from "./use-planning-search.ts";

/** On phones a toolbar is one line that scrolls sideways, so that the planning keeps most of the screen. */
export const phoneStripClass =
  "max-sm:min-w-0 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:mask-r-from-[calc(100%-1.5rem)] max-sm:py-0 max-sm:pr-6 max-sm:pl-2 max-sm:[&>*]:shrink-0 max-sm:[&>div]:w-auto! max-sm:[&>div]:flex-nowrap!";

interface ViewSwitchProps {
  view: ViewMode;
  set: SetSearch;
  /** A list to choose from, where a line has no room for all names. */
  compact?: boolean;
}

export function ViewSwitch({ view, set, compact = false }: ViewSwitchProps) {
  const t = useTranslation();
  const options = (["day", "week", "month", "list"] as const).map((value) => ({
    value,
    label: t(`planning.${value}`),
  }));
  if (compact)
    return (
      <Select
        aria-label={t("planning.view")}
        className="w-30 [&_select]:h-8 [&_select]:pl-2 [&_select]:font-medium pointer-coarse:[&_select]:h-11"
        options={options}
        value={view}
        onValueChange={(next) => set(viewSearch(next))}
      />
    );
  return (
    <SegmentedControl
      name="planning-view"
      aria-label={t("planning.view")}
      options={options}
      value={view}
      onValueChange={(next) => set(viewSearch(next))}
    />
  );
}

interface PlanningFiltersProps {
  search: PlanningSearch;
  view: ViewMode;
  facilities: readonly FacilityWithFields[];
  sports: readonly { id: number; name: string }[];
  makers: Planning["makers"];
  fieldId?: string | undefined;
  set: SetSearch;
}

export function PlanningFilters({ search, view, facilities, sports, makers, fieldId, set }: PlanningFiltersProps) {
  const t = useTranslation();
  const isPhone = useIsPhone();
  // The fields of a week are listed by facility, and a phone has room for one choice.
  const isOneChoice = isPhone && view === "week";
  const shown =
    search.facilityId && !isOneChoice ? facilities.filter(({ id }) => id === search.facilityId) : facilities;
  const named = (all: readonly { id: string | number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <ListFilters>
      {facilities.length > 1 && !isOneChoice && (
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
          onValueChange={(chosen) => {
            const facility = shown.find(({ fields }) => fields.some(({ id }) => id === chosen));
            set({ facilityId: search.facilityId && facility?.id, fieldId: chosen, fields: undefined });
          }}
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
            // A sport of another facility, from a link.
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

const counterLabels = { approval: "planning.toApprove", unpaid: "planning.unpaid", soon: "planning.soon" } as const;

export function AttentionCounters({
  counts,
  only,
  set,
}: {
  counts: Record<AttentionFilter, number>;
  only: AttentionFilter | undefined;
  set: SetSearch;
}) {
  const t = useTranslation();
  return attentionFilters
    .filter((name) => counts[name] > 0 || only === name)
    .map((name) => (
      <button
        key={name}
        type="button"
        aria-pressed={only === name}
        onClick={() => set({ only: only === name ? undefined : name })}
        className="flex h-7 items-center gap-1.5 rounded-md px-2 text-13 max-sm:gap-1 max-sm:px-1 whitespace-nowrap text-ink-2 tnum hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:h-10"
      >
        {t(counterLabels[name])}
        <span className="font-semibold text-ink">{counts[name]}</span>
      </button>
    ));
}
