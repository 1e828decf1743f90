import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The pages parse their filters, which keeps the first bundle small. */
export const reportRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/reports",
    beforeLoad: requirePermission("reports.show"),
    component: lazyRouteComponent(() => import("./reports-page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/reports/$report",
    beforeLoad: requirePermission("reports.show"),
    component: lazyRouteComponent(() => import("./reports-page.tsx"), "ReportsPage"),
  }),
];
