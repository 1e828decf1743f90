/** The pages around the forms of an event: the team fills in everything, whoever books for themselves chooses a time. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type Event, events } from "#contract/events.ts";
import { isCompletedBy } from "#contract/events-rules.ts";
import { fields } from "#contract/fields.ts";
import { availability } from "#contract/availability.ts";
import type { Draft } from "#contract/kit.ts";
import { payments } from "#contract/payments.ts";
import { rememberChoice } from "#web/availability/last-choice.ts";
import { ApiError, call, read, write } from "#web/kit/api.ts";
import { useCurrent } from "#web/kit/current.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useLive } from "#web/kit/live.ts";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { offerUndo } from "#web/kit/undo.ts";
import { useWords } from "#web/kit/words.ts";
import { BookingForm } from "./booking-form.tsx";
import { refreshEvents } from "#web/availability/refresh.ts";
import {
  backFrom,
  type BookingDraft,
  type Changes,
  changesBy,
  type EventFormDraft,
  fillKeys,
  isMove,
  rebookingBy,
  toBooking,
  toDraft,
} from "./event-draft.ts";
import { EventForm } from "./event-form.tsx";
import { typeLabels } from "./labels.ts";

function FormPage({ title, crumb, children }: { title: string; crumb?: ReactNode; children: ReactNode }) {
  const [t, { path }] = [useWords(), useScope()];
  const list = (
    <Link key="list" to={path("/events")}>
      {t("events.title")}
    </Link>
  );
  return (
    <Page title={title} crumbs={crumb ? [list, crumb] : [list]}>
      {children}
    </Page>
  );
}

/** The field's own zone: hours are those of its facility's clock. */
function useZoneOf(): (fieldId: string) => Promise<string> {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  return async (fieldId) => {
    const { data } = await cache.fetchQuery(read(fields.read, { params: { organizationId, fieldId } }));
    return data.timezone;
  };
}

/** Books, and leads to the event, or to where it is paid. A slot that is gone is looked for anew; what was filled in stays. */
function useBook(): (body: Draft<typeof events.create>) => Promise<void> {
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const create = useMutation(write(events.create));
  return async (body) => {
    try {
      const { data } = await create.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
      refreshEvents(cache);
      cache.setQueryData(read(events.read, { params: { organizationId, eventId: data.id } }).queryKey, { data });
      const page = data.pendingReason === "payment" ? await pageToPay(data) : undefined;
      // The event comes first: it is what whoever goes back from the payment's page wants to see.
      await navigate({ to: path(`/events/${data.id}`), replace: page !== undefined });
      if (page) location.assign(page);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await cache.invalidateQueries({ queryKey: [availability.read.name] });
      throw error;
    }
  };
}

/** Where it is paid; where that cannot be told now, a toast says why, and the event offers it again. */
async function pageToPay({ organizationId, id }: Event): Promise<string | undefined> {
  const params = { organizationId, eventId: id };
  const answer = await call(payments.checkout, { params, body: {} }).catch(() => undefined);
  return answer?.data.url;
}

export function EventCreatePage() {
  const [t, scope] = [useWords(), useScope()];
  const { organizationId } = scope;
  const { fieldId = "", startTime }: { fieldId?: string; startTime?: string } = useSearch({ strict: false });
  const [zoneOf, book] = [useZoneOf(), useBook()];
  useLive(activity.live, organizationId, ["availability", "events"]);
  const team = isTeam(scope);
  const save = async (filled: EventFormDraft) => book(toDraft(filled, await zoneOf(filled.fieldId)));
  const saveOwn = async (filled: BookingDraft, sport: string) => {
    await book(toBooking(filled, sport || t(typeLabels[filled.type])));
    const { facilityId, sportId, duration, type } = filled;
    rememberChoice(organizationId, {
      ...{ duration, type },
      facilityId: facilityId || undefined,
      sportId: sportId ?? undefined,
    });
  };
  return (
    <FormPage title={t(team ? "events.create" : "events.book")}>
      {team ? (
        <EventForm fieldId={fieldId} onSave={save} />
      ) : (
        <BookingForm {...(fieldId ? { fieldId, startTime } : {})} onSave={saveOwn} />
      )}
    </FormPage>
  );
}

/** Changes an event; a move can be taken back for a while. */
function useChange(event: Event, team: boolean): (body: Changes) => Promise<void> {
  const { path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const update = useMutation(write(events.update, { quiet: "outcome" }));
  const params = { organizationId: event.organizationId, eventId: event.id };
  return async (body) => {
    try {
      const { data, message = "" } = await update.mutateAsync({ params, body });
      refreshEvents(cache);
      // Whoever books for themselves may not move to a higher price, not even back.
      const isFree = team || data.price >= event.price;
      if (isMove(body) && isFree && !isCompletedBy(data, Date.now()))
        offerUndo(message, async () => {
          const body = { ...backFrom(event, data, team), seen: data.updated_at };
          const { message: said = "" } = await call(events.update, { params, body }, { quiet: "reason" });
          toast({ description: said, variant: "success", duration: outcomeDuration });
          refreshEvents(cache);
        });
      else toast({ description: message, variant: "success", duration: outcomeDuration });
      await navigate({ to: path(`/events/${event.id}`) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await cache.invalidateQueries({ queryKey: [availability.read.name] });
      throw error;
    }
  };
}

export function EventEditPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const eventId = useParam("eventId");
  const { data, error, refetch } = useCurrent(read(events.read, { params: { organizationId, eventId } }));
  const event = data?.data;
  const mayChange = event?.actions.some((action) => action === "edit" || action === "move") ?? false;
  const crumb = event && (
    <Link key="event" to={path(`/events/${eventId}`)}>
      {event.name}
    </Link>
  );
  return (
    <FormPage title={t("events.edit")} {...(crumb ? { crumb } : {})}>
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : !event ? (
        <DetailSkeleton rows={8} aside={false} />
      ) : mayChange ? (
        // What changes elsewhere meanwhile does not change what is being filled in.
        <Change key={event.id} event={event} />
      ) : (
        <EmptyState title={t("events.noChange")} />
      )}
    </FormPage>
  );
}

function Change({ event: latest }: { event: Event }) {
  const [event] = useState(latest);
  const scope = useScope();
  const team = isTeam(scope);
  const whenOnly =
    useSearch({ strict: false, select: (search: { part?: string }) => search.part === "when" }) ||
    !event.actions.includes("edit");
  const zoneOf = useZoneOf();
  const change = useChange(event, team);
  if (!team) return <BookingForm event={event} onSave={(filled) => change(rebookingBy(filled, event))} />;
  const save = async (filled: EventFormDraft) => {
    const { pricing, notify } = filled;
    const changes = changesBy(filled, event, await zoneOf(filled.fieldId));
    await change({ ...changes, ...(event.kind === "event" ? { pricing } : {}), notify });
  };
  return <EventForm event={event} whenOnly={whenOnly} onSave={save} />;
}
