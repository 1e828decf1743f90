/** List of events (bookings), as a table or as cards, with filters, sums, bulk actions and export. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarDays, LayoutGrid, Plus, Table2 } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, useMemo, useRef, useState } from "react";
import { activity } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { canBook } from "#web/availability/can-book.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ExportButton } from "#web/kit/list/export-button.tsx";
import { countFilters } from "#web/kit/list/list-filters.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { SearchBox } from "#web/kit/list/search-box.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useLocalStorage } from "#web/kit/data/use-local-storage.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { scrollEdgesClass, useScrollEdges } from "#web/kit/ui/use-scroll-edges.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { storageKeys } from "#contract/personal-data.ts";
import { EventFilterBar, useEventFilters } from "./event-filters.tsx";
import { EventSums } from "./event-sums.tsx";
import { EventsTable } from "./events-table.tsx";
import { EventsViews } from "./events-views.tsx";
import { type EventsLayout, parseEventsLayout } from "./labels.ts";
import { EventsPlace, useOrderedEventsQuery } from "./use-events-query.ts";

const loadBulkBar = () => import("./events-bulk-bar.tsx");
const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).EventsBulkBar }));

const loadCards = () => import("./event-cards.tsx");
const Cards = lazy(async () => ({ default: (await loadCards()).EventCards }));
/** As high as the cards. */
const skeletons = Array.from({ length: 9 }, (_, index) => (
  <li key={index} aria-hidden>
    <Skeleton className="h-31 w-full rounded-xl" />
  </li>
));

const TABLE_ROWS = 50;
const noIds: ReadonlySet<string> = new Set();

export function EventsPage() {
  const t = useTranslation();
  const isTeam = isTeamMember(useScope());
  const views = useRef<HTMLElement>(null);
  useScrollEdges(views);
  return (
    <Page title={t("events.title")} wide actions={<CreateEventLink />}>
      {isTeam && (
        <div className="flex items-center gap-2 border-b border-line pr-4 lg:pr-5">
          <nav
            ref={views}
            aria-label={t("events.views")}
            className={cx(
              "flex min-w-0 flex-1 gap-1 overflow-x-auto px-3 py-2 [scrollbar-width:none] lg:px-4",
              scrollEdgesClass,
            )}
          >
            <EventsViews />
            <Outlet />
          </nav>
          <ListTools />
        </div>
      )}
      <EventsList />
    </Page>
  );
}

/** The layout of the address, else the last one chosen in this browser. Members see cards. */
function useLayout(): [layout: EventsLayout, choose: (layout: EventsLayout) => void] {
  const isTeam = isTeamMember(useScope());
  const asked = useSearch({ strict: false, select: ({ layout }: { layout?: unknown }) => parseEventsLayout(layout) });
  const [kept, keep] = useLocalStorage(storageKeys.eventsLayout);
  const navigate = useNavigate();
  const choose = (layout: EventsLayout) => {
    keep(layout === "table" ? "" : layout);
    void navigate({ to: ".", search: ((now: object) => ({ ...now, layout: undefined })) as never, replace: true });
  };
  return [isTeam ? (asked ?? parseEventsLayout(kept) ?? "table") : "cards", choose];
}

interface EventsListProps {
  facilityId?: string;
  fieldId?: string;
  action?: ReactNode;
}

const EventsList = ({ facilityId, fieldId, action }: EventsListProps) => {
  const place = useMemo(
    () => (facilityId === undefined && fieldId === undefined ? {} : { facilityId, fieldId }),
    [facilityId, fieldId],
  );
  return (
    <EventsPlace value={place}>
      <FilteredEvents
        place={fieldId !== undefined ? "field" : facilityId !== undefined ? "facility" : undefined}
        fieldId={fieldId}
        action={action}
      />
    </EventsPlace>
  );
};

interface FilteredEventsProps {
  place: ComponentProps<typeof EventsTable>["place"];
  fieldId: string | undefined;
  action: ReactNode;
}

