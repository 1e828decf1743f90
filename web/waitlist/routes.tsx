import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

export const offerRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/w/$secret",
    component: lazyRouteComponent(() => import("./offer-page.tsx"), "OfferPage"),
  }),
];

export const waitlistRoute = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/waitlist",
    // Members may see events, and not who waits.
    beforeLoad: requirePermission("members.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./waitlist-page.tsx"), "WaitlistPage"),
  }),
];
