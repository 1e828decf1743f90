import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const timeWindowsRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/time-windows",
    beforeLoad: requirePermission("patterns.manage"),
    component: lazyRouteComponent(() => import("./time-windows-page.tsx"), "TimeWindowsPage"),
  });
