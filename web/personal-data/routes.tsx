import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const settingsRoutes = (parent: AnyRoute) => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/data",
    component: lazyRouteComponent(() => import("./data-page.tsx"), "DataPage"),
  }),
];
