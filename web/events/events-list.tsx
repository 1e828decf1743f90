/** Events as cards: all of them, one facility's, or one field's. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarDays, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { events } from "#contract/events.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { cx } from "#web/kit/cx.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { EventCard, EventCardSkeleton } from "./event-card.tsx";
import { mayBook } from "./may-book.ts";

interface EventsListProps {
  facilityId?: string;
  fieldId?: string;
  action?: ReactNode;
}

export function EventsList({ facilityId, fieldId, action }: EventsListProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: { ...search, facilityId, fieldId } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read(events.list, ask),
    placeholderData: keepRows(ask),
  });
  const nothing = data?.data.length === 0;
  return (
    <Listing q={search.q} label={t("events.search")} meta={data?.meta} error={error} onRetry={refetch} action={action}>
      {nothing ? (
        <div className="rounded-xl border border-line">
          {search.q ? (
            <EmptyState title={t("kit.noResults")}>{t("kit.noResultsHint")}</EmptyState>
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
            : data?.data.map((event) => <EventCard key={event.id} event={event} />)}
        </ul>
      )}
    </Listing>
  );
}

/** To the form, with the field chosen; nothing on the platform and for those who may not book. */
export function CreateEventLink({ fieldId }: { fieldId?: string | undefined }) {
  const t = useWords();
  const scope = useScope();
  if (!mayBook(scope)) return null;
  return (
    <Link to={scope.path("/events/create")} search={fieldId ? { fieldId } : {}} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("events.create")}
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
