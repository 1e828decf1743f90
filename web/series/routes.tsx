import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { searchId, searchText } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";

/** A series; `cancel` in the address opens the question about one of its events. */
export const seriesRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId",
    validateSearch: (search: Record<string, unknown>) => ({ cancel: searchId(search["cancel"]) }),
    beforeLoad: requires("events.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-page.tsx"), "SeriesPage"),
  }),
];

/** Making and changing a series: only in an organization. */
export const seriesFormRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/events/create-series",
    validateSearch: (search: Record<string, unknown>) => ({ fieldId: searchId(search["fieldId"]) }),
    beforeLoad: requires("events.create"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./create-series-page.tsx"), "CreateSeriesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId/edit",
    validateSearch: (search: Record<string, unknown>) => ({
      eventId: searchId(search["eventId"]),
      scope: searchText(search["scope"]) || undefined,
    }),
    beforeLoad: requires("events.update"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-edit-page.tsx"), "SeriesEditPage"),
  }),
];
