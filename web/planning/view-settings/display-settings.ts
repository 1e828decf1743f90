/** Display settings of the planning (zoom, colors, closed hours), read from and written to the address. */
import { matchesMedia } from "#web/kit/render/use-media-query.ts";
import type { ColorBy } from "#web/planning/grid/event-colors.ts";
import type { SetSearch } from "./use-planning-search.ts";
import type { PlanningSearch, DaysViewMode } from "#web/views/planning-search.ts";

/** More lanes are drawn as rows by default. */
const MAX_COLUMNS = 14;
const zoomLevels = [0, 1, 2] as const;

export function resolveDisplaySettings(
  search: PlanningSearch,
  set: SetSearch,
  { lanes, view }: { lanes: number; view: DaysViewMode },
) {
  const isMany = lanes > MAX_COLUMNS && !matchesMedia("(max-width: 640px)");
  const usual = isMany ? "rows" : "columns";
  const isVertical = view === "week" || (search.axis ?? usual) === "columns";
  const zoom = search.zoom === undefined ? 1 : Number(search.zoom);
  const other = isVertical ? "rows" : "columns";
  const coloring: ColorBy = search.colors ?? "type";
  return {
    isVertical,
    zoom,
    coloring,
    allHours: search.hours === "all",
    withPrices: search.prices === "true",
    onAxis: view === "week" ? undefined : () => set({ axis: other === usual ? undefined : other }),
    onZoom: (by: number) => {
      const next = zoomLevels.find((one) => one === zoom + by);
      if (next !== undefined) set({ zoom: next === 0 ? "0" : next === 2 ? "2" : undefined });
    },
    onAllHours: () => set({ hours: search.hours === "all" ? undefined : "all" }),
    onPrices: () => set({ prices: search.prices ? undefined : "true" }),
    onColoring: (by: ColorBy) => set({ colors: by === "type" ? undefined : by }),
  };
}
export type DisplaySettings = ReturnType<typeof resolveDisplaySettings>;
