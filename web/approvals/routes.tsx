import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { answers, requestOrders } from "#contract/approvals.ts";
import { listSearch, parseSearchId } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

// Written out, because the contract would come into the first script. The first order is the default.
const parseOrder = (value: unknown) =>
  value === "oldest" ? (value satisfies (typeof requestOrders)[number]) : undefined;
const parseAnswer = (value: unknown) =>
  value === "approve" || value === "reject" ? (value satisfies (typeof answers)[number]) : undefined;

export const approvalRoutes = (parent: AnyRoute): AnyRoute[] => {
  const shared = {
    getParentRoute: () => parent,
    ...listSearch,
    validateSearch: (search: Record<string, unknown>) => ({
      ...listSearch.validateSearch(search),
      facilityId: parseSearchId(search["facilityId"]),
      order: parseOrder(search["order"]),
      answer: parseAnswer(search["answer"]),
    }),
    beforeLoad: requirePermission("events.approve"),
  };
  return [
    createRoute({
      ...shared,
      path: "/approvals",
      component: lazyRouteComponent(() => import("./approvals-page.tsx"), "ApprovalsPage"),
    }),
    createRoute({
      ...shared,
      path: "/approvals/decided",
      component: lazyRouteComponent(() => import("./decisions-page.tsx"), "DecisionsPage"),
    }),
  ];
};
