/** On which event the pointer rests: known outside of components, so that pointing draws nothing of the grid anew. */
import { lazy, Suspense, useEffect, useState } from "react";
import { type LiveValue, liveValue, useLiveValue } from "#web/kit/live-value.ts";
import type { Item } from "#web/planner/board.ts";

const load = () => import("./hover-card.tsx");
const Card = lazy(async () => ({ default: (await load()).HoverCard }));

/** What the pointer rests on. */
export interface Pointed {
  eventId: string;
  /** Of the block, in the window. */
  rect: DOMRect;
}

const hoverMs = 300;

function pointing() {
  const pointed = liveValue<Pointed | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    pointed.set(undefined);
  };
  const onPoint = (item: Item | undefined, element: Element) => {
    const eventId = item?.event.id;
    clearTimeout(timer);
    timer = undefined;
    if (eventId && eventId === pointed.get()?.eventId) return;
    clear();
    if (!eventId) return;
    const block = element.closest("[data-item]") ?? element;
    const resting = setTimeout(async () => {
      // Where it does not load, there is nothing to be read beside what is pointed at.
      const card = await load().catch(() => {});
      if (card && timer === resting) pointed.set({ eventId, rect: block.getBoundingClientRect() });
    }, hoverMs);
    timer = resting;
  };
  return { pointed, onPoint, clear, stop: () => clearTimeout(timer) };
}

export function usePointed() {
  const [its] = useState(pointing);
  useEffect(() => its.stop, [its]);
  return its;
}

interface PointedCardProps {
  pointed: LiveValue<Pointed | undefined>;
  /** What is open says all of it already. */
  opened: LiveValue<string | undefined>;
}

/** What one sees of the event that the pointer has rested on. */
export function PointedCard({ pointed, opened }: PointedCardProps) {
  const now = useLiveValue(pointed);
  return now && <UnlessOpen {...{ now, opened }} />;
}

function UnlessOpen({ now, opened }: { now: Pointed; opened: PointedCardProps["opened"] }) {
  return useLiveValue(opened) === now.eventId ? null : (
    <Suspense>
      <Card pointed={now} />
    </Suspense>
  );
}
