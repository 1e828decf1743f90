import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** The list, of an organization or of the platform. Its filters are judged by the page: the first bundle goes without them. */
export const invoiceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/invoices",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => ({ ...search, ...listSearch.validateSearch(search) }),
    beforeLoad: requires("invoices.show"),
    component: lazyRouteComponent(() => import("./invoices-page.tsx"), "InvoicesPage"),
  }),
];
