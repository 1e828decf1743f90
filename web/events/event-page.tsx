import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { read } from "#web/kit/api.ts";
import { Avatar } from "#web/kit/avatar.tsx";
import { Card } from "#web/kit/card.tsx";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Moment } from "#web/kit/moment.tsx";
import { Columns, Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { textLink } from "#web/kit/text-link.ts";
import { useWords } from "#web/kit/words.ts";
import { EventActions } from "./event-actions.tsx";
import { EventBadges } from "./event-card.tsx";
import { EventTicket } from "./event-ticket.tsx";
import { pendingLabels, typeLabels } from "./labels.ts";

/** It says whether it is paid, too. */
const heard = { events: ["events"], payments: ["events.read"] };

export function EventPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const { data, error, refetch } = useQuery(
    read(events.read, { params: { organizationId, eventId: useParam("eventId") } }),
  );
  useLive(activity.live, organizationId, heard);
  const event = data?.data;
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
        <Columns asideFirst aside={<EventTicket event={event} />}>
          <EventDetails event={event} />
          <Outlet />
        </Columns>
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={11} />
      )}
    </Page>
  );
}

function EventDetails({ event }: { event: Event }) {
  const t = useWords();
  const { isPlatform, path } = useScope();
  const { organization, facility, field, customer, pendingReason } = event;
  const to = (rest: string, name: string) => (
    <Link to={rest} className={textLink}>
      {name}
    </Link>
  );
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <Fact name={t("events.description")}>{event.description}</Fact>
        {isPlatform && (
          <Fact name={t("events.organization")}>
            {to(`/organizations/${organization.id}/overview`, organization.name)}
          </Fact>
        )}
        <Fact name={t("events.facility")}>{to(path(`/facilities/${facility.id}`), facility.name)}</Fact>
        <Fact name={t("events.field")}>{to(path(`/fields/${field.id}`), field.name)}</Fact>
        {event.kind === "event" && (
          <>
            {" "}
            <Fact name={t("events.sport")}>{event.sport?.name}</Fact>
            <Fact name={t("events.type")}>
              <TypeMark type={event.type} />
            </Fact>
          </>
        )}
        {event.status === "pending" && pendingReason && (
          <Fact name={t("events.status")}>{t(pendingLabels[pendingReason])}</Fact>
        )}
        {event.holdExpiresAt && (
          <Fact name={t("events.holdUntil")}>
            <Moment at={event.holdExpiresAt} />
          </Fact>
        )}
        {event.rejectedReason && <Fact name={t("events.rejectedReason")}>{event.rejectedReason}</Fact>}
        {event.canceledReason && <Fact name={t("events.canceledReason")}>{event.canceledReason}</Fact>}
        <Fact name={t("events.creator")}>
          <CreatorName creator={event.creator} />
        </Fact>
        {customer && (
          <Fact name={t("events.customer")}>
            <CustomerName {...customer} />
          </Fact>
        )}
        {event.kind === "event" && (
          <>
            {" "}
            <Fact name={t("events.people")}>{event.people}</Fact>
            <Fact name={t("events.minPeople")}>{event.minPeople}</Fact>
            <Fact name={t("events.maxPeople")}>{event.maxPeople}</Fact>
          </>
        )}
        {event.seriesId && (
          <Fact name={t("events.series")}>
            <Link to={path(`/series/${event.seriesId}`)} className={textLink}>
              {t("events.seriesAll")}
            </Link>
          </Fact>
        )}
        {event.kind === "event" && event.actions.includes("cancel") && (
          <Fact name={t("events.cancelableUntil")}>
            <Moment at={event.cancelableUntil} />
          </Fact>
        )}
        {event.notes && <Fact name={t("events.notes")}>{event.notes}</Fact>}
        {event.internalNotes && <Fact name={t("events.internalNotes")}>{event.internalNotes}</Fact>}
        <Fact name={t("kit.created")}>
          <Moment at={event.created_at} />
        </Fact>
        <Fact name={t("kit.updated")}>
          <Moment at={event.updated_at} />
        </Fact>
      </DescriptionList>
    </Card>
  );
}

function TypeMark({ type }: Pick<Event, "type">) {
  const t = useWords();
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

const CustomerName = ({ name, phone }: NonNullable<Event["customer"]>) => (
  <>
    {name} {phone && <span className="whitespace-nowrap text-ink-3 tnum">{phone}</span>}
  </>
);
