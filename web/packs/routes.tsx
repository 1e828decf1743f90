import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { filteredListSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const packTypesRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/packs",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(() => import("./pack-types-page.tsx"), "PackTypesPage"),
  });

export const packsRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/packs",
    beforeLoad: requirePermission("members.show"),
    ...filteredListSearch,
    component: lazyRouteComponent(() => import("./packs-page.tsx"), "PacksPage"),
  });
