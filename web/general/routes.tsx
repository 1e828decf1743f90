import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const legalRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/legal/imprint",
    component: lazyRouteComponent(() => import("./legal-page.tsx"), "ImprintPage"),
  }),
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
