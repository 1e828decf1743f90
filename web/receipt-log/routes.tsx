import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { listSearch, parseSearchOption } from "#web/kit/list/list-search.ts";

const periods = { day: true, year: true };

export const receiptLogRoutes = (organization: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => organization,
    path: "/accounting/receipt-log",
    ...listSearch,
    // Months have no parameter.
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      period: parseSearchOption(periods, search["period"]),
    }),
    beforeLoad: requirePermission("accounting.export"),
    component: lazyRouteComponent(() => import("./receipt-log-page.tsx"), "ReceiptLogPage"),
  }),
];
