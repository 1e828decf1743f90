import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

/** Pages without a scope in their address: they are a person's own. */
export const overviewRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/overview",
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/invitations",
    component: lazyRouteComponent(() => import("./invitations-page.tsx"), "InvitationsPage"),
  }),
];
