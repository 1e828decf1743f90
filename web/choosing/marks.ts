/** Events that are chosen together on the grid. They are known outside of components: choosing one draws nothing else anew. */
import { useState } from "react";
import { type LiveValue, liveValue } from "#web/kit/live-value.ts";
import type { Board, Item } from "#web/planner/board.ts";
import { lanesOf, meet, type Region } from "#web/planner/geometry.ts";

/** By item of the board. */
export type Marks = LiveValue<ReadonlySet<string>>;

const none: ReadonlySet<string> = new Set();

export const useMarks = (): Marks => useState(() => liveValue(none))[0];
export const clearMarks = (marks: Marks): void => marks.set(none);

/** One more, or one less. */
export function toggleMark(marks: Marks, id: string): void {
  const next = new Set(marks.get());
  if (!next.delete(id)) next.add(id);
  marks.set(next);
}

/** What a rectangle touches, beside what is chosen already; what the filters do not mean, and what is not told, is not. */
export function markWithin(marks: Marks, { items }: Board, region: Region): void {
  const lanes = lanesOf(region);
  const its = items.filter((item) => lanes.includes(item.lane) && meet(item, region) && item.event.id && !item.isDim);
  marks.set(new Set([...marks.get(), ...its.map(({ id }) => id)]));
}

/** The chosen ones that are still there, each event once. */
export function chosenOf({ items }: Board, marked: ReadonlySet<string>): Item[] {
  const byEvent = new Map(items.filter(({ id }) => marked.has(id)).map((item) => [item.event.id, item]));
  return [...byEvent.values()].toSorted((one, other) => one.from - other.from || one.lane - other.lane);
}
