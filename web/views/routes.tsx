import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const savedEventsViewsRoute = (list: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => list,
    path: "/",
    component: lazyRouteComponent(() => import("./saved-events-views.tsx"), "SavedEventsViews"),
  });
