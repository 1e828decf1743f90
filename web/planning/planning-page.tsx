import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, useEffect, useState } from "react";
import { activity } from "#contract/activity.ts";
import { fields } from "#contract/fields.ts";
import type { Answer } from "#contract/kit.ts";
import { planning } from "#contract/planning.ts";
import { mayBook } from "#web/availability/may-book.ts";
import { today as todayIn } from "#web/availability/slots.ts";
import { useKept } from "#web/kit/kept.ts";
import { useLater } from "#web/kit/later.ts";
import { ApiError, read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Page } from "#web/kit/page.tsx";
import { queryClient } from "#web/kit/query.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { SeenFirst } from "#web/kit/seen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { WhenLoaded } from "#web/kit/when-loaded.tsx";
import { useWords } from "#web/kit/words.ts";
import type { PlanningSearch, View } from "#web/planner/board.ts";
import { DaysNav, stepOn, useDaysName, weekOf } from "#web/planner/days-nav.tsx";
import { OpenedInAddress, useOpened } from "#web/looking/opened.tsx";
import { namedOf } from "#web/looking/shown.ts";
import { Chosen, type SetSearch, sightOf, useSight } from "#web/looking/sight.ts";
import { usualView, ViewSwitch } from "./toolbar.tsx";
import { PlanningView } from "./view.tsx";

const loadMonth = () => import("./month-page.tsx");
const MonthPage = lazy(async () => ({ default: (await loadMonth()).MonthPage }));

/** The clock, as finely as the grid shows it. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Facilities = Answer<typeof fields.byFacility>["data"];

/** Which of the facilities and fields the page is about. */
function placesIn(facilities: Facilities | undefined, search: PlanningSearch) {
  const facilityId = facilities?.some(({ id }) => id === search.facilityId) ? search.facilityId : undefined;
  const all = (facilities ?? []).filter(({ id }) => !facilityId || id === facilityId).flatMap(({ fields: its }) => its);
  const [named] = namedOf({ fields: search.fieldId ?? search.fields }, all);
  const one = all.find(({ id }) => id === named) ?? all[0];
  const hasParts = one !== undefined && (one.parentId !== null || all.some(({ parentId }) => parentId === one.id));
  return {
    facilities,
    facilityId,
    one,
    /** Whose bookings show on the one field too. */
    around: hasParts ? facilities?.find(({ fields: its }) => its.includes(one))?.id : undefined,
  };
}

const placesOf = (organizationId: string, options: { quiet?: boolean } = {}) =>
  read(fields.byFacility, { params: { organizationId } }, options);

const viewOf = ({ view }: PlanningSearch): View => (view === undefined || view === "month" ? usualView() : view);
const datesOf = (date: string, view: View) => (view === "week" ? weekOf(date) : [date]);

interface Asked {
  organizationId: string;
  search: PlanningSearch;
  view: View;
  places: Pick<ReturnType<typeof placesIn>, "facilityId" | "one" | "around">;
}

/** What is asked for days of a view. */
const askOf = ({ organizationId, search, view, places }: Asked, dates: readonly string[]) => ({
  params: { organizationId },
  query: {
    ...(view === "week"
      ? places.around
        ? { facilityId: places.around }
        : { fieldId: places.one?.id }
      : { facilityId: places.facilityId }),
    from: dates[0],
    to: dates.at(-1),
    ...(search.status === "canceled" || search.status === "rejected" ? { all: "true" } : {}),
    ...(search.prices ? { prices: "true" } : {}),
  },
});

/** Asks for what the page will show first, so that it is there with it. @param said by the address */
export async function readAhead(organizationId: string, said: object): Promise<void> {
  const search = sightOf(organizationId, said);
  if (search.view === "month") return;
  const view = viewOf(search);
  const asked = queryClient.fetchQuery(placesOf(organizationId, { quiet: true }));
  // A facility is mostly still there; whose week it is, its own place in the order says.
  const places =
    view === "week"
      ? placesIn((await asked).data, search)
      : { facilityId: search.facilityId, one: undefined, around: undefined };
  const ask = askOf({ organizationId, search, view, places }, datesOf(search.date ?? todayIn(undefined), view));
  await Promise.all([asked, queryClient.fetchQuery(read(planning.read, ask, { quiet: true }))]);
}

