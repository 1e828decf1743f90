import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** What happened in one organization. Its filters are judged by the page: the first bundle goes without them. */
export const activityRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/activity",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => ({ ...search, ...listSearch.validateSearch(search) }),
    beforeLoad: requires("activity.show"),
    component: lazyRouteComponent(() => import("./activity-page.tsx"), "ActivityPage"),
  }),
];

/** What happened to one event, below its details. */
export const historyOfEvent = (event: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => event,
    path: "/",
    component: lazyRouteComponent(() => import("./event-history.tsx"), "EventHistory"),
  });
