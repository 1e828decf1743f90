import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Ticket } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type Event, events } from "#contract/events.ts";
import { bookingPath } from "#web/availability/booking-path.ts";
import { canBook } from "#web/availability/can-book.ts";
import { SubscribeButton } from "#web/calendars/subscribe-button.tsx";
import { ownBookingTitle } from "#web/events/own-booking-title.ts";
import { CancelBookingDialog } from "#web/bookings/cancel-booking-dialog.tsx";
import { bookingStatusLabels, bookingStatusOf, bookingStatusTones } from "#web/bookings/labels.ts";
import { EventCard } from "#web/events/event-card.tsx";
import { EventCardSkeleton } from "#web/events/event-card-skeleton.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useListSearch } from "#web/kit/list/list-search.ts";
import { ErrorState, keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Together } from "#web/kit/render/together.tsx";
import { Pagination } from "#web/kit/list/pagination.tsx";
import { participants } from "#contract/participants.ts";
import { waitlist } from "#contract/waitlist.ts";
import { PersonalTabs } from "#web/payments/my-payments-page.tsx";
import { HoldCountdown, PayButton } from "#web/payments/pay-button.tsx";
import { scopePath, useScope, useUser } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const OwnInvitations = lazy(async () => {
  const [{ OwnInvitations: list }] = await Promise.all([
    import("#web/participants/own-invitations.tsx"),
    ensureTemporal(),
  ]);
  return { default: list };
});

const WaitingList = lazy(async () => {
  const [{ WaitingList: list }] = await Promise.all([import("#web/waitlist/waiting-list.tsx"), ensureTemporal()]);
  return { default: list };
});

const shownEndpoints = [events.mine, participants.own, waitlist.own];

export function MyBookingsPage() {
  const t = useTranslation();
  const scope = useScope();
  const search = useListSearch();
  const [now] = useState(() => new Date());
  const request = { query: search };
  const { data, error, isPending, refetch } = useQuery({
    ...endpointQuery(events.mine, request),
    placeholderData: keepPreviousRows(request),
    // Live updates cover one organization only, so reload on focus.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  // Show them first, whenever they take place: their holds expire within minutes.
  const unpaidAsk = { query: { pendingReason: "payment" as const } };
  const unpaid = useQuery({
    ...endpointQuery(events.mine, unpaidAsk, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const isOver = ({ endTime }: Event) => new Date(endTime) <= now;
  const all = data?.data ?? [];
  const book = canBook(scope) && (
    <Link to={bookingPath(scope)} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("events.book")}
    </Link>
  );
  return (
    <Page
      title={t("overview.mine")}
      tabs={<PersonalTabs />}
      actions={
        <>
          <SubscribeButton />
          {book}
        </>
      }
    >
      <Together endpoints={shownEndpoints} fallback={<BookingCards title={t("overview.toCome")} events={undefined} />}>
        <div className="grid gap-4 has-[section]:mb-7">
          <Suspense>
            <OwnInvitations />
            <WaitingList />
          </Suspense>
        </div>
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : isPending || unpaid.isPending ? (
          <BookingCards title={t("overview.toCome")} events={undefined} />
        ) : all.length === 0 ? (
          <div className="rounded-xl border border-line">
            <EmptyState icon={Ticket} title={t("overview.noBookings")} action={book}>
              {t("overview.noBookingsHint")}
            </EmptyState>
          </div>
        ) : (
          <div className="grid gap-7">
            <BookingCards title={t("payments.toPay")} events={unpaid.data?.data ?? []} />
            <BookingCards
              title={t("overview.toCome")}
              events={all.filter((event) => !isOver(event) && !isHeld(event))}
            />
            <BookingCards title={t("overview.past")} events={all.filter(isOver)} />
            <Pagination meta={data.meta} />
          </div>
        )}
      </Together>
    </Page>
  );
}

const isHeld = ({ pendingReason, holdExpiresAt }: Event) => pendingReason === "payment" && holdExpiresAt !== null;

function BookingActions({ event }: { event: Event }) {
  const t = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <span className="flex flex-wrap items-center justify-end gap-1.5">
      {event.actions.includes("cancel") && (
        <>
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t("bookings.cancel")}
          </Button>
          <CancelBookingDialog
            organizationId={event.organizationId}
            eventId={event.id}
            open={isAsking}
            onClose={() => setAsking(false)}
          />
        </>
      )}
      {isHeld(event) && (
        <PayButton event={event} size="sm">
          {t("payments.payShort")}
        </PayButton>
      )}
    </span>
  );
}

function BookingBadge({ event }: { event: Event }) {
  const t = useTranslation();
  const status = bookingStatusOf(event);
  return (
    <Badge tone={bookingStatusTones[status]} dot>
      {t(bookingStatusLabels[status])}
    </Badge>
  );
}

function BookingCards({ title, events: shown }: { title: string; events: readonly Event[] | undefined }) {
  const { fullName } = useUser();
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
                to={scopePath(event.organizationId, `/bookings/${event.id}`)}
                place={event.organization.name}
                title={ownBookingTitle(event, fullName)}
                badges={<BookingBadge event={event} />}
                note={
                  event.pendingReason === "payment" &&
                  event.holdExpiresAt && (
                    <HoldCountdown
                      key={event.holdExpiresAt}
                      until={event.holdExpiresAt}
                      timeZone={event.timezone}
                      isOwn
                    />
                  )
                }
                action={<BookingActions event={event} />}
              />
            ))
          : Array.from({ length: 4 }, (_, index) => <EventCardSkeleton key={index} />)}
      </ul>
    </section>
  );
}
