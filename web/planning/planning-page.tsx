/** The planning page: the calendar (schedule) of fields by day, week or month. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ban, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { activity } from "#contract/activity.ts";
import { fields } from "#contract/fields.ts";
import type { ResponseBody } from "#contract/kit.ts";
import { planning } from "#contract/planning.ts";
import { canBook } from "#web/availability/can-book.ts";
import { localToday as todayIn } from "#web/availability/slots.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { useStable } from "#web/kit/render/use-stable.ts";
import { useDeferredWhileDragging } from "#web/kit/render/use-deferred-while-dragging.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { queryClient } from "#web/kit/data/query-client.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useIsPhone } from "#web/kit/render/use-media-query.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DateNavigation, stepDate, useDateRangeTitle, datesOfWeek } from "./view-settings/date-navigation.tsx";
import { SyncOpenEventWithAddress, useOpenEventId } from "./event-panel/open-event.tsx";
import { existingFieldIdsInSearch } from "./view-settings/shown-fields.ts";
import {
  ChosenSearchContext,
  type SetSearch,
  resolvePlanningSearch,
  usePlanningSearch,
} from "./view-settings/use-planning-search.ts";
import { ViewSwitch } from "./view-settings/toolbar-controls.tsx";
import { PlanningView } from "./planning-view.tsx";
import { useAskedBlock } from "./use-block-request.ts";
import { type PlanningSearch, type DaysViewMode, defaultView } from "#web/views/planning-search.ts";

const loadMonth = () => import("./month/month-page.tsx");
const MonthPage = lazy(async () => ({ default: (await loadMonth()).MonthPage }));

const notices = listModules().flatMap(({ planningNotice }) => (planningNotice ? [lazy(planningNotice)] : []));

const CLOCK_MS = 20_000;

type Facilities = ResponseBody<typeof fields.byFacility>["data"];

function resolvePlaces(facilities: Facilities | undefined, search: PlanningSearch) {
  const facilityId = facilities?.some(({ id }) => id === search.facilityId) ? search.facilityId : undefined;
  const all = (facilities ?? [])
    .filter(({ id }) => !facilityId || id === facilityId)
    .flatMap(({ fields: facilityFields }) => facilityFields);
  const [named] = existingFieldIdsInSearch({ fields: search.fieldId ?? search.fields }, all);
  const one = all.find(({ id }) => id === named) ?? all[0];
  const hasParts = one !== undefined && (one.parentId !== null || all.some(({ parentId }) => parentId === one.id));
  return {
    facilities,
    facilityId,
    one,
    /** The facility whose bookings also occupy the field. */
    around: hasParts ? facilities?.find(({ fields: facilityFields }) => facilityFields.includes(one))?.id : undefined,
  };
}

const facilitiesQuery = (organizationId: string, options: { quiet?: boolean } = {}) =>
  endpointQuery(fields.byFacility, { params: { organizationId } }, options);

const viewModeOf = ({ view }: PlanningSearch): DaysViewMode =>
  view === undefined || view === "month" ? defaultView() : view;
const datesOfView = (date: string, view: DaysViewMode) => (view === "week" ? datesOfWeek(date) : [date]);

interface PlanningRequest {
  organizationId: string;
  search: PlanningSearch;
  view: DaysViewMode;
  places: Pick<ReturnType<typeof resolvePlaces>, "facilityId" | "one" | "around">;
}

