import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Ticket } from "lucide-react";
import { useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { mayBook } from "#web/availability/may-book.ts";
import { Subscribe } from "#web/calendars/subscribe.tsx";
import { CancelEvent } from "#web/events/event-actions.tsx";
import { EventCard, EventCardSkeleton } from "#web/events/event-card.tsx";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { FailedState, keepRows } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { Pagination } from "#web/kit/pagination.tsx";
import { OwnTabs } from "#web/payments/my-payments-page.tsx";
import { Hold, PayButton } from "#web/payments/pay.tsx";
import { scopePath, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";

/** One's own bookings in all organizations: those to come, then those gone by. */
export function MyBookingsPage() {
  const t = useWords();
  const scope = useScope();
  const search = useListSearch();
  const [now] = useState(() => new Date());
  const ask = { query: search };
  const { data, error, isPending, refetch } = useQuery({
    ...read(events.mine, ask),
    placeholderData: keepRows(ask),
    // Several organizations have several streams: coming back to the page asks anew.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  // They wait for minutes alone, so they come first, whenever they take place.
  const unpaidAsk = { query: { pendingReason: "payment" as const } };
  const held = useQuery({ ...read(events.mine, unpaidAsk, { quiet: true }), staleTime: 0, refetchOnWindowFocus: true })
    .data?.data;
  const isOver = ({ endTime }: Event) => new Date(endTime) <= now;
  const all = data?.data ?? [];
  const book = mayBook(scope) && (
    <Link to={scope.path("/events/create")} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("events.book")}
    </Link>
  );
  return (
    <Page
      title={t("overview.mine")}
      tabs={<OwnTabs />}
      actions={
        <>
          <Subscribe />
          {book}
        </>
      }
    >
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : isPending ? (
        <Cards title={t("overview.toCome")} events={undefined} />
      ) : all.length === 0 ? (
        <div className="rounded-xl border border-line">
          <EmptyState icon={Ticket} title={t("overview.noBookings")} action={book}>
            {t("overview.noBookingsHint")}
          </EmptyState>
        </div>
      ) : (
        <div className="grid gap-7">
          <Cards title={t("payments.toPay")} events={held ?? []} />
          <Cards title={t("overview.toCome")} events={all.filter((event) => !isOver(event) && !isHeld(event))} />
          <Cards title={t("overview.past")} events={all.filter(isOver)} />
          <Pagination meta={data.meta} />
        </div>
      )}
    </Page>
  );
}

const isHeld = ({ pendingReason, holdExpiresAt }: Event) => pendingReason === "payment" && holdExpiresAt !== null;

/** What waits for its payment can be paid, as long as it is held. */
function BookingActs({ event }: { event: Event }) {
  const t = useWords();
  return (
    <span className="flex flex-wrap items-center justify-end gap-1.5">
      {event.actions.includes("cancel") && <CancelEvent event={event} size="sm" variant="ghost" />}
      {isHeld(event) && (
        <PayButton event={event} size="sm">
          {t("payments.payShort")}
        </PayButton>
      )}
    </span>
  );
}

function Cards({ title, events: shown }: { title: string; events: readonly Event[] | undefined }) {
  if (shown?.length === 0) return null;
  return (
    <section aria-label={title} aria-busy={!shown}>
      <h2 className="mb-3 text-sm font-semibold">{title}</h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {shown
          ? shown.map((event) => (
              <EventCard
                key={event.id}
                event={event}
                to={scopePath(event.organizationId, `/events/${event.id}`)}
                place={event.organization.name}
                note={
                  event.pendingReason === "payment" &&
                  event.holdExpiresAt && <Hold key={event.holdExpiresAt} until={event.holdExpiresAt} isOwn />
                }
                action={<BookingActs event={event} />}
              />
            ))
          : Array.from({ length: 4 }, (_, index) => <EventCardSkeleton key={index} />)}
      </ul>
    </section>
  );
}
