import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const savedEventsViewsRoute = (list: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => list,
    id: "saved-views",
    component: lazyRouteComponent(() => import("./saved-events-views.tsx"), "SavedEventsViews"),
  });
