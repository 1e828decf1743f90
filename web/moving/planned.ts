/** What the server answered, on every planning that is known, before it is asked again. */
import type { QueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { type Planning, planning, type PlanningEvent } from "#contract/planning.ts";

const present = <Given extends object>(given: Given) =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== false),
  );

/** An event as the planning has it. */
export function plannedOf(event: Event): PlanningEvent {
  const { id, fieldId, startTime, endTime, kind, name, status, pendingReason, type, confidentiality, creator } = event;
  const isBlock = kind === "block";
  return {
    ...{ id, fieldId, startTime, endTime, kind, name, status, type, confidentiality },
    ...present({
      pendingReason,
      creator: event.customer?.name ?? creator.full_name ?? creator.name,
      people: event.people,
      maxPeople: event.maxPeople,
      paymentStatus: isBlock ? null : event.paymentStatus,
      price: isBlock ? null : event.price,
      seriesId: event.seriesId,
      hasNotes: Boolean(event.notes ?? event.internalNotes),
    }),
  };
}

/** Puts an event where it is now, on the plannings of its day that have its field. */
export function showPlanned(cache: QueryClient, event: Event): void {
  cache.setQueriesData<{ data: Planning }>({ queryKey: [planning.read.name] }, (known) => {
    if (!known) return known;
    const { fields, events, from, to } = known.data;
    const isThere = fields.some(({ id }) => id === event.fieldId) && from <= event.date && event.date <= to;
    const before = events.find(({ id }) => id === event.id);
    const others = events.filter(({ id }) => id !== event.id);
    const next = isThere ? [...others, { ...before, ...plannedOf(event) }] : others;
    return { ...known, data: { ...known.data, events: next } };
  });
}
