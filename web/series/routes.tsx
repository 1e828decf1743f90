import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseSearchId, parseSearchText } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** `cancel` in the address opens the dialog for one of its events. */
export const seriesRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId",
    validateSearch: (search: Record<string, unknown>) => ({ cancel: parseSearchId(search["cancel"]) }),
    beforeLoad: requirePermission("events.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-page.tsx"), "SeriesPage"),
  }),
];

export const seriesFormRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/events/create-series",
    validateSearch: (search: Record<string, unknown>) => ({ fieldId: parseSearchId(search["fieldId"]) }),
    beforeLoad: requirePermission("events.create"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./create-series-page.tsx"), "CreateSeriesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId/edit",
    validateSearch: (search: Record<string, unknown>) => ({
      eventId: parseSearchId(search["eventId"]),
      scope: parseSearchText(search["scope"]) || undefined,
    }),
    beforeLoad: requirePermission("events.update"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-edit-page.tsx"), "SeriesEditPage"),
  }),
];
