import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const overviewRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/overview",
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
];
