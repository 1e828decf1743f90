import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** @param parts routes of higher modules, shown below the booking */
export function bookingRoutes(parent: AnyRoute, parts: (booking: AnyRoute) => AnyRoute[]): AnyRoute[] {
  const booking: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/bookings/$eventId",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./booking-page.tsx"), "BookingPage"),
  });
  return [booking.addChildren(parts(booking))];
}

const loadFinder = () => import("./find-page.tsx");

/** The page parses its wishes itself, which keeps the first bundle small. */
export const findRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/find",
    beforeLoad: requirePermission("fields.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(loadFinder, "FindPage"),
  });

/** Leads to the finder of the organization that one was in last. */
export const currentFindRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/find",
    component: lazyRouteComponent(loadFinder, "CurrentFinder"),
  });

/** A booking of somebody else, by one's place in it. */
export const playedBookingRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/my-bookings/$participantId",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./played-booking-page.tsx"), "PlayedBookingPage"),
  });