const buildRequest = ({ organizationId, search, view, places }: PlanningRequest, dates: readonly string[]) => ({
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

export async function preloadPlanning(organizationId: string, rawSearch: object): Promise<void> {
  const search = resolvePlanningSearch(organizationId, rawSearch);
  if (search.view === "month") return;
  const view = viewModeOf(search);
  const asked = queryClient.fetchQuery(facilitiesQuery(organizationId, { quiet: true }));
  // A week needs the list of fields to find its field; other views can trust the URL.
  const places =
    view === "week"
      ? resolvePlaces((await asked).data, search)
      : { facilityId: search.facilityId, one: undefined, around: undefined };
  const ask = buildRequest(
    { organizationId, search, view, places },
    datesOfView(search.date ?? todayIn(undefined), view),
  );
  await Promise.all([asked, queryClient.fetchQuery(endpointQuery(planning.read, ask, { quiet: true }))]);
}

export function PlanningPage() {
  const [search, set, show] = usePlanningSearch();
  return search.view === "month" ? (
    <LazyPart load={loadMonth} onFailed={() => set({ view: undefined })} fallback={<GridSkeleton />}>
      <MonthPage {...{ search, set, show }} />
    </LazyPart>
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
  const t = useTranslation();
  const scope = useScope();
  const { organizationId } = scope;
  const known = useQuery(facilitiesQuery(organizationId));
  const facilities = known.data?.data;
  const places = resolvePlaces(facilities, search);
  const now = useNow(CLOCK_MS);
  const view = viewModeOf(search);
  const [zone, setZone] = useState<string>();
  const today = todayIn(zone);
  const date = search.date ?? today;
  const dates = useStable(datesOfView(date, view));
  const asked = { organizationId, search, view, places };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...planningQuery(buildRequest(asked, dates)),
    placeholderData: keepPreviousData,
    enabled: facilities !== undefined,
  });
  useLiveRefresh(activity.live, organizationId, queriesToRefresh);
  const found = data?.data;
  if (found && found.timezone !== zone) setZone(found.timezone);
  const cache = useQueryClient();
  const neighbours = JSON.stringify(
    [stepDate(date, view, -1), stepDate(date, view, 1)].map((at) => buildRequest(asked, datesOfView(at, view))),
  );
  useEffect(() => {
    // Prefetches the neighbours, because most users go on to the next day.
    const timer = setTimeout(() => {
      for (const one of JSON.parse(neighbours) as Parameters<typeof planningQuery>[0][])
        void cache.prefetchQuery(planningQuery(one));
    }, 800);
    return () => clearTimeout(timer);
  }, [cache, neighbours]);
  const days = useDateRangeTitle(dates);
  const isPhone = useIsPhone();
  const isOfField = view === "week" && places.one !== undefined;
  const name = isOfField ? t("planning.fieldDays", { field: places.one?.name ?? "", days }) : days;
  const opened = useOpenEventId();
  const askedBlock = useAskedBlock();
  const create = canBook(scope) && (
    <Link to={scope.path("/events/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      <span className="max-sm:sr-only">{t(isTeamMember(scope) ? "events.create" : "events.book")}</span>
    </Link>
  );
  const current = {
    data: found,
    search: { ...search, facilityId: places.facilityId },
    ...{ view, dates, today },
    facilities: facilities ?? [],
    field: places.one?.id,
    isStale: isPlaceholderData,
  };
  // The date renders at once; hundreds of events follow after the paint.
  const later = useDeferredWhileDragging(current);
  const shown = later.data ? later : current;
  return (
    <div className="flex h-[calc(100dvh-3.25rem)] flex-col lg:h-[calc(100dvh-1.125rem)] low:h-auto">
      <Page
        wide
        dense
        title={`${t("planning.title")} · ${name}`}
        heading={
          // On phones the filter beside it says the field.
          isOfField && !isPhone ? name : <span className="inline-block first-letter:uppercase">{days}</span>
        }
        meta={
          <>
            <DateNavigation date={date} today={today} view={view} set={set} />
            {isPhone && create}
          </>
        }
        actions={
          !isPhone && (
            <>
              <ViewSwitch view={view} set={set} />
              {isTeamMember(scope) && canBook(scope) && (
                <Button aria-keyshortcuts="b" onClick={askedBlock.open}>
                  <Ban aria-hidden />
                  {t("planning.blockTime")}
                </Button>
              )}
              {create}
            </>
          )
        }
      >
        {found &&
          scope.can("events.update") &&
          notices.map((Notice, index) => (
            <Suspense key={index}>
              <Notice />
            </Suspense>
          ))}
        {known.error && !facilities ? (
          <ErrorState error={known.error} onRetry={known.refetch} />
        ) : error && (!found || isRefusal(error)) ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : found && shown.data ? (
          <ChosenSearchContext value={current.search}>
            <PlanningView
              key={shown.view}
              {...shown}
              {...{ data: shown.data, set, now, opened, askedBlock }}
              onShow={show}
            />
          </ChosenSearchContext>
        ) : (
          <GridSkeleton />
        )}
      </Page>
      <SyncOpenEventWithAddress opened={opened} />
    </div>
  );
}
/** Known data stays while the server cannot be reached, but not after a refusal. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Selections of colleagues refetch no day. */
const [days, offers] = ["planning.read", "availability"];
const queriesToRefresh = {
  planning: ["planning.selections"],
  views: ["views"],
  events: [days, offers, "events", "payments.ofEvent"],
  series: [days, offers],
  payments: [days, "payments", "events.read"],
  fields: [days, offers, "fields"],
  facilities: [days, offers, "fields"],
  hours: [days, offers],
  prices: [days, offers, "prices"],
};

const planningQuery = (ask: ReturnType<typeof buildRequest>) => endpointQuery(planning.read, ask);

const GridSkeleton = () => (
  <div aria-busy className="grid flex-1 grid-cols-6 gap-2 overflow-hidden p-5 pt-24">
    {Array.from({ length: 24 }, (_, index) => (
      <Skeleton key={index} className="h-28" />
    ))}
  </div>
);
