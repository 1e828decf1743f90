import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** `cancel` in the address opens the dialog for one of its events. */
export const seriesRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId",
    beforeLoad: requirePermission("events.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-page.tsx"), "SeriesPage"),
  }),
];

export const seriesFormRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/events/create-series",
    beforeLoad: requirePermission("events.create"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./create-series-page.tsx"), "CreateSeriesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/series/$seriesId/edit",
    beforeLoad: requirePermission("events.update"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./series-edit-page.tsx"), "SeriesEditPage"),
  }),
];
