import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The page parses its filters, which keeps the first bundle small. */
export const invoiceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/invoices",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => ({ ...search, ...listSearch.validateSearch(search) }),
    beforeLoad: requirePermission("invoices.show"),
    component: lazyRouteComponent(() => import("./invoices-page.tsx"), "InvoicesPage"),
  }),
];
