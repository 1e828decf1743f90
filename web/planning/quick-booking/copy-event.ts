/** Copies and pastes events on the grid. */
import type { QueryClient } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import type { PlanningField } from "#contract/planning.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import type { useTranslation } from "#web/kit/format/translation.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { toast } from "#web/kit/ui/toast-store.ts";
import { type Board, type BoardItem, instantAt } from "#web/planning/grid/board.ts";
import type { GridCursor } from "#web/planning/grid/drag.ts";
import { eventTitle } from "#web/planning/grid/event-title.ts";
import { copiedValues } from "./booking-columns.ts";
import type { BookingStore } from "./booking-store.ts";

interface CopyContext {
  store: BookingStore;
  organizationId: string;
  cache: QueryClient;
  t: ReturnType<typeof useTranslation>;
}

export function copyEvent({ event }: BoardItem, { store, organizationId, cache, t }: CopyContext): void {
  const { id: eventId } = event;
  if (eventId === null) return;
  store.copiedEvent = cache
    .fetchQuery(endpointQuery(events.read, { params: { organizationId, eventId } }, { quiet: true }))
    .then(({ data }) => data);
  store.copiedEvent.catch(() => (store.copiedEvent = undefined));
  announce(t("planning.copied", { name: eventTitle(event, t) }));
}

export async function pasteEvent(
  { lane: index, at }: GridCursor,
  { store, t, board, fields }: CopyContext & { board: Board; fields: readonly PlanningField[] },
): Promise<void> {
  const lane = board.lanes[index];
  const event = await store.copiedEvent?.catch(() => undefined);
  if (!event) return void toast({ description: t("planning.nothingCopied") });
  if (!lane || lane.field.status === "closed") return;
  const places = [{ fieldId: lane.field.id, startTime: instantAt(lane, at) }];
  const { kind, duration, name } = event;
  // Most events are named like their customer.
  const title = kind === "event" && name !== event.customer?.name ? { title: name } : {};
  store.open({ kind, duration, places, hasChosenLength: true, ...title, initialValues: copiedValues(event) }, fields);
}
