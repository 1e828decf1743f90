import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** All organizations, and a new one: pages of the platform. */
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

/** One organization, below its own address. @param parts of higher modules, shown among its settings */
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
      path: "/overview",
      beforeLoad: requirePermission("organizations.show"),
      component: lazyRouteComponent(() => import("./organization-page.tsx"), "OrganizationPage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/edit",
      beforeLoad: requirePermission("organizations.update"),
      component: lazyRouteComponent(() => import("./organization-form-pages.tsx"), "OrganizationEditPage"),
    }),
    settings.addChildren(parts(settings)),
  ];
}
