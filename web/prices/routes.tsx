import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

const pricePage = () => import("./price-page.tsx");

export const priceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/prices",
    ...listSearch,
    beforeLoad: requirePermission("patterns.manage"),
    component: lazyRouteComponent(() => import("./prices-page.tsx"), "PricesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/prices/create",
    beforeLoad: requirePermission("patterns.manage"),
    loader: ensureTemporal,
    component: lazyRouteComponent(pricePage, "PriceCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/prices/$pricePatternId",
    beforeLoad: requirePermission("patterns.manage"),
    loader: ensureTemporal,
    component: lazyRouteComponent(pricePage, "PricePage"),
  }),
];
