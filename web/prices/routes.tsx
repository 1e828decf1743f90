import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";

const pricePage = () => import("./price-page.tsx");

/** What an organization's fields cost: the list of price patterns, a new one and one to edit. */
export const priceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/prices",
    ...listSearch,
    beforeLoad: requires("patterns.manage"),
    component: lazyRouteComponent(() => import("./prices-page.tsx"), "PricesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/prices/create",
    beforeLoad: requires("patterns.manage"),
    loader: ensureTemporal,
    component: lazyRouteComponent(pricePage, "PriceCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/prices/$pricePatternId",
    beforeLoad: requires("patterns.manage"),
    loader: ensureTemporal,
    component: lazyRouteComponent(pricePage, "PricePage"),
  }),
];
