import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { answers, requestOrders } from "#contract/approvals.ts";
import { listSearch, parseSearchId } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

// Written out, because the contract would come into the first script. The first order is the default.
const parseOrder = (value: unknown) =>
  value === "oldest" ? (value satisfies (typeof requestOrders)[number]) : undefined;

const parseAnswer = (value: unknown) =>
  value === "approve" || value === "reject" ? (value satisfies (typeof answers)[number]) : undefined;

export const approvalRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/approvals",
    ...listSearch,
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      facilityId: parseSearchId(search["facilityId"]),
      order: parseOrder(search["order"]),
    }),
    beforeLoad: requirePermission("events.approve"),
    component: lazyRouteComponent(() => import("./approvals-page.tsx"), "ApprovalsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/approvals/decided",
    ...listSearch,
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      facilityId: parseSearchId(search["facilityId"]),
      answer: parseAnswer(search["answer"]),
    }),
    beforeLoad: requirePermission("events.approve"),
    component: lazyRouteComponent(() => import("./decided-page.tsx"), "DecidedPage"),
  }),
];
