import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/data",
    component: lazyRouteComponent(() => import("./data-page.tsx"), "DataPage"),
  }),
];

export const organizationRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/retention",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./retention-page.tsx"), "RetentionPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/copy",
    beforeLoad: requirePermission("organizations.delete"),
    component: lazyRouteComponent(() => import("./organization-copy-page.tsx"), "OrganizationCopyPage"),
  }),
];
