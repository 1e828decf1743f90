/** A booking of somebody else to which one is invited, or in which one plays: what, when, where, one's share, and leaving. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { bookings, type PlayedBooking } from "#contract/bookings.ts";
import { participants } from "#contract/participants.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Page, PageColumns } from "#web/kit/ui/page.tsx";
import { OwnAnswers, OwnShare, type PlaceAccess } from "#web/participants/own-place.tsx";
import { BookingSummary } from "./booking-summary.tsx";
import { ClubCard } from "./club-card.tsx";

export function PlayedBookingPage() {
  const t = useTranslation();
  const params = { participantId: useRouteParam("participantId") };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(bookings.readPlayed, { params }, { quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const access = useAccountAccess(params.participantId);
  const booking = data?.data;
  const { invitation } = booking ?? {};
  return (
    <Page
      title={
        invitation?.state === "accepted"
          ? t("participants.youPlayWith", { organizer: invitation.organizer })
          : invitation
            ? t("participants.invitesYou", { organizer: invitation.organizer })
            : t("participants.youPlay")
      }
      crumbs={[
        <Link key="list" to="/my-bookings">
          {t("overview.mine")}
        </Link>,
        ...(booking ? [booking.sport?.name ?? booking.field.name] : []),
      ]}
    >
      {booking ? (
        <PageColumns
          aside={
            <>
              <OwnShare invitation={booking.invitation} access={access} />
              <OwnAnswers invitation={booking.invitation} access={access} />
              <ClubCard booking={booking} />
            </>
          }
        >
          <BookingSummary
            booking={{ ...booking, title: null, ended: null, refundDue: 0, currency: "" }}
            hasCalendar={booking.invitation.state === "accepted"}
            onCalendarFile={() => download(bookings.playedCalendar, { params }, "booking.ics")}
          />
          <Players booking={booking} />
        </PageColumns>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

/** By the account. */
function useAccountAccess(participantId: string): PlaceAccess {
  const cache = useQueryClient();
  const params = { participantId };
  const quiet = { quiet: true } as const;
  return {
    answer: (given) => call(participants.answer, { params, body: { answer: given } }, quiet),
    payForOthers: (participantIds) => call(participants.payForOthersOwn, { params, body: { participantIds } }, quiet),
    checkout: () => call(participants.checkout, { params, body: {} }),
    refresh: () =>
      Promise.all(
        [bookings.readPlayed.name, participants.own.name].map((name) => cache.invalidateQueries({ queryKey: [name] })),
      ),
  };
}

function Players({ booking: { invitation } }: { booking: PlayedBooking }) {
  const t = useTranslation();
  const { organizer, players } = invitation;
  return (
    <Card title={t("participants.title")}>
      <DescriptionList>
        <DescriptionItem name={t("participants.organizer")}>{organizer}</DescriptionItem>
        {players && players.length > 0 && (
          <DescriptionItem name={t("participants.playersWith")}>
            {players.map((name) => name || t("participants.player")).join(", ")}
          </DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  );
}