function FilteredEvents({ place, fieldId, action }: FilteredEventsProps) {
  const isWithin = place !== undefined;
  const t = useTranslation();
  const scope = useScope();
  const { organizationId } = scope;
  const isTeam = isTeamMember(scope);
  const { q, page } = useListSearch();
  const filters = useEventFilters();
  const [layout] = useLayout();
  const query = useOrderedEventsQuery();
  const request = {
    params: { organizationId },
    query: { ...query, page, ...(layout === "table" && { per_page: TABLE_ROWS }) },
  };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(events.list, request),
    placeholderData: keepPreviousRows(request),
  });
  useLiveRefresh(activity.live, organizationId, ["events"]);
  const [selected, setSelected] = useState(noIds);
  const chosen = data?.data.filter(({ id }) => selected.has(id)) ?? [];
  const isOneDay = query.date !== undefined || (query.from !== undefined && query.from === query.to);
  const isFiltered = countFilters(filters) > 0;
  // The page of a facility or a field has its own margins.
  const inset = isWithin ? "" : "px-4 lg:px-5";
  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (isSelected) next.add(id);
        else next.delete(id);
      return next;
    });
  return (
    <>
      <div className={cx("py-3", inset)}>
        <EventFilterBar isWithin={isWithin} isTeam={isTeam}>
          <div className={cx("flex flex-wrap items-center justify-end gap-2", isWithin && "[&>[role=search]]:mr-auto")}>
            <SearchBox q={q} label={t("events.search")} />
            {(isWithin || !isTeam) && <ListTools />}
            {action}
          </div>
        </EventFilterBar>
      </div>
      {error ? (
        <div className="border-y border-line">
          <ErrorState error={error} onRetry={refetch} />
        </div>
      ) : data?.data.length === 0 ? (
        <div className="border-y border-line">
          {isFiltered || q !== "" ? (
            <EmptyState title={t("kit.noResults")}>
              {t(isFiltered ? "events.noneFound" : "kit.noResultsHint")}
            </EmptyState>
          ) : (
            <EmptyState icon={CalendarDays} title={t("kit.noResults")} action={<CreateEventLink fieldId={fieldId} />}>
              {t("events.noneHint")}
            </EmptyState>
          )}
        </div>
      ) : layout === "table" ? (
        <div className={cx("border-t border-line", isWithin && "overflow-hidden rounded-t-xl border-x")}>
          <EventsTable
            events={data?.data}
            isStale={isPlaceholderData}
            {...{ isOneDay, place }}
            selected={selected}
            onSelect={select}
          />
        </div>
      ) : (
        <ul
          aria-label={t("events.title")}
          aria-busy={isPending || isPlaceholderData}
          className={cx(
            "grid gap-3 transition-opacity md:grid-cols-2 xl:grid-cols-3",
            inset,
            isPlaceholderData && "opacity-60",
          )}
        >
          {data ? (
            <LazyPart load={loadCards} fallback={skeletons}>
              <Cards events={data.data} isUnpaid={filters.unpaid !== undefined} />
            </LazyPart>
          ) : (
            skeletons
          )}
        </ul>
      )}
      {selected.size > 0 && layout === "table" && (
        <LazyPart load={loadBulkBar} onFailed={() => setSelected(noIds)}>
          <BulkBar events={chosen} onSelect={(ids) => setSelected(new Set(ids))} />
        </LazyPart>
      )}
      <div className={cx(inset, "pb-5")}>
        {isTeam && !error && <EventSums />}
        {!error && <Pagination meta={data?.meta} />}
      </div>
    </>
  );
}

function ListTools() {
  const isTeam = isTeamMember(useScope());
  const [layout, chooseLayout] = useLayout();
  const query = useOrderedEventsQuery();
  return (
    <div className="flex shrink-0 items-center gap-2">
      <ExportButton list="events" query={query} />
      {isTeam && <LayoutChoice layout={layout} onChoose={chooseLayout} />}
    </div>
  );
}

function LayoutChoice({ layout, onChoose }: { layout: EventsLayout; onChoose: (layout: EventsLayout) => void }) {
  const t = useTranslation();
  const options = [
    ["table", Table2],
    ["cards", LayoutGrid],
  ] as const;
  return (
    <div role="group" aria-label={t("events.layout")} className="flex shrink-0 rounded-md bg-active p-0.5">
      {options.map(([value, Icon]) => (
        <button
          key={value}
          type="button"
          aria-pressed={layout === value}
          aria-label={t(`events.${value}`)}
          title={t(`events.${value}`)}
          className="grid size-7 place-items-center rounded-[5px] text-ink-2 hover:text-ink aria-pressed:bg-thumb aria-pressed:text-ink aria-pressed:shadow-xs pointer-coarse:size-10"
          onClick={() => onChoose(value)}
        >
          <Icon className="size-4" aria-hidden />
        </button>
      ))}
    </div>
  );
}

export function CreateEventLink(place: { fieldId?: string | undefined; facilityId?: string | undefined }) {
  const t = useTranslation();
  const scope = useScope();
  if (!canBook(scope)) return null;
  return (
    <Link to={scope.path("/events/create")} search={place} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t(isTeamMember(scope) ? "events.create" : "events.book")}
    </Link>
  );
}

export function FacilityEvents() {
  const facilityId = useRouteParam("facilityId");
  return <EventsList facilityId={facilityId} action={<CreateEventLink facilityId={facilityId} />} />;
}

export function FieldEvents() {
  const fieldId = useRouteParam("fieldId");
  return <EventsList fieldId={fieldId} action={<CreateEventLink fieldId={fieldId} />} />;
}
