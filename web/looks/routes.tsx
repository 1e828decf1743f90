import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const looksRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/looks",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./looks-page.tsx"), "LooksPage"),
  });
