import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const guestRoutes = (parent: AnyRoute): AnyRoute[] =>
  ["/book/$slug", "/b/$secret"].map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(() => import("./pages.tsx"), "GuestPage"),
    }),
  );
