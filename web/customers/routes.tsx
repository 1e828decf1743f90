import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** @param parts what higher modules show of a customer: bookings, payments */
export function customerRoutes(parent: AnyRoute, parts: (customer: AnyRoute) => AnyRoute[]): AnyRoute[] {
  const customer: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/customers/$customerId",
    beforeLoad: requirePermission("members.show"),
    component: lazyRouteComponent(() => import("./customer-page.tsx"), "CustomerPage"),
  });
  return [
    createRoute({
      getParentRoute: () => parent,
      path: "/users",
      ...listSearch,
      beforeLoad: requirePermission("members.show"),
      component: lazyRouteComponent(() => import("./customers-page.tsx"), "CustomersPage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/customers/create",
      beforeLoad: requirePermission("customers.manage"),
      component: lazyRouteComponent(() => import("./customer-form-pages.tsx"), "CustomerCreatePage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/customers/$customerId/edit",
      beforeLoad: requirePermission("customers.manage"),
      component: lazyRouteComponent(() => import("./customer-form-pages.tsx"), "CustomerEditPage"),
    }),
    customer.addChildren(parts(customer)),
  ];
}
