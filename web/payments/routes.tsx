import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** The money of one event, below its details; with what later rooms show below that. */
export function paymentsOfEvent(event: AnyRoute, parts: (around: AnyRoute) => AnyRoute[]): AnyRoute {
  const around: AnyRoute = createRoute({
    getParentRoute: () => event,
    id: "payments",
    component: lazyRouteComponent(() => import("./event-payments.tsx"), "EventPayments"),
  });
  return around.addChildren(parts(around));
}

/** Where the payment provider leads back to. */
export const paymentReturnRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/$paymentId/return",
    component: lazyRouteComponent(() => import("./return-page.tsx"), "PaymentReturnPage"),
  });

/** The list and one payment, of an organization or of the platform. Filters are judged by the page. */
export const paymentRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/payments",
    search: listSearch.search,
    validateSearch: (search: Record<string, unknown>) => ({ ...search, ...listSearch.validateSearch(search) }),
    beforeLoad: requires("payments.show"),
    component: lazyRouteComponent(() => import("./payments-page.tsx"), "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/payments/$paymentId",
    beforeLoad: requires("payments.show"),
    component: lazyRouteComponent(() => import("./payment-page.tsx"), "PaymentPage"),
  }),
];

/** One's own, in all organizations. */
export const ownPaymentsRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/my-payments",
    ...listSearch,
    component: lazyRouteComponent(() => import("./my-payments-page.tsx"), "MyPaymentsPage"),
  });

/** The account that payments go to, among an organization's settings. */
export const accountOfSettings = (settings: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    component: lazyRouteComponent(() => import("./account-card.tsx"), "AccountCard"),
  });
