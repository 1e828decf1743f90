import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const setupPlatformRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/organizations/set-up",
    beforeLoad: requirePermission("organizations.create"),
    component: lazyRouteComponent(() => import("./setup-page.tsx"), "SetupPage"),
  }),
];

export const setupOrganizationRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/getting-started",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./getting-started-page.tsx"), "GettingStartedPage"),
  }),
];
