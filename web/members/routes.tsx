import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** The people of one organization. */
export const memberRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/team-users",
    ...listSearch,
    beforeLoad: requires("members.show"),
    component: lazyRouteComponent(() => import("./team-page.tsx"), "TeamPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/users",
    ...listSearch,
    beforeLoad: requires("members.show"),
    component: lazyRouteComponent(() => import("./customers-page.tsx"), "CustomersPage"),
  }),
];
