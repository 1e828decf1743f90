import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { filteredListSearch, listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const invoiceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/invoices",
    ...filteredListSearch,
    beforeLoad: requirePermission("invoices.show"),
    component: lazyRouteComponent(() => import("./invoices-page.tsx"), "InvoicesPage"),
  }),
];

/** The account of a customer, with the buttons of payments and the customer's invoices. */
export const customerAccountRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/customers/$customerId/account",
    ...listSearch,
    loader: ensureTemporal,
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./customer-account-page.tsx"), "CustomerAccountPage"),
  });
