/** The event under the pointer is kept outside of components, so that hovering renders no grid. */
import { lazy, Suspense, useEffect, useState } from "react";
import { type ObservableValue, createObservableValue, useObservableValue } from "#web/kit/render/observable-value.ts";
import type { BoardItem } from "#web/planning/grid/board.ts";

const loadCard = () => import("./hover-card.tsx");
const LazyHoverCard = lazy(async () => ({ default: (await loadCard()).HoverCard }));

export interface HoveredEvent {
  eventId: string;
  rect: DOMRect;
}

const HOVER_DELAY_MS = 300;

function createHoverTracker() {
  const pointed = createObservableValue<HoveredEvent | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    pointed.set(undefined);
  };
  const onPoint = (item: BoardItem | undefined, element: Element) => {
    const eventId = item?.event.id;
    clearTimeout(timer);
    timer = undefined;
    if (eventId && eventId === pointed.get()?.eventId) return;
    clear();
    if (!eventId) return;
    const block = element.closest("[data-item]") ?? element;
    const resting = setTimeout(async () => {
      // A failure is ignored, because a click opens the event.
      const card = await loadCard().catch(() => {});
      if (card && timer === resting) pointed.set({ eventId, rect: block.getBoundingClientRect() });
    }, HOVER_DELAY_MS);
    timer = resting;
  };
  return { pointed, onPoint, clear, stop: () => clearTimeout(timer) };
}

export function useHoveredEvent() {
  const [tracker] = useState(createHoverTracker);
  useEffect(() => tracker.stop, [tracker]);
  return tracker;
}

interface HoveredEventCardProps {
  pointed: ObservableValue<HoveredEvent | undefined>;
  opened: ObservableValue<string | undefined>;
}

export function HoveredEventCard({ pointed, opened }: HoveredEventCardProps) {
  const now = useObservableValue(pointed);
  return now && <CardUnlessOpen {...{ now, opened }} />;
}

function CardUnlessOpen({ now, opened }: { now: HoveredEvent; opened: HoveredEventCardProps["opened"] }) {
  return useObservableValue(opened) === now.eventId ? null : (
    <Suspense>
      <LazyHoverCard pointed={now} />
    </Suspense>
  );
}
