import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { filteredListSearch } from "#web/kit/list/list-search.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

export function eventPaymentsRoute(event: AnyRoute, parts: (around: AnyRoute) => AnyRoute[]): AnyRoute {
  const around: AnyRoute = createRoute({
    getParentRoute: () => event,
    id: "payments",
    component: lazyRouteComponent(() => import("./event-payments.tsx"), "EventPayments"),
  });
  return around.addChildren(parts(around));
}

export const paymentReturnRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/$paymentId/return",
    component: lazyRouteComponent(() => import("./return-page.tsx"), "PaymentReturnPage"),
  });

export const guestPaymentRoute = (parent: AnyRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: "/paid",
    component: lazyRouteComponent(() => import("./guest-payment-page.tsx"), "GuestPaymentPage"),
  });

export const debtsLinkRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/d/$secret",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./debts-link-page.tsx"), "DebtsLinkPage"),
  });

export const paymentRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/payments",
    ...filteredListSearch,
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./payments-page.tsx"), "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/takings",
    ...filteredListSearch,
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./takings-page.tsx"), "TakingsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/unpaid",
    ...filteredListSearch,
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./debts-page.tsx"), "DebtsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/$paymentId",
    beforeLoad: requirePermission("payments.show"),
    component: lazyRouteComponent(() => import("./payment-page.tsx"), "PaymentPage"),
  }),
];

export const myPaymentsRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/my-payments",
    ...filteredListSearch,
    component: lazyRouteComponent(() => import("./my-payments-page.tsx"), "MyPaymentsPage"),
  });

export const paymentAccountRoute = (settings: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    component: lazyRouteComponent(() => import("./account-card.tsx"), "AccountCard"),
  });
