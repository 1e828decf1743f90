import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { filteredListSearch } from "#web/kit/list/list-search.ts";

const typePages = () => import("./type-form-pages.tsx");

export const subscriptionRoutes = (organization: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => organization,
    path: "/memberships",
    beforeLoad: requirePermission("members.show"),
    loader: ensureTemporal,
    ...filteredListSearch,
    component: lazyRouteComponent(() => import("./subscriptions-page.tsx"), "SubscriptionsPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/memberships",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(() => import("./types-page.tsx"), "SubscriptionTypesPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/memberships/create",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(typePages, "TypeCreatePage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/memberships/$subscriptionTypeId",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(typePages, "TypeEditPage"),
  }),
];
