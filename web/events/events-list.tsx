/** Events as cards: all of them, one facility's, or one field's. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { mayBook } from "#web/availability/may-book.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { useMoney } from "#web/kit/money.ts";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";
import { EventCard, EventCardSkeleton } from "./event-card.tsx";
import { EventFilterBar, useFilters } from "./event-filters.tsx";
import { paymentLabels } from "./labels.ts";

export function EventsPage() {
  const t = useWords();
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
  const t = useWords();
  const { organizationId } = useScope();
  const search = useListSearch();
  const filters = useFilters();
  const within = facilityId ?? fieldId;
  const place = within === undefined ? {} : { facilityId, fieldId };
  const ask = { params: { organizationId }, query: { ...search, ...filters, ...place } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read(events.list, ask),
    placeholderData: keepRows(ask),
  });
  useLive(activity.live, organizationId, ["events"]);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const nothing = data?.data.length === 0;
  return (
    <Listing
      q={search.q}
      label={t("events.search")}
      meta={data?.meta}
      error={error}
      onRetry={refetch}
      action={action}
      exported={{ list: "events", query: ask.query }}
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
                <EventCard key={event.id} event={event} note={filters.unpaid && <Unpaid event={event} />} />
              ))}
        </ul>
      )}
    </Listing>
  );
}

/** What it costs, and who has to pay it. */
function Unpaid({ event: { price, currency, paymentStatus, customer } }: { event: Event }) {
  const t = useWords();
  const money = useMoney();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-semibold text-ink tnum">{money(price, currency)}</span>
      <span>{t(paymentLabels[paymentStatus])}</span>
      {customer && <span className="text-ink-3 [overflow-wrap:anywhere]">{customer.name}</span>}
    </span>
  );
}

/** To the form, with the field chosen; nothing on the platform and for those who may not book. Members do not create, they book. */
export function CreateEventLink({ fieldId }: { fieldId?: string | undefined }) {
  const t = useWords();
  const scope = useScope();
  if (!mayBook(scope)) return null;
  return (
    <Link to={scope.path("/events/create")} search={fieldId ? { fieldId } : {}} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t(isTeam(scope) ? "events.create" : "events.book")}
    </Link>
  );
}

/** The events of the facility around. */
export const FacilityEvents = () => <EventsList facilityId={useParam("facilityId")} action={<CreateEventLink />} />;

/** The events of the field around. */
export function FieldEvents() {
  const fieldId = useParam("fieldId");
  return <EventsList fieldId={fieldId} action={<CreateEventLink fieldId={fieldId} />} />;
}
