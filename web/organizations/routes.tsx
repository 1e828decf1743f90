import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const organizationListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/organizations",
    ...listSearch,
    component: lazyRouteComponent(() => import("./organizations-page.tsx"), "OrganizationsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/organizations/create",
    beforeLoad: requirePermission("organizations.create"),
    component: lazyRouteComponent(() => import("./organization-form-pages.tsx"), "OrganizationCreatePage"),
  }),
];

export function organizationDetailRoutes(parent: AnyRoute, parts: (settings: AnyRoute) => AnyRoute[]): AnyRoute[] {
  const settings: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/settings",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  });
  return [
    createRoute({
      getParentRoute: () => parent,
      path: "/edit",
      beforeLoad: requirePermission("organizations.update"),
      component: lazyRouteComponent(() => import("./organization-form-pages.tsx"), "OrganizationEditPage"),
    }),
    settings.addChildren(parts(settings)),
  ];
}
