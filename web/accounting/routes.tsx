import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** The pages parse their filters, which keeps the first bundle small. */
export const accountingRoutes = (organization: AnyRoute): AnyRoute[] => [
  ...["/accounting", "/accounting/$view", "/accounting/payouts/$payoutId"].map((path) =>
    createRoute({
      getParentRoute: () => organization,
      path,
      loader: ensureTemporal,
      beforeLoad: requirePermission("accounting.export"),
      component: lazyRouteComponent(() => import("./accounting-page.tsx"), "AccountingPage"),
    }),
  ),
  createRoute({
    getParentRoute: () => organization,
    path: "/accounting/receipt-log",
    beforeLoad: requirePermission("accounting.export"),
    component: lazyRouteComponent(() => import("./receipt-log-page.tsx"), "ReceiptLogPage"),
  }),
];
