import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";

/** Pages without a scope in their address: they are a person's own. The period is judged by its page: the first bundle goes without. */
export const overviewRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/overview",
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/my-bookings",
    ...listSearch,
    component: lazyRouteComponent(() => import("./my-bookings-page.tsx"), "MyBookingsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/invitations",
    component: lazyRouteComponent(() => import("./invitations.tsx"), "InvitationsPage"),
  }),
];
