/** Says who is on a field now, and who comes next; also on the whole that it is part of, and on its parts. */
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import type { Field } from "#contract/fields.ts";
import type { FieldParts } from "#web/fields/field-parts.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useNow } from "#web/kit/render/use-now.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { localDate } from "#messages/dates.ts";

export const eventFieldParts: FieldParts = { Occupation };

/** Those that run come before those to come. */
const LISTED = 2;

function Occupation({ field }: { field: Field }) {
  const scope = useScope();
  if (!isTeamMember(scope) || scope.isPlatform || !scope.can(events.list)) return null;
  return <OccupationCard field={field} />;
}

function OccupationCard({ field: { id, parent, parts } }: { field: Field }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const now = useNow();
  const fieldIds = [id, ...(parent ? [parent.id] : []), ...parts.map((part) => part.id)];
  const found = useQueries({
    queries: fieldIds.map((fieldId) =>
      endpointQuery(events.list, { params: { organizationId }, query: { fieldId, stands: "true", per_page: LISTED } }),
    ),
  });
  useLiveRefresh(activity.live, organizationId, ["events"]);
  const error = found.find((one) => one.error)?.error;
  const isLoaded = found.every(({ data }) => data);
  const upcoming = found
    .flatMap(({ data }) => data?.data ?? [])
    .filter(({ endTime }) => Date.parse(endTime) > now)
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime));
  const running = upcoming.filter(({ startTime }) => Date.parse(startTime) <= now);
  const next = upcoming.find(({ startTime }) => Date.parse(startTime) > now);
  return (
    <Card
      title={t("events.onField")}
      action={
        <Link to={path("/planning")} search={{ fieldId: id } as never} className={`${textLinkClass} text-13`}>
          {t("planning.title")}
        </Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => Promise.all(found.map(({ refetch }) => refetch()))} />
      ) : isLoaded ? (
        <dl className="divide-y divide-line text-13">
          <Row name={t("events.onFieldNow")}>
            {running.length > 0 ? (
              running.map((event) => <EventLine key={event.id} event={event} fieldId={id} now={now} />)
            ) : (
              <FreeText next={next} now={now} />
            )}
          </Row>
          <Row name={t("events.onFieldNext")}>
            {next ? <EventLine event={next} fieldId={id} now={now} /> : t("events.nothingNext")}
          </Row>
        </dl>
      ) : (
        <div className="grid gap-2.5 p-4" aria-busy>
          <Skeleton className="h-3.5 w-64" />
          <Skeleton className="h-3.5 w-56" />
        </div>
      )}
    </Card>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-10 grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-4 px-4 py-2 max-sm:grid-cols-[6rem_minmax(0,1fr)]">
    <dt className="text-ink-3">{name}</dt>
    <dd className="grid gap-1">{children}</dd>
  </div>
);

const isToday = ({ startTime, timezone }: Event, now: number) =>
  localDate(startTime, timezone) === localDate(now, timezone);

function FreeText({ next, now }: { next: Event | undefined; now: number }) {
  const t = useTranslation();
  const { time, withOtherZoneName } = useDateFormats(next?.timezone);
  return next && isToday(next, now)
    ? t("events.freeUntil", { time: withOtherZoneName(time(next.startTime), next.startTime) })
    : t("events.freeNow");
}

function EventLine({ event, fieldId, now }: { event: Event; fieldId: string; now: number }) {
  const { path } = useScope();
  const { timeRange, weekdayDateTimeRange, withOtherZoneName } = useDateFormats(event.timezone);
  const { startTime, endTime, field } = event;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="tnum">
        {withOtherZoneName((isToday(event, now) ? timeRange : weekdayDateTimeRange)(startTime, endTime), startTime)}
      </span>
      <Link to={path(`/events/${event.id}`)} className={`${textLinkClass} min-w-0 truncate`}>
        {event.name}
      </Link>
      {field.id !== fieldId && <span className="text-ink-3">{field.name}</span>}
    </span>
  );
}
