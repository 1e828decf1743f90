import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useState } from "react";
import { activity } from "#contract/activity.ts";
import { customers } from "#contract/customers.ts";
import { type Event, events } from "#contract/events.ts";
import { isAutoCompleted } from "#contract/events-states-rules.ts";
import { fields } from "#contract/fields.ts";
import { useLoadFieldTimezone } from "#web/availability/schedule-fields.tsx";
import { availability } from "#contract/availability.ts";
import { NoFieldsYet } from "#web/availability/no-fields-yet.tsx";
import { saveLastChoice } from "#web/availability/last-choice.ts";
import { ApiError, call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { parseSearchDate, parseSearchId, parseSearchText } from "#web/kit/list/list-search.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { isTeamMember, useScope, useUser } from "#web/kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { BookingTabs } from "./booking-tabs.tsx";
import { BookingForm } from "./booking-form.tsx";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import {
  toUndoMoveBody,
  type BookingDraft,
  type EventChanges,
  diffEventForm,
  type EventFormDraft,
  isMove,
  diffBookingForm,
  toBookingBody,
  toCreateBody,
} from "./event-draft.ts";
import { EventForm } from "./event-form.tsx";
import { useCreateEvent } from "./use-create-event.ts";

interface EventFormPageProps {
  title: string;
  crumb?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
}

function EventFormPage({ title, crumb, tabs, children }: EventFormPageProps) {
  const [t, scope] = [useTranslation(), useScope()];
  const list = (
    <Link key="list" to={scope.path("/events")}>
      {t("events.title")}
    </Link>
  );
  // Members have no list of events: tabs lead to what is theirs.
  const crumbs = [...(isTeamMember(scope) ? [list] : []), ...(crumb ? [crumb] : [])];
  return (
    <Page title={title} {...(crumbs.length > 0 && { crumbs })} tabs={tabs}>
      {children}
    </Page>
  );
}

type NewEventFormProps = ComponentProps<typeof EventForm> & { customerId: string | undefined };

function NewEventForm({ customerId = "", ...props }: NewEventFormProps) {
  const { organizationId, can } = useScope();
  const customer = useQuery({
    ...endpointQuery(customers.read, { params: { organizationId, customerId } }, { quiet: true }),
    enabled: customerId !== "" && can(customers.read),
  });
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const hasFields = data?.data.some((facility) => facility.fields.length > 0);
  if (hasFields === false) return <NoFieldsYet />;
  // The form keeps its first values, among them the name of the customer.
  if (customer.isLoading) return <DetailSkeleton rows={8} />;
  return (
    <EventForm {...props} {...(customerId && { customer: customer.data?.data ?? { id: customerId, name: "" } })} />
  );
}

const timePattern = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z$/;
const parseSearchInstant = (value: unknown): string | undefined => {
  const text = parseSearchText(value);
  return parseSearchDate(text.slice(0, 10)) && timePattern.test(text.slice(10)) ? text : undefined;
};

const parsePlace = (search: Record<string, unknown>) => ({
  facilityId: parseSearchId(search["facilityId"]),
  fieldId: parseSearchId(search["fieldId"]),
  customerId: parseSearchId(search["customerId"]),
  date: parseSearchDate(search["date"]),
  startTime: parseSearchInstant(search["startTime"]),
});

export function EventCreatePage() {
  const [t, scope] = [useTranslation(), useScope()];
  const { fullName } = useUser();
  const { organizationId } = scope;
  const wanted = useSearch({ strict: false, select: parsePlace });
  const { fieldId = "", startTime, facilityId: wantedFacilityId, customerId, date } = wanted;
  const [zoneOf, book] = [useLoadFieldTimezone(), useCreateEvent()];
  useLiveRefresh(activity.live, organizationId, ["availability", "events"]);
  const team = isTeamMember(scope);
  const save = async (filled: EventFormDraft) => book(toCreateBody(filled, await zoneOf(filled.fieldId)));
  const saveOwn = async (filled: BookingDraft) => {
    const provider = filled.payment === "bank_transfer" ? filled.payment : undefined;
    // The customer's name, as that of a quick booking: the team tells bookings apart by it. Other members do not read it.
    await book(toBookingBody(filled, fullName), provider);
    const { facilityId, sportId, duration, type } = filled;
    saveLastChoice(organizationId, {
      ...{ duration, type },
      facilityId: facilityId || undefined,
      sportId: sportId ?? undefined,
    });
  };
  return (
    <EventFormPage title={t(team ? "events.create" : "events.book")} tabs={!team && <BookingTabs />}>
      {team ? (
        <NewEventForm
          fieldId={fieldId}
          facilityId={fieldId ? undefined : wantedFacilityId}
          customerId={customerId}
          date={date}
          onSave={save}
        />
      ) : (
        <BookingForm
          {...(fieldId ? { fieldId, startTime } : {})}
          facilityId={wantedFacilityId}
          date={date}
          onSave={saveOwn}
        />
      )}
    </EventFormPage>
  );
}

function useUpdateEvent(event: Event, team: boolean): (body: EventChanges) => Promise<void> {
  const { path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const update = useMutation(endpointMutation(events.update, { quiet: "outcome" }));
  const params = { organizationId: event.organizationId, eventId: event.id };
  return async (body) => {
    try {
      const { data, message = "" } = await update.mutateAsync({ params, body });
      invalidateEventQueries(cache);
      // Members may not move to a higher price, not even back.
      const isFree = team || data.price >= event.price;
      if (isMove(body) && isFree && !isAutoCompleted(data, Date.now()))
        offerUndo(message, async () => {
          const body = { ...toUndoMoveBody(event, data, team), seen: data.updated_at };
          const { message: said = "" } = await call(events.update, { params, body }, { quiet: "reason" });
          toast({ description: said, variant: "success", duration: OUTCOME_TOAST_MS });
          invalidateEventQueries(cache);
        });
      else toast({ description: message, variant: "success", duration: OUTCOME_TOAST_MS });
      await navigate({ to: path(`${team ? "/events" : "/bookings"}/${event.id}`) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await cache.invalidateQueries({ queryKey: [availability.read.name] });
      throw error;
    }
  };
}

export function EventEditPage() {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const eventId = useRouteParam("eventId");
  const { data, error, refetch } = useFreshQuery(endpointQuery(events.read, { params: { organizationId, eventId } }));
  const event = data?.data;
  const isMove = useIsMove();
  const mayChange = event?.actions.some((action) => action === "edit" || action === "move") ?? false;
  const crumb = event && (
    <Link key="event" to={path(`/events/${eventId}`)}>
      {event.name}
    </Link>
  );
  return (
    <EventFormPage title={t(isMove ? "events.move" : "events.edit")} {...(crumb ? { crumb } : {})}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !event ? (
        <DetailSkeleton rows={8} aside={false} />
      ) : mayChange ? (
        // The key keeps the form's values when the event changes elsewhere.
        <EventEditForm key={event.id} event={event} />
      ) : (
        <EmptyState title={t("events.noChange")} />
      )}
    </EventFormPage>
  );
}

const useIsMove = (): boolean =>
  useSearch({ strict: false, select: (search: { part?: string }) => search.part === "when" });

function EventEditForm({ event: latest }: { event: Event }) {
  const [event] = useState(latest);
  const scope = useScope();
  const team = isTeamMember(scope);
  const isMove = useIsMove();
  const whenOnly = isMove || !event.actions.includes("edit");
  const zoneOf = useLoadFieldTimezone();
  const change = useUpdateEvent(event, team);
  if (!team) return <BookingForm event={event} onSave={(filled) => change(diffBookingForm(filled, event))} />;
  const save = async (filled: EventFormDraft) => {
    const { pricing, notify } = filled;
    const changes = diffEventForm(filled, event, await zoneOf(filled.fieldId));
    await change({ ...changes, ...(event.kind === "event" ? { pricing } : {}), notify });
  };
  return <EventForm event={event} whenOnly={whenOnly} onSave={save} />;
}
