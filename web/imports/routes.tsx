import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, parseSearchText } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The import that is shown is in the address, and stays visible after its end. */
const importSearch = {
  search: listSearch.search,
  validateSearch: (search: Record<string, unknown>) => {
    const importId = parseSearchText(search["importId"]);
    return { ...listSearch.validateSearch(search), ...(importId ? { importId } : {}) };
  },
};

export const bookingsImportRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/events/import",
    ...importSearch,
    beforeLoad: requirePermission("events.create"),
    component: lazyRouteComponent(() => import("./bookings-import-page.tsx"), "BookingsImportPage"),
  });

export const customersImportRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/customers/import",
    ...importSearch,
    beforeLoad: requirePermission("customers.manage"),
    component: lazyRouteComponent(() => import("./customers-import-page.tsx"), "CustomersImportPage"),
  });

export const packsImportRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/packs/import",
    ...importSearch,
    beforeLoad: requirePermission("sales.adjust"),
    component: lazyRouteComponent(() => import("./packs-import-page.tsx"), "PacksImportPage"),
  });

export const subscriptionsImportRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/memberships/import",
    ...importSearch,
    beforeLoad: requirePermission("sales.adjust"),
    component: lazyRouteComponent(() => import("./subscriptions-import-page.tsx"), "SubscriptionsImportPage"),
  });

export const importRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/import",
    ...importSearch,
    beforeLoad: requirePermission("fields.create"),
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  });
