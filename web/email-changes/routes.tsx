import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const linkRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/auth/email-change",
    component: lazyRouteComponent(() => import("./email-change-page.tsx"), "EmailChangePage"),
  }),
];

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/email",
    component: lazyRouteComponent(() => import("./email-page.tsx"), "EmailPage"),
  }),
];
