/** Month view of the planning: occupancy by field and day. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { fields } from "#contract/fields.ts";
import { planning } from "#contract/planning.ts";
import { localToday as todayIn } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useIsPhone } from "#web/kit/render/use-media-query.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { formatPercent } from "#web/kit/format/percent-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { totalOccupancy, datesOfMonth, sumOverFields } from "./month-occupancy.ts";
import { MonthMap } from "./month-map.tsx";
import { MonthScale } from "./month-scale.tsx";
import { DateNavigation, stepDate } from "#web/planning/view-settings/date-navigation.tsx";
import { NoFields } from "#web/planning/view-settings/no-fields.tsx";
import { filterFields, distinctSports } from "#web/planning/view-settings/shown-fields.ts";
import { type SetSearch } from "#web/planning/view-settings/use-planning-search.ts";
import { searchToText } from "#web/views/planning-search.ts";
import { SavedViewsButton } from "#web/views/saved-views-button.tsx";
import { PlanningShortcuts } from "#web/planning/keyboard-shortcuts.tsx";
import { phoneStripClass, PlanningFilters, ViewSwitch } from "#web/planning/view-settings/toolbar-controls.tsx";
import { type PlanningSearch, savedViewSearch, viewSearch } from "#web/views/planning-search.ts";

const queriesToRefresh = {
  ...Object.fromEntries(
    ["events", "series", "fields", "facilities", "hours"].map((module) => [module, ["planning.occupancy"]]),
  ),
  views: ["views"],
};

interface MonthPageProps {
  search: PlanningSearch;
  set: SetSearch;
  show: (search: PlanningSearch) => void;
}

export function MonthPage({ search, set, show }: MonthPageProps) {
  const t = useTranslation();
  const isPhone = useIsPhone();
  const { month } = useDateFormats("UTC");
  const { organizationId, path } = useScope();
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = datesOfMonth(date);
  const known = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } })).data?.data;
  const places = known ?? [];
  const facility = places.find(({ id }) => id === search.facilityId);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(planning.occupancy, {
      params: { organizationId },
      query: { facilityId: facility?.id, from: dates[0], to: dates.at(-1) },
    }),
    placeholderData: keepPreviousData,
  });
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const fieldsThere = found?.fields ?? [];
  const shown = filterFields(fieldsThere, search);
  const name = month(noonOf(dates[0] ?? date));
  const to = (there: string) => set({ date: there === today ? undefined : there });
  const day = (at: string): PlanningSearch => ({ ...search, view: undefined, date: at === today ? undefined : at });
  const percent = formatPercent(totalOccupancy(sumOverFields(shown)), t);
  return (
    <PlanningShortcuts
      keys={{
        t: () => to(today),
        ArrowLeft: () => to(stepDate(date, "month", -1)),
        ArrowRight: () => to(stepDate(date, "month", 1)),
        g: () => document.querySelector<HTMLElement>("[data-go-to-date]")?.click(),
        d: () => set(viewSearch("day")),
        w: () => set(viewSearch("week")),
        l: () => set(viewSearch("list")),
        f: () => document.querySelector<HTMLElement>("[data-filter-menu]")?.click(),
      }}
    >
      <div className="flex h-[calc(100dvh-3.25rem)] flex-col lg:h-[calc(100dvh-1.125rem)] low:h-auto">
        <Page
          wide
          dense
          title={`${t("planning.title")} · ${name}`}
          heading={<span className="inline-block first-letter:uppercase">{name}</span>}
          meta={<DateNavigation date={date} today={today} view="month" set={set} />}
          actions={!isPhone && <ViewSwitch view="month" set={set} />}
        >
          <div
            className={cx(
              "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 max-sm:gap-x-2 sm:px-5",
              phoneStripClass,
            )}
          >
            {isPhone && <ViewSwitch compact view="month" set={set} />}
            <PlanningFilters
              {...{ set, facilities: places, sports: distinctSports(fieldsThere), makers: [] }}
              search={{ ...search, facilityId: facility?.id, sportId: found && search.sportId }}
              view="month"
            />
            <div className="flex items-center gap-4 text-xs text-ink-2 tnum">
              {t("planning.taken", { percent })}
              <MonthScale />
              <SavedViewsButton search={search} onShow={(other) => show(savedViewSearch(other))} />
            </div>
          </div>
          {error ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : found && known && shown.length === 0 ? (
            <NoFields hasFields={known.some(({ fields: facilityFields }) => facilityFields.length > 0)} {...{ set }} />
          ) : found ? (
            <div
              className="flex min-h-0 flex-1 low:h-[85dvh] low:flex-none"
              inert={isPlaceholderData}
              aria-busy={isPlaceholderData}
            >
              <MonthMap
                key={found.from}
                {...{ dates: datesOfMonth(found.from), today, fields: shown }}
                label={t("planning.monthMap", { month: name })}
                hrefOf={(at) => `${path("/planning")}?${searchToText(day(at))}`}
                onDay={(at) => set(day(at))}
                onTurn={(months) => to(stepDate(date, "month", months))}
              />
            </div>
          ) : (
            <div aria-busy className="grid flex-1 content-start gap-1 overflow-hidden p-5">
              {Array.from({ length: 12 }, (_, index) => (
                <Skeleton key={index} className="h-8" />
              ))}
            </div>
          )}
        </Page>
      </div>
    </PlanningShortcuts>
  );
}
