import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const extrasRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/extras",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(() => import("./extras-page.tsx"), "ExtrasPage"),
  });
