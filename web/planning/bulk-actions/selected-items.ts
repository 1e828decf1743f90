/** Selected events are kept outside of components, so that selecting renders no grid. */
import { useState } from "react";
import { type ObservableValue, createObservableValue } from "#web/kit/render/observable-value.ts";
import type { Board, BoardItem } from "#web/planning/grid/board.ts";
import { lanesOf, intervalsOverlap, type GridRegion } from "#web/planning/grid/geometry.ts";

export type SelectedItems = ObservableValue<ReadonlySet<string>>;

const noItems: ReadonlySet<string> = new Set();

export const useSelectedItems = (): SelectedItems => useState(() => createObservableValue(noItems))[0];
export const clearSelectedItems = (selectedItems: SelectedItems): void => selectedItems.set(noItems);

export function toggleSelectedItem(selectedItems: SelectedItems, id: string): void {
  const next = new Set(selectedItems.get());
  if (!next.delete(id)) next.add(id);
  selectedItems.set(next);
}

/** Skips dimmed and anonymous events. */
export function selectItemsWithin(selectedItems: SelectedItems, { items }: Board, region: GridRegion): void {
  const lanes = lanesOf(region);
  const within = items.filter(
    (item) => lanes.includes(item.lane) && intervalsOverlap(item, region) && item.event.id && !item.isDimmed,
  );
  selectedItems.set(new Set([...selectedItems.get(), ...within.map(({ id }) => id)]));
}

/** Counts an event past midnight, drawn on two lanes, once. */
export function listSelectedItems({ items }: Board, marked: ReadonlySet<string>): BoardItem[] {
  const byEvent = new Map(items.filter(({ id }) => marked.has(id)).map((item) => [item.event.id, item]));
  return [...byEvent.values()].toSorted((one, other) => one.from - other.from || one.lane - other.lane);
}
