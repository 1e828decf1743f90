import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { listSearch, parseSearchId } from "#web/kit/list/list-search.ts";

export const tillRoutes = (organization: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => organization,
    path: "/payments/till",
    validateSearch: (search: Record<string, unknown>) => ({ tillId: parseSearchId(search["tillId"]) }),
    beforeLoad: requirePermission("till.use"),
    component: lazyRouteComponent(() => import("./till-page.tsx"), "TillPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/payments/till/reports",
    ...listSearch,
    beforeLoad: requirePermission("till.use"),
    component: lazyRouteComponent(() => import("./reports-page.tsx"), "TillReportsPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/payments/till/reports/$tillClosingId",
    beforeLoad: requirePermission("till.use"),
    component: lazyRouteComponent(() => import("./report-page.tsx"), "TillReportPage"),
  }),
  createRoute({
    getParentRoute: () => organization,
    path: "/settings/tills",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "TillSettingsPage"),
  }),
];
