import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, pickTextParams } from "#web/kit/list/list-search.ts";

/** The overview page parses its period, which keeps the first bundle small. */
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
    validateSearch: pickTextParams("accept"),
    component: lazyRouteComponent(() => import("./invitations.tsx"), "InvitationsPage"),
  }),
];

export const organizationOverviewRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/overview",
    component: lazyRouteComponent(() => import("./organization-overview-page.tsx"), "OrganizationOverviewPage"),
  });
