import { isMedia } from "#web/kit/media.ts";
import type { PlanningSearch, View } from "#web/planner/board.ts";
import type { Coloring } from "#web/planner/look.ts";
import type { SetSearch } from "./sight.ts";

/** More fields than this are rows, unless somebody wants columns. */
const mostColumns = 14;
const zooms = [0, 1, 2] as const;

/** How the grid is drawn: as the address says, else as suits so many lanes. */
export function drawingOf(search: PlanningSearch, set: SetSearch, { lanes, view }: { lanes: number; view: View }) {
  const isMany = lanes > mostColumns && !isMedia("(max-width: 640px)");
  const usual = isMany ? "rows" : "columns";
  const isVertical = view === "week" || (search.axis ?? usual) === "columns";
  const zoom = search.zoom === undefined ? 1 : Number(search.zoom);
  const other = isVertical ? "rows" : "columns";
  const coloring: Coloring = search.colors ?? "type";
  return {
    isVertical,
    zoom,
    coloring,
    allHours: search.hours === "all",
    withPrices: search.prices === "true",
    onAxis: view === "week" ? undefined : () => set({ axis: other === usual ? undefined : other }),
    onZoom: (by: number) => {
      const next = zooms.find((one) => one === zoom + by);
      if (next !== undefined) set({ zoom: next === 0 ? "0" : next === 2 ? "2" : undefined });
    },
    onAllHours: () => set({ hours: search.hours === "all" ? undefined : "all" }),
    onPrices: () => set({ prices: search.prices ? undefined : "true" }),
    onColoring: (by: Coloring) => set({ colors: by === "type" ? undefined : by }),
  };
}
export type Drawing = ReturnType<typeof drawingOf>;
