import { requireSignedOut } from "#web/accounts/start-session.ts";
import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const secondStepRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/second-factor",
    beforeLoad: async () => (await import("./second-step-page.tsx")).requireWaitingSignIn(),
    component: lazyRouteComponent(() => import("./second-step-page.tsx"), "SecondStepPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/passkey",
    validateSearch: ({ redirect }: Record<string, unknown>) => (typeof redirect === "string" ? { redirect } : {}),
    beforeLoad: ({ search }) => requireSignedOut({ search }),
    component: lazyRouteComponent(() => import("./passkey-page.tsx"), "PasskeyPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/keep-second-factor",
    component: lazyRouteComponent(() => import("./keep-page.tsx"), "KeepSecondFactorPage"),
  }),
];

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/second-factor",
    component: lazyRouteComponent(() => import("./second-factor-page.tsx"), "SecondFactorPage"),
  }),
];
