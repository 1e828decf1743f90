import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionList, DescriptionItem } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { PageColumns, Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { EventActions } from "./event-actions.tsx";
import { EventBadges } from "./event-card.tsx";
import { EventSummaryCard } from "./event-summary-card.tsx";
import { pendingReasonLabels, typeLabels } from "./labels.ts";

/** The event also shows whether it is paid. */
const liveRefreshMap = { events: ["events"], payments: ["events.read"] };

export function EventPage() {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId, path } = scope;
  const { id: userId } = useUser();
  const { data, error, refetch } = useQuery(
    endpointQuery(events.read, { params: { organizationId, eventId: useRouteParam("eventId") } }),
  );
  useLiveRefresh(activity.live, organizationId, liveRefreshMap);
  const event = data?.data;
  // Members read their own bookings in their words.
  if (event?.kind === "event" && !isTeamMember(scope) && event.customer?.userId === userId)
    return <Navigate to={path(`/bookings/${event.id}`)} search={true} replace />;
  const field = event && (
    <Link key="field" to={path(`/fields/${event.field.id}`)}>
      {event.field.name}
    </Link>
  );
  return (
    <Page
      title={event?.name ?? t("events.one")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
        ...(field ? [field] : []),
      ]}
      meta={event && <EventBadges event={event} />}
      actions={event && event.actions.length > 0 && <EventActions event={event} />}
    >
      {event ? (
        <PageColumns asideFirst aside={<EventSummaryCard event={event} />}>
          <EventDetails event={event} />
          <Outlet />
        </PageColumns>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={11} />
      )}
    </Page>
  );
}

function EventDetails({ event }: { event: Event }) {
  const t = useTranslation();
  const { isPlatform, path } = useScope();
  const { organization, facility, field, customer, pendingReason } = event;
  const to = (rest: string, name: string) => (
    <Link to={rest} className={textLinkClass}>
      {name}
    </Link>
  );
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("events.description")}>{event.description}</DescriptionItem>
        {isPlatform && (
          <DescriptionItem name={t("events.organization")}>
            {to(`/organizations/${organization.id}/overview`, organization.name)}
          </DescriptionItem>
        )}
        <DescriptionItem name={t("events.facility")}>
          {to(path(`/facilities/${facility.id}`), facility.name)}
        </DescriptionItem>
        <DescriptionItem name={t("events.field")}>{to(path(`/fields/${field.id}`), field.name)}</DescriptionItem>
        {event.kind === "event" && (
          <>
            {" "}
            <DescriptionItem name={t("events.sport")}>{event.sport?.name}</DescriptionItem>
            <DescriptionItem name={t("events.type")}>
              <TypeLabel type={event.type} />
            </DescriptionItem>
          </>
        )}
        {event.status === "pending" && pendingReason && (
          <DescriptionItem name={t("events.status")}>{t(pendingReasonLabels[pendingReason])}</DescriptionItem>
        )}
        {event.holdExpiresAt && (
          <DescriptionItem name={t("events.holdUntil")}>
            <DateTime at={event.holdExpiresAt} timeZone={event.timezone} />
          </DescriptionItem>
        )}
        {event.rejectedReason && (
          <DescriptionItem name={t("events.rejectedReason")}>{event.rejectedReason}</DescriptionItem>
        )}
        {event.canceledReason && (
          <DescriptionItem name={t("events.canceledReason")}>{event.canceledReason}</DescriptionItem>
        )}
        <DescriptionItem name={t("events.creator")}>
          <CreatorName creator={event.creator} />
        </DescriptionItem>
        {customer && (
          <DescriptionItem name={t("events.customer")}>
            <CustomerName {...customer} />
          </DescriptionItem>
        )}
        {event.kind === "event" && (
          <>
            {" "}
            <DescriptionItem name={t("events.people")}>{event.people}</DescriptionItem>
            <DescriptionItem name={t("events.minPeople")}>{event.minPeople}</DescriptionItem>
            <DescriptionItem name={t("events.maxPeople")}>{event.maxPeople}</DescriptionItem>
          </>
        )}
        {event.seriesId && (
          <DescriptionItem name={t("events.series")}>
            <Link to={path(`/series/${event.seriesId}`)} className={textLinkClass}>
              {t("events.seriesAll")}
            </Link>
          </DescriptionItem>
        )}
        {event.kind === "event" && event.actions.includes("cancel") && (
          <DescriptionItem name={t("events.cancelableUntil")}>
            <DateTime at={event.cancelableUntil} timeZone={event.timezone} />
          </DescriptionItem>
        )}
        <PassedDeadline event={event} />
        {event.notes && <DescriptionItem name={t("events.notes")}>{event.notes}</DescriptionItem>}
        {event.internalNotes && (
          <DescriptionItem name={t("events.internalNotes")}>{event.internalNotes}</DescriptionItem>
        )}
        <DescriptionItem name={t("kit.created")}>
          <DateTime at={event.created_at} timeZone={event.timezone} />
        </DescriptionItem>
        <DescriptionItem name={t("kit.updated")}>
          <DateTime at={event.updated_at} timeZone={event.timezone} />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}

/** Tells bookers why nothing here cancels their booking any more. */
function PassedDeadline({ event }: { event: Event }) {
  const t = useTranslation();
  const { id } = useUser();
  const [now] = useState(() => Date.now());
  const { status, customer, actions, startTime, cancelableUntil, timezone } = event;
  const isStanding = status === "approved" || status === "pending";
  const isOwn = customer !== null && customer.userId === id;
  if (!isOwn || !isStanding || actions.includes("cancel") || Date.parse(startTime) < now) return null;
  return (
    <DescriptionItem name={t("events.cancelableUntil")}>
      <DateTime at={cancelableUntil} timeZone={timezone} />. {t("events.deadlinePassed")}
    </DescriptionItem>
  );
}

function TypeLabel({ type }: Pick<Event, "type">) {
  const t = useTranslation();
  return (
    <span data-type={type} className="flex items-center gap-2">
      <span className="h-3.5 w-[3px] rounded-full bg-(--ev-bar)" aria-hidden />
      {t(typeLabels[type])}
    </span>
  );
}

function CreatorName({ creator }: Pick<Event, "creator">) {
  const name = creator.full_name ?? creator.name ?? "";
  return (
    <span className="-my-0.5 flex items-center gap-2">
      <Avatar name={name} size="xs" />
      {name}
    </span>
  );
}

function CustomerName({ customerId, name, phone }: NonNullable<Event["customer"]>) {
  const { can, path } = useScope();
  const isLink = customerId !== null && can("members.show");
  return (
    <>
      {isLink ? (
        <Link to={path(`/customers/${customerId}`)} className={textLinkClass}>
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      {phone && <span className="whitespace-nowrap text-ink-3 tnum">{phone}</span>}
    </>
  );
}
