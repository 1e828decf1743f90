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
    component: lazyRouteComponent(() => import("./organization-create-page.tsx"), "OrganizationCreatePage"),
  }),
];

/** One organization, below its own address. */
export const organizationPages = (parent: AnyRoute): AnyRoute[] => [
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
    component: lazyRouteComponent(() => import("./organization-edit-page.tsx"), "OrganizationEditPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/settings",
    beforeLoad: requires("organizations.update"),
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  }),
];
