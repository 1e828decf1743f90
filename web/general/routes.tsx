import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const legalRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/legal/terms",
    component: lazyRouteComponent(() => import("./legal-page.tsx"), "TermsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/legal/privacy",
    component: lazyRouteComponent(() => import("./legal-page.tsx"), "PrivacyPage"),
  }),
];

/** What guests come back to who paid by a link. */
export const paidRoute = (parent: AnyRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: "/paid",
    component: lazyRouteComponent(() => import("./paid-page.tsx"), "PaidPage"),
  });
