import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

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
    beforeLoad: requires("organizations.create"),
    component: lazyRouteComponent(() => import("./organization-form-pages.tsx"), "OrganizationCreatePage"),
  }),
];

/** One organization, below its own address. @param parts what later rooms show among its settings */
export function organizationPages(parent: AnyRoute, parts: (settings: AnyRoute) => AnyRoute[]): AnyRoute[] {
  const settings: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/settings",
    beforeLoad: requires("organizations.update"),
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  });
  return [
    createRoute({
      getParentRoute: () => parent,
      path: "/overview",
      beforeLoad: requires("organizations.show"),
      component: lazyRouteComponent(() => import("./organization-page.tsx"), "OrganizationPage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/edit",
      beforeLoad: requires("organizations.update"),
      component: lazyRouteComponent(() => import("./organization-form-pages.tsx"), "OrganizationEditPage"),
    }),
    settings.addChildren(parts(settings)),
  ];
}
