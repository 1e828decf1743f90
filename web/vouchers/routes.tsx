import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { filteredListSearch } from "#web/kit/list/list-search.ts";

export const vouchersRoute = (scope: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => scope,
    path: "/vouchers",
    beforeLoad: requirePermission("payments.show"),
    ...filteredListSearch,
    component: lazyRouteComponent(() => import("./vouchers-page.tsx"), "VouchersPage"),
  });

export const voucherRoute = (scope: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => scope,
    path: "/vouchers/$voucherId",
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./voucher-page.tsx"), "VoucherPage"),
  });
