import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, parseSearchText } from "#web/kit/list/list-search.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import type { LoadCustomerListParts, LoadCustomerParts } from "./customer-parts.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

const loadPageWithParts = (loadParts: LoadCustomerParts) => async () => {
  const [{ withParts }, parts] = await Promise.all([import("./customer-page.tsx"), loadParts()]);
  return { PageWithParts: withParts(parts) };
};

const loadListWithParts = (loadParts: LoadCustomerListParts) => async () => {
  const [{ withListParts }, parts] = await Promise.all([import("./customers-page.tsx"), loadParts()]);
  return { PageWithParts: withListParts(parts) };
};

export function customerRoutes(
  parent: AnyRoute,
  loadParts: LoadCustomerParts,
  loadListParts: LoadCustomerListParts,
): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => parent,
      path: "/users",
      ...listSearch,
      beforeLoad: requirePermission("members.show"),
      component: lazyRouteComponent(loadListWithParts(loadListParts), "PageWithParts"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/customers/create",
      validateSearch: (search: Record<string, unknown>) => ({ name: parseSearchText(search["name"]) || undefined }),
      beforeLoad: requirePermission("customers.manage"),
      component: lazyRouteComponent(() => import("./customer-form-pages.tsx"), "CustomerCreatePage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/customers/$customerId/edit",
      beforeLoad: requirePermission("customers.manage"),
      component: lazyRouteComponent(() => import("./customer-form-pages.tsx"), "CustomerEditPage"),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: "/customers/$customerId",
      loader: ensureTemporal,
      beforeLoad: requirePermission("members.show"),
      component: lazyRouteComponent(loadPageWithParts(loadParts), "PageWithParts"),
    }),
  ];
}
