/** List of events (bookings) with filters and export. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { canBook } from "#web/availability/can-book.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { keepPreviousRows, ListLayout } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { EventCard, EventCardSkeleton } from "./event-card.tsx";
import { EventFilterBar, useEventFilters } from "./event-filters.tsx";
import { paymentStatusLabels } from "./labels.ts";

export function EventsPage() {
  const t = useTranslation();
  return (
    <Page
      title={t("events.title")}
      crumbs={useOrganizationCrumbs()}
      tabs={useOrganizationTabs()}
      actions={<CreateEventLink />}
    >
      <EventsList />
    </Page>
  );
}

interface EventsListProps {
  facilityId?: string;
  fieldId?: string;
  action?: ReactNode;
}

function EventsList({ facilityId, fieldId, action }: EventsListProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const search = useListSearch();
  const filters = useEventFilters();
  const within = facilityId ?? fieldId;
  const place = within === undefined ? {} : { facilityId, fieldId };
  const request = { params: { organizationId }, query: { ...search, ...filters, ...place } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...endpointQuery(events.list, request),
    placeholderData: keepPreviousRows(request),
  });
  useLiveRefresh(activity.live, organizationId, ["events"]);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const nothing = data?.data.length === 0;
  return (
    <ListLayout
      q={search.q}
      label={t("events.search")}
      meta={data?.meta}
      error={error}
      onRetry={refetch}
      action={action}
      exportSource={{ list: "events", query: request.query }}
    >
      <EventFilterBar within={within !== undefined} />
      {nothing ? (
        <div className="rounded-xl border border-line">
          {isFiltered || search.q !== "" ? (
            <EmptyState title={t("kit.noResults")}>
              {t(isFiltered ? "events.noneFound" : "kit.noResultsHint")}
            </EmptyState>
          ) : (
            <EmptyState icon={CalendarDays} title={t("kit.noResults")} action={<CreateEventLink fieldId={fieldId} />}>
              {t("events.noneHint")}
            </EmptyState>
          )}
        </div>
      ) : (
        <ul
          aria-label={t("events.title")}
          aria-busy={isPending || isPlaceholderData}
          className={cx(
            "grid gap-3 transition-opacity md:grid-cols-2 xl:grid-cols-3",
            isPlaceholderData && "opacity-60",
          )}
        >
          {isPending
            ? Array.from({ length: 9 }, (_, index) => <EventCardSkeleton key={index} />)
            : data?.data.map((event) => (
                <EventCard key={event.id} event={event} note={filters.unpaid && <UnpaidNote event={event} />} />
              ))}
        </ul>
      )}
    </ListLayout>
  );
}

function UnpaidNote({ event: { price, currency, paymentStatus, customer } }: { event: Event }) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold text-ink tnum">{money(price, currency)}</span>
      <span>{t(paymentStatusLabels[paymentStatus])}</span>
      {customer && <span className="text-ink-3 [overflow-wrap:anywhere]">{customer.name}</span>}
    </span>
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
