import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import { bookingStatusLabels, bookingStatusOf, bookingStatusTones } from "#web/bookings/labels.ts";
import { statusLabels } from "#web/events/labels.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { Badge, statusTone } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { hasTwelveHours, localDate } from "#messages/dates.ts";

const MAX_EVENTS = { wide: 6, narrow: 4 };

interface NextEventsProps {
  title: string;
  now: Date;
  /** As the server sorts them, upcoming ones first; undefined while loading. */
  events: readonly Event[] | undefined;
  error: Error | null;
  onRetry: () => unknown;
  pathOf: (event: Event) => string;
  /** Default: the event's name. */
  titleOf?: (event: Event) => string;
  withOrganization?: boolean;
  narrow?: boolean;
  all?: string;
  /** Shown if there are no events. If null, the whole card is hidden. */
  empty: ReactNode;
}

export function NextEvents(props: NextEventsProps) {
  const { title, now, events, error, onRetry, narrow = false, all, empty } = props;
  const t = useTranslation();
  const most = narrow ? MAX_EVENTS.narrow : MAX_EVENTS.wide;
  const next = events
    ?.filter(({ status, endTime }) => (status === "approved" || status === "pending") && new Date(endTime) > now)
    .slice(0, most);
  if (!error && next?.length === 0 && !empty) return null;
  const days = next && Map.groupBy(next, ({ date }) => date);
  return (
    <Card
      title={title}
      action={
        all && (
          <Link to={all} className={`${textLinkClass} text-13`}>
            {t("overview.seeAll")}
          </Link>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : days ? (
        days.size === 0 ? (
          empty
        ) : (
          [...days].map(([date, those]) => <Day key={date} {...props} events={those} />)
        )
      ) : (
        <PendingRows rows={most} />
      )}
    </Card>
  );
}

type DayProps = Pick<NextEventsProps, "now" | "pathOf" | "titleOf" | "withOrganization" | "narrow"> & {
  events: Event[];
};

function Day({ events, now, pathOf, titleOf, withOrganization = false, narrow = false }: DayProps) {
  const [first] = events;
  const title = useDayTitle(first, now);
  return (
    <section className="border-b border-line last:border-b-0">
      <h3 className="bg-sunken px-4 py-1.5 text-xs font-medium text-ink-3 first-letter:uppercase">{title}</h3>
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            to={pathOf(event)}
            title={titleOf?.(event) ?? event.name}
            withOrganization={withOrganization}
            narrow={narrow}
          />
        ))}
      </ul>
    </section>
  );
}

/** Today, tomorrow or the day's name, in the facility's time zone. */
function useDayTitle(event: Event | undefined, now: Date): string {
  const t = useTranslation();
  const { longDay } = useDateFormats(event?.timezone);
  if (!event) return "";
  const dayAt = (time: number) => localDate(time, event.timezone);
  if (event.date <= dayAt(now.getTime())) return t("overview.today");
  if (event.date === dayAt(now.getTime() + 86_400_000)) return t("overview.tomorrow");
  return longDay(event.startTime);
}

interface EventRowProps {
  event: Event;
  to: string;
  title: string;
  withOrganization: boolean;
  narrow: boolean;
}

function EventRow({ event, to, title, withOrganization, narrow }: EventRowProps) {
  const t = useTranslation();
  const { time, otherZoneShortName } = useDateFormats(event.timezone);
  const twelveHours = hasTwelveHours(useLanguage());
  const isTeam = isTeamMember(useScope());
  const status = bookingStatusOf(event);
  return (
    <li
      data-type={event.type}
      className="relative flex min-h-15 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover"
    >
      <span className={cx("shrink-0 text-right text-xs leading-4.5 text-ink-3 tnum", twelveHours ? "w-15.5" : "w-9.5")}>
        <span className="block text-13 font-medium text-ink">{time(event.startTime)}</span>
        {time(event.endTime)}
        <span className="block text-2xs empty:hidden">{otherZoneShortName(event.startTime)}</span>
      </span>
      <span
        aria-hidden
        className={cx("w-1 self-stretch rounded-full bg-(--ev-bar)", event.status === "pending" && "opacity-50")}
      />
      <span className="min-w-0 flex-1">
        <Link
          to={to}
          className="block truncate text-13 font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {title}
        </Link>
        <span className="block truncate text-xs text-ink-3">
          {event.field.name} · {withOrganization ? event.organization.name : event.facility.name}
        </span>
      </span>
      {event.kind === "block" ? (
        <Badge tone="outline" className="shrink-0!">
          {t("events.kindBlock")}
        </Badge>
      ) : (
        (!narrow || event.status === "pending") && (
          <Badge
            tone={isTeam ? statusTone(event.status) : bookingStatusTones[status]}
            dot={event.status}
            className={cx("shrink-0!", !narrow && event.status === "approved" && "max-sm:hidden")}
          >
            {t(isTeam ? statusLabels[event.status] : bookingStatusLabels[status])}
          </Badge>
        )
      )}
    </li>
  );
}

const PendingRows = ({ rows }: { rows: number }) => (
  <div aria-busy>
    <div className="h-7 bg-sunken" />
    <ul className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <li key={index} className="flex h-15 items-center gap-3 px-4">
          <Skeleton className="h-8 w-16 shrink-0" />
          <Skeleton className="h-9 w-1 rounded-full" />
          <span className="grid gap-2">
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3 w-28" />
          </span>
        </li>
      ))}
    </ul>
  </div>
);
