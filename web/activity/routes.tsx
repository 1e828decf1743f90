import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { filteredListSearch } from "#web/kit/list/list-search.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

type LoadTexts = () => Promise<unknown>;

export const activityRoutes = (parent: AnyRoute, loadTexts: LoadTexts): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/activity",
    ...filteredListSearch,
    loader: ensureTemporal,
    beforeLoad: requirePermission("activity.show"),
    component: lazyRouteComponent(
      async () => (await Promise.all([import("./activity-page.tsx"), loadTexts()]))[0],
      "ActivityPage",
    ),
  }),
];

export const eventHistoryRoute = (event: AnyRoute, loadTexts: LoadTexts): AnyRoute =>
  createRoute({
    getParentRoute: () => event,
    path: "/",
    component: lazyRouteComponent(
      async () => (await Promise.all([import("./event-history.tsx"), loadTexts()]))[0],
      "EventHistory",
    ),
  });
