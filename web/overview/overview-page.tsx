/** The home of the present scope: what comes next, who invites, where one belongs. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2, CalendarDays, Plus, Ticket } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { events } from "#contract/events.ts";
import { mayBook } from "#web/availability/may-book.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { Columns, Page } from "#web/kit/page.tsx";
import { useLive } from "#web/kit/live.ts";
import { isTeam, scopePath, useScope, useUser } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { Dashboard } from "./dashboard.tsx";
import { Invitations } from "./invitations.tsx";
import { MyOrganizations } from "./my-organizations.tsx";
import { NextEvents } from "./next-events.tsx";

export function OverviewPage() {
  const t = useWords();
  const scope = useScope();
  const locale = useLocale();
  const { firstName } = useUser();
  const [now] = useState(() => new Date());
  const part = now.getHours() < 12 ? "morning" : now.getHours() < 18 ? "afternoon" : "evening";
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(now);
  const team = isTeam(scope);
  useLive(activity.live, scope.organizationId, ["events"]);
  const here = scope.can("events.show") && <EventsHere now={now} />;
  const next = (
    <Columns
      aside={
        <>
          {team && <MyBookings now={now} team />}
          <MyOrganizations />
        </>
      }
    >
      {!team && <MyBookings now={now} />}
      {here}
    </Columns>
  );
  return (
    <Page
      title={t("overview.title")}
      heading={t(`overview.${part}`, { name: firstName })}
      meta={<span className="text-13 text-ink-3 first-letter:uppercase">{day}</span>}
      actions={<Actions />}
    >
      <div className="grid gap-5 grid-cols-[minmax(0,1fr)]">
        <Invitations />
        {team && scope.can("organizations.show") ? <Dashboard now={now}>{next}</Dashboard> : next}
      </div>
    </Page>
  );
}

function Actions() {
  const t = useWords();
  const scope = useScope();
  return (
    <>
      {!scope.isPlatform && scope.can("organizations.show") && (
        <Link to={scope.path("/overview")} className={buttonClass("secondary")}>
          <Building2 aria-hidden />
          {t("overview.details")}
        </Link>
      )}
      {mayBook(scope) && (
        <Link to={scope.path("/events/create")} className={buttonClass("primary")}>
          <Plus aria-hidden />
          {t(isTeam(scope) ? "events.create" : "events.book")}
        </Link>
      )}
    </>
  );
}

/** What comes next in the present scope. */
function EventsHere({ now }: { now: Date }) {
  const t = useWords();
  const { organizationId, isPlatform, min, path } = useScope();
  const { data, error, refetch } = useQuery(read(events.list, { params: { organizationId }, query: {} }));
  return (
    <NextEvents
      title={isPlatform ? t("overview.nextEverywhere") : t("overview.nextHere", { name: min?.name ?? "" })}
      now={now}
      events={data?.data}
      error={error}
      onRetry={refetch}
      pathOf={({ id }) => path(`/events/${id}`)}
      withOrganization={isPlatform}
      all={path("/events")}
      empty={
        <EmptyState icon={CalendarDays} title={t("overview.noEvents")}>
          {t("overview.noEventsHint")}
        </EmptyState>
      }
    />
  );
}

/** One's own bookings, wherever they are. The team, which works here, only sees the card if there are any. */
function MyBookings({ now, team = false }: { now: Date; team?: boolean }) {
  const t = useWords();
  const scope = useScope();
  const { data, error, refetch } = useQuery(read(events.mine, { query: {} }));
  return (
    <NextEvents
      title={t("overview.mine")}
      now={now}
      events={data?.data}
      error={error}
      onRetry={refetch}
      pathOf={({ id, organizationId }) => scopePath(organizationId, `/events/${id}`)}
      withOrganization
      narrow={team}
      all="/my-bookings"
      empty={
        team ? undefined : (
          <EmptyState
            icon={Ticket}
            title={t("overview.noBookings")}
            action={
              mayBook(scope) && (
                <Link to={scope.path("/events/create")} className={buttonClass("secondary")}>
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
