/** The planning by the month: how full the days are, and the way to each of them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { fields } from "#contract/fields.ts";
import { planning } from "#contract/planning.ts";
import { today as todayIn } from "#web/availability/slots.ts";
import { read } from "#web/kit/api.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Page } from "#web/kit/page.tsx";
import { percentOf } from "#web/kit/percent.ts";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import { loadOf, monthOf, sumOf } from "#web/month/month.ts";
import { MonthMap } from "#web/month/month-map.tsx";
import { MonthScale } from "#web/month/month-scale.tsx";
import type { PlanningSearch } from "#web/planner/board.ts";
import { DaysNav, stepOn } from "#web/planner/days-nav.tsx";
import { NoFields } from "#web/looking/no-fields.tsx";
import { shownOf, sportsOf } from "#web/looking/shown.ts";
import { type SetSearch, textOf } from "#web/looking/sight.ts";
import { SavedViews } from "#web/views/saved-views.tsx";
import { Keys } from "./keys.tsx";
import { Filters, shownAs, viewed, ViewSwitch } from "./toolbar.tsx";

/** Whatever takes or frees time, or says which is open. */
const heard = {
  ...Object.fromEntries(
    ["events", "series", "fields", "facilities", "hours"].map((room) => [room, ["planning.occupancy"]]),
  ),
  views: ["views"],
};

interface MonthPageProps {
  search: PlanningSearch;
  set: SetSearch;
  show: (search: PlanningSearch) => void;
}

export function MonthPage({ search, set, show }: MonthPageProps) {
  const t = useWords();
  const tag = useLocale();
  const { organizationId, path } = useScope();
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = monthOf(date);
  const known = useQuery(read(fields.byFacility, { params: { organizationId } })).data?.data;
  const places = known ?? [];
  const facility = places.find(({ id }) => id === search.facilityId);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(planning.occupancy, {
      params: { organizationId },
      query: { facilityId: facility?.id, from: dates[0], to: dates.at(-1) },
    }),
    placeholderData: keepPreviousData,
  });
  useLive(activity.live, organizationId, heard);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const fieldsThere = found?.fields ?? [];
  const shown = shownOf(fieldsThere, search);
  const name = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${dates[0]}T12:00:00Z`),
  );
  const to = (there: string) => set({ date: there === today ? undefined : there });
  const day = (at: string): PlanningSearch => ({ ...search, view: undefined, date: at === today ? undefined : at });
  const percent = percentOf(loadOf(sumOf(shown)), t);
  return (
    <Keys
      keys={{
        t: () => to(today),
        ArrowLeft: () => to(stepOn(date, "month", -1)),
        ArrowRight: () => to(stepOn(date, "month", 1)),
        g: () => document.querySelector<HTMLInputElement>("[data-go-to-date]")?.showPicker(),
        d: () => set(viewed("day")),
        w: () => set(viewed("week")),
        l: () => set(viewed("list")),
        f: () => document.querySelector<HTMLElement>("[data-filter-menu]")?.click(),
      }}
    >
      <div className="flex h-[calc(100dvh-3.25rem)] flex-col lg:h-[calc(100dvh-1.125rem)] low:h-auto">
        <Page
          wide
          title={`${t("planning.title")} · ${name}`}
          heading={<span className="inline-block first-letter:uppercase">{name}</span>}
          meta={<DaysNav date={date} today={today} view="month" set={set} />}
          actions={<ViewSwitch view="month" set={set} />}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
            <Filters
              {...{ set, facilities: places, sports: sportsOf(fieldsThere), makers: [] }}
              // What is played here is known with the fields.
              search={{ ...search, facilityId: facility?.id, sportId: found && search.sportId }}
              view="month"
            />
            <div className="flex items-center gap-4 text-xs text-ink-2 tnum">
              {t("planning.taken", { percent })}
              <MonthScale />
              <SavedViews search={search} onShow={(other) => show(shownAs(other))} />
            </div>
          </div>
          {error ? (
            <FailedState error={error} onRetry={refetch} />
          ) : found && known && shown.length === 0 ? (
            <NoFields hasFields={known.some(({ fields: its }) => its.length > 0)} {...{ set }} />
          ) : found ? (
            <div
              className="flex min-h-0 flex-1 low:h-[85dvh] low:flex-none"
              inert={isPlaceholderData}
              aria-busy={isPlaceholderData}
            >
              <MonthMap
                key={found.from}
                {...{ dates: monthOf(found.from), today, fields: shown }}
                label={t("planning.monthMap", { month: name })}
                hrefOf={(at) => `${path("/planning")}?${textOf(day(at))}`}
                onDay={(at) => set(day(at))}
                onTurn={(months) => to(stepOn(date, "month", months))}
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
    </Keys>
  );
}