/** The days of a planning, or a whole month at a glance. */
export function PlanningPage() {
  const [search, set, show] = useSight();
  return search.view === "month" ? (
    <WhenLoaded load={loadMonth} onFailed={() => set({ view: undefined })} fallback={<GridSkeleton />}>
      <MonthPage {...{ search, set, show }} />
    </WhenLoaded>
  ) : (
    <DaysPage {...{ search, set, show }} />
  );
}

interface DaysPageProps {
  search: PlanningSearch;
  set: SetSearch;
  show: (search: PlanningSearch) => void;
}

function DaysPage({ search, set, show }: DaysPageProps) {
  const t = useWords();
  const scope = useScope();
  const { organizationId } = scope;
  const known = useQuery(placesOf(organizationId));
  const facilities = known.data?.data;
  const places = placesIn(facilities, search);
  const now = useNow();
  const view = viewOf(search);
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = useKept(datesOf(date, view));
  const asked = { organizationId, search, view, places };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...planningOf(askOf(asked, dates)),
    placeholderData: keepPreviousData,
    enabled: facilities !== undefined,
  });
  useLive(activity.live, organizationId, heard);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const cache = useQueryClient();
  const neighbours = JSON.stringify(
    [stepOn(date, view, -1), stepOn(date, view, 1)].map((at) => askOf(asked, datesOf(at, view))),
  );
  useEffect(() => {
    // Most go on to the next day.
    const timer = setTimeout(() => {
      for (const one of JSON.parse(neighbours) as Parameters<typeof planningOf>[0][])
        void cache.prefetchQuery(planningOf(one));
    }, 800);
    return () => clearTimeout(timer);
  }, [cache, neighbours]);
  const days = useDaysName(dates);
  const isOfField = view === "week" && places.one !== undefined;
  const name = isOfField ? t("planning.fieldDays", { field: places.one?.name ?? "", days }) : days;
  const opened = useOpened();
  const current = {
    data: found,
    search: { ...search, facilityId: places.facilityId },
    ...{ view, dates, today },
    facilities: facilities ?? [],
    field: places.one?.id,
    isStale: isPlaceholderData,
  };
  // What day it is shows at once; hundreds of events follow, and wait for whatever is done meanwhile.
  const later = useLater(current);
  const shown = later.data ? later : current;
  return (
    <div className="flex h-[calc(100dvh-3.25rem)] flex-col lg:h-[calc(100dvh-1.125rem)] low:h-auto">
      <Page
        wide
        title={`${t("planning.title")} · ${name}`}
        heading={isOfField ? name : <span className="inline-block first-letter:uppercase">{name}</span>}
        meta={<DaysNav date={date} today={today} view={view} set={set} />}
        actions={
          <>
            <ViewSwitch view={view} set={set} />
            {mayBook(scope) && (
              <Link to={scope.path("/events/create")} className={buttonClass("primary")}>
                <Plus aria-hidden />
                <span className="max-sm:sr-only">{t(isTeam(scope) ? "events.create" : "events.book")}</span>
              </Link>
            )}
          </>
        }
      >
        {known.error && !facilities ? (
          <FailedState error={known.error} onRetry={known.refetch} />
        ) : error && (!found || isRefusal(error)) ? (
          <FailedState error={error} onRetry={refetch} />
        ) : found && shown.data ? (
          <Chosen value={current.search}>
            <SeenFirst>
              <PlanningView key={shown.view} {...shown} {...{ data: shown.data, set, now, opened }} onShow={show} />
            </SeenFirst>
          </Chosen>
        ) : (
          <GridSkeleton />
        )}
      </Page>
      <OpenedInAddress opened={opened} />
    </div>
  );
}
/** What one knew is shown on while the server cannot be reached, and no longer once it refuses. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** What to ask again when something changes: a colleague's finger on the grid is no reason to load the day anew. */
const [days, offers] = ["planning.read", "availability"];
const heard = {
  planning: ["planning.selections"],
  views: ["views"],
  events: [days, offers, "events"],
  series: [days, offers],
  payments: [days, "payments", "events.read"],
  fields: [days, offers, "fields"],
  facilities: [days, offers, "fields"],
  hours: [days, offers],
  prices: [days, offers, "prices"],
};

const planningOf = (ask: ReturnType<typeof askOf>) => read(planning.read, ask);

/** As high as the grid. */
const GridSkeleton = () => (
  <div aria-busy className="grid flex-1 grid-cols-6 gap-2 overflow-hidden p-5 pt-24">
    {Array.from({ length: 24 }, (_, index) => (
      <Skeleton key={index} className="h-28" />
    ))}
  </div>
);
