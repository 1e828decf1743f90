import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export const promoCodesRoute = (organization: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/promo-codes",
    beforeLoad: requirePermission("products.manage"),
    component: lazyRouteComponent(() => import("./promo-codes-page.tsx"), "PromoCodesPage"),
  });
