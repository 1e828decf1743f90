import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const publicRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/guide",
    component: lazyRouteComponent(() => import("./guide-page.tsx"), "GuideContents"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/guide/$guidePage",
    component: lazyRouteComponent(() => import("./guide-page.tsx"), "GuidePage"),
  }),
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
