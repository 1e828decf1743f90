/** Puts a changed event into the cached plannings at once, before the server's refresh. */
import type { QueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { type Planning, planning, type PlanningEvent } from "#contract/planning.ts";

const withoutEmpty = <Given extends object>(given: Given) =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== false),
  );

export function toPlanningEvent(event: Event): PlanningEvent {
  const { id, fieldId, startTime, endTime, kind, name, status, pendingReason, type, confidentiality, creator } = event;
  const isBlock = kind === "block";
  return {
    ...{ id, fieldId, startTime, endTime, kind, name, status, type, confidentiality },
    ...withoutEmpty({
      pendingReason,
      offeredUntil: pendingReason === "offer" ? event.holdExpiresAt : null,
      creator: event.customer?.name ?? creator.full_name ?? creator.name,
      people: event.people,
      maxPeople: event.maxPeople,
      paymentStatus: isBlock ? null : event.paymentStatus,
      price: isBlock ? null : event.price,
      seriesId: event.seriesId,
      attendance: event.attendance,
      hasNotes: Boolean(event.notes ?? event.internalNotes),
    }),
  };
}

export function updateCachedPlannings(cache: QueryClient, event: Event): void {
  cache.setQueriesData<{ data: Planning }>({ queryKey: [planning.read.name] }, (known) => {
    if (!known) return known;
    const { fields, events, from, to } = known.data;
    const isThere = fields.some(({ id }) => id === event.fieldId) && from <= event.date && event.date <= to;
    const before = events.find(({ id }) => id === event.id);
    const others = events.filter(({ id }) => id !== event.id);
    const next = isThere ? [...others, { ...before, ...toPlanningEvent(event) }] : others;
    return { ...known, data: { ...known.data, events: next } };
  });
}
