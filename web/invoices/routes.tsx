import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The list, of an organization or of the platform. Its filters are judged by the page: the first bundle goes without them. */
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
