import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const secondStepRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/second-factor",
    beforeLoad: async () => (await import("./second-step-page.tsx")).requireWaitingSignIn(),
    component: lazyRouteComponent(() => import("./second-step-page.tsx"), "SecondStepPage"),
  }),
];

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/second-factor",
    component: lazyRouteComponent(() => import("./second-factor-page.tsx"), "SecondFactorPage"),
  }),
];
