/** A booking for whoever made it: what, when, where, price, until when it can be canceled, and what can be done. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { activity } from "#contract/activity.ts";
import { type Booking, bookings } from "#contract/bookings.ts";
import { canBook } from "#web/availability/can-book.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page, PageColumns } from "#web/kit/ui/page.tsx";
import { EventExtras } from "#web/extras/event-extras.tsx";
import { PlayersCard } from "#web/participants/players-card.tsx";
import { BookingSummary } from "./booking-summary.tsx";
import { CancellationCard } from "./cancellation-card.tsx";
import { ClubCard } from "./club-card.tsx";
import { BookingPaymentCard } from "./payment-card.tsx";

const liveRefreshMap = { events: ["bookings"], payments: ["bookings", "payments"] };

export function BookingPage() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId } = scope;
  const { data, error, refetch } = useQuery(
    endpointQuery(bookings.read, { params: { organizationId, eventId: useRouteParam("eventId") } }),
  );
  useLiveRefresh(activity.live, organizationId, liveRefreshMap);
  const booking = data?.data;
  return (
    <Page
      title={t("bookings.yours")}
      crumbs={[
        <Link key="list" to="/my-bookings">
          {t("overview.mine")}
        </Link>,
        ...(booking ? [booking.sport?.name ?? booking.field.name] : []),
      ]}
      actions={booking && canBook(scope) && <BookAgain booking={booking} />}
    >
      {booking ? (
        <PageColumns
          aside={
            <>
              <CancellationCard booking={booking} />
              <BookingPaymentCard booking={booking} />
              <ClubCard booking={booking} />
            </>
          }
        >
          <BookingSummary booking={booking} />
          <PlayersCard organizationId={booking.organization.id} eventId={booking.id} />
          <EventExtras organizationId={booking.organization.id} eventId={booking.id} />
          <OwnWords booking={booking} />
          <Outlet />
        </PageColumns>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

/** The same a week later. */
function BookAgain({ booking: { sport, duration, people, startTime, timezone } }: { booking: Booking }) {
  const t = useTranslation();
  const { path } = useScope();
  const later = Temporal.Instant.from(startTime).toZonedDateTimeISO(timezone).add({ weeks: 1 });
  return (
    <Link
      to={path("/find")}
      search={
        {
          date: later.toPlainDate().toString(),
          time: later.toPlainTime().toString({ smallestUnit: "minute" }),
          duration: String(duration),
          ...(sport && { sport: String(sport.id) }),
          ...(people !== null && people > 1 && { people: String(people) }),
        } as never
      }
      className={buttonClass()}
    >
      <RotateCcw aria-hidden />
      {t("bookings.again")}
    </Link>
  );
}

/** The booker’s own words, with a link to change them. */
function OwnWords({ booking }: { booking: Booking }) {
  const t = useTranslation();
  const { path } = useScope();
  const { id, title, description, notes, seriesId, actions } = booking;
  const mayEdit = actions.includes("edit");
  if (!title && !description && !notes && !seriesId && !mayEdit) return null;
  return (
    <Card
      title={t("bookings.details")}
      action={
        mayEdit && (
          <Link to={path(`/events/${id}/edit`)} className={buttonClass("ghost", "sm")}>
            {t("kit.edit")}
          </Link>
        )
      }
    >
      {title || description || notes || seriesId ? (
        <DescriptionList>
          {title && <DescriptionItem name={t("events.name")}>{title}</DescriptionItem>}
          {description && <DescriptionItem name={t("events.description")}>{description}</DescriptionItem>}
          {notes && <DescriptionItem name={t("events.notes")}>{notes}</DescriptionItem>}
          {seriesId && (
            <DescriptionItem name={t("events.series")}>
              <Link to={path(`/series/${seriesId}`)} className="text-accent-ink hover:underline">
                {t("events.seriesAll")}
              </Link>
            </DescriptionItem>
          )}
        </DescriptionList>
      ) : (
        <p className="px-4 py-3 text-13 text-ink-3">{t("bookings.noDetails")}</p>
      )}
    </Card>
  );
}
