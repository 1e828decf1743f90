/** An event is copied, to be booked again somewhere else: what it is and for whom, without when and where. */
import { useQueryClient } from "@tanstack/react-query";
import { type Event, events } from "#contract/events.ts";
import { read } from "#web/kit/api.ts";
import { announce } from "#web/kit/said.tsx";
import { useScope } from "#web/kit/scope.ts";
import { toast } from "#web/kit/toast.ts";
import { useWords } from "#web/kit/words.ts";
import { type Board, instantAt, type Item } from "#web/planner/board.ts";
import type { Cursor } from "#web/planner/drag.ts";
import { titleOf } from "#web/planner/look.ts";
import type { Begun } from "#web/quick/quick-draft.ts";
import type { Quick } from "#web/quick/use-quick.ts";

/** Kept for as long as the page is open, also while other days are looked at. */
let copied: Promise<Event> | undefined;

const filledOf = (event: Event): Begun["filled"] => ({
  type: event.type,
  priceType: event.priceType,
  people: event.kind === "block" ? null : event.people,
  customer: {
    userId: event.customer?.userId ?? "",
    name: event.customer?.name ?? "",
    phone: event.customer?.phone ?? "",
  },
  text: event.notes ?? event.internalNotes ?? "",
  isInternal: !event.notes && Boolean(event.internalNotes),
  ...(event.kind === "block" ? { reason: event.name } : {}),
});

export function useCopying(board: Board, quick: Quick) {
  const t = useWords();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const take = (item: Item) => {
    const { id: eventId } = item.event;
    if (eventId === null) return;
    copied = cache
      .fetchQuery(read(events.read, { params: { organizationId, eventId } }, { quiet: true }))
      .then(({ data }) => data);
    copied.catch(() => (copied = undefined));
    announce(t("planning.copied", { name: titleOf(item.event, t) }));
  };
  /** Begins the same booking at a point of a lane. */
  const put = async ({ lane: index, at }: Cursor) => {
    const lane = board.lanes[index];
    const event = await copied?.catch(() => undefined);
    if (!event) return void toast({ description: t("planning.nothingCopied") });
    if (!lane || lane.field.status === "closed") return;
    const place = { fieldId: lane.field.id, startTime: instantAt(lane, at) };
    // Whom it is for says enough of most.
    const title = event.kind === "event" && event.name !== event.customer?.name ? { title: event.name } : {};
    const { kind, duration } = event;
    quick.start({ kind, duration, places: [place], isDrawn: true, ...title, filled: filledOf(event) });
  };
  return { take, put: (at: Cursor) => void put(at) };
}
