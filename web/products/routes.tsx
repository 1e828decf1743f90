import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const productsRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/products",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(() => import("./products-page.tsx"), "ProductsPage"),
  });
