import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

export const offerRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/w/$secret",
    component: lazyRouteComponent(() => import("./offer-page.tsx"), "OfferPage"),
  }),
];
