import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const rulesRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/rules",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
  });
