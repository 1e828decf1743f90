import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2, CalendarDays, Plus, Ticket } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { setup } from "#contract/setup.ts";
import { members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { bookingPath } from "#web/availability/booking-path.ts";
import { canBook } from "#web/availability/can-book.ts";
import { ownBookingTitle } from "#web/events/own-booking-title.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { PageColumns, Page } from "#web/kit/ui/page.tsx";
import { Together } from "#web/kit/render/together.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { isTeamMember, scopePath, useScope, useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SetupChecklist } from "#web/setup/checklist.tsx";
import { Dashboard } from "./dashboard.tsx";
import { Invitations } from "./invitations.tsx";
import { MyOrganizations } from "./my-organizations.tsx";
import { NextEvents } from "./next-events.tsx";
import { WaitingRequests } from "./waiting-requests.tsx";

export function OverviewPage() {
  const t = useTranslation();
  const scope = useScope();
  const { firstName } = useUser();
  const [now] = useState(() => new Date());
  const part = now.getHours() < 12 ? "morning" : now.getHours() < 18 ? "afternoon" : "evening";
  const day = useDateFormats().longDay(now);
  const team = isTeamMember(scope);
  useLiveRefresh(activity.live, scope.organizationId, ["events"]);
  const scopeEvents = scope.can("events.show") && <ScopeEvents now={now} team={team} />;
  const next = (
    <PageColumns
      aside={
        <>
          {team && <MyBookings now={now} team />}
          {team && !scope.isPlatform && scope.can("events.approve") && <WaitingRequests />}
          <MyOrganizations />
        </>
      }
    >
      {!team && <MyBookings now={now} />}
      {scopeEvents}
    </PageColumns>
  );
  const shown = [
    members.invitations,
    events.mine,
    organizations.list,
    ...(scope.can("events.show") ? [events.list] : []),
  ];
  return (
    <Page
      title={t("overview.title")}
      heading={t(`overview.${part}`, { name: firstName })}
      meta={<span className="text-13 text-ink-3 first-letter:uppercase">{day}</span>}
      actions={<Actions />}
    >
      <div className="grid gap-5 grid-cols-[minmax(0,1fr)]">
        {team ? (
          <Invitations />
        ) : (
          <Together endpoints={shown} fallback={<Skeleton className="h-96" />}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              <Invitations />
              {next}
            </div>
          </Together>
        )}
        {team && !scope.isPlatform && scope.can(setup.state) && <SetupChecklist />}
        {team && scope.can("organizations.show") ? <Dashboard now={now}>{next}</Dashboard> : team && next}
      </div>
    </Page>
  );
}

function Actions() {
  const t = useTranslation();
  const scope = useScope();
  return (
    <>
      {!scope.isPlatform && scope.can("organizations.show") && (
        <Link to={scope.path("/overview")} className={buttonClass("secondary")}>
          <Building2 aria-hidden />
          {t("overview.details")}
        </Link>
      )}
      {canBook(scope) && (
        <Link to={bookingPath(scope)} className={buttonClass("primary")}>
          <Plus aria-hidden />
          {t(isTeamMember(scope) ? "events.create" : "events.book")}
        </Link>
      )}
    </>
  );
}

/** Members see what takes place, without the times that the team blocks. */
function ScopeEvents({ now, team }: { now: Date; team: boolean }) {
  const t = useTranslation();
  const { organizationId, isPlatform, membership, path } = useScope();
  const query = team ? {} : { kind: "event" as const };
  const { data, error, refetch } = useQuery(endpointQuery(events.list, { params: { organizationId }, query }));
  return (
    <NextEvents
      title={isPlatform ? t("overview.nextEverywhere") : t("overview.nextHere", { name: membership?.name ?? "" })}
      now={now}
      events={data?.data}
      error={error}
      onRetry={refetch}
      pathOf={({ id }) => path(`/events/${id}`)}
      withOrganization={isPlatform}
      all={path("/events")}
      empty={
        <EmptyState
          icon={CalendarDays}
          title={t("overview.noEvents")}
          action={
            !isPlatform && (
              <Link to={path("/planning")} className={buttonClass()}>
                {t("setup.openPlanning")}
              </Link>
            )
          }
        >
          {t("overview.noEventsHint")}
        </EmptyState>
      }
    />
  );
}

/** Bookings in all organizations. The team sees the card only if there are any. */
function MyBookings({ now, team = false }: { now: Date; team?: boolean }) {
  const t = useTranslation();
  const scope = useScope();
  const { fullName } = useUser();
  const { data, error, refetch } = useQuery(endpointQuery(events.mine, { query: {} }));
  return (
    <NextEvents
      title={t("overview.mine")}
      now={now}
      events={data?.data}
      error={error}
      onRetry={refetch}
      pathOf={({ id, organizationId }) => scopePath(organizationId, `/${team ? "events" : "bookings"}/${id}`)}
      titleOf={(event) => ownBookingTitle(event, fullName)}
      withOrganization
      narrow={team}
      all="/my-bookings"
      empty={
        team ? undefined : (
          <EmptyState
            icon={Ticket}
            title={t("overview.noBookings")}
            action={
              canBook(scope) && (
                <Link to={bookingPath(scope)} className={buttonClass("secondary")}>
                  {t("events.book")}
                </Link>
              )
            }
          >
            {t("overview.noBookingsHint")}
          </EmptyState>
        )
      }
    />
  );
}
