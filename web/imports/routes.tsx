import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, parseSearchText } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const customersImportRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/customers/import",
    ...listSearch,
    beforeLoad: requirePermission("customers.manage"),
    component: lazyRouteComponent(() => import("./customers-import-page.tsx"), "CustomersImportPage"),
  });

export const importRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/import",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => {
      const importId = parseSearchText(search["importId"]);
      return { ...listSearch.validateSearch(search), ...(importId ? { importId } : {}) };
    },
    beforeLoad: requirePermission("fields.create"),
    component: lazyRouteComponent(() => import("./import-page.tsx"), "ImportPage"),
  });
