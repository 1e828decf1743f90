import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

export const orderRoutes = (organization: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => organization,
    path: "/shop",
    component: lazyRouteComponent(() => import("./shop-page.tsx"), "ShopPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/shop/$passKind/$typeId",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./buy-page.tsx"), "BuyPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/orders/$orderId",
    component: lazyRouteComponent(() => import("./order-page.tsx"), "OrderPage"),
  }),
];
