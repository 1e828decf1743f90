import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import type { platformScopeId, RouteScope } from "#web/kit/data/scope.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/** @param parts routes of higher modules, shown below the booking */
export function bookingRoutes(parent: AnyRoute, parts: (booking: AnyRoute) => AnyRoute[]): AnyRoute[] {
  const booking: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/bookings/$eventId",
    validateSearch: (search: Record<string, unknown>): { payment?: "closed" } =>
      search["payment"] === "closed" ? { payment: "closed" } : {},
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./booking-page.tsx"), "BookingPage"),
  });
  return [booking.addChildren(parts(booking))];
}

/** The page parses its wishes, which keeps the first bundle small. */
export const findRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/find",
    validateSearch: (search: Record<string, unknown>) => search,
    beforeLoad: requirePermission("fields.show"),
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./find-page.tsx"), "FindPage"),
  });

const ALL: typeof platformScopeId = "all";

/** Leads to the finder of the organization that one was in last. */
export const currentFindRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/find",
    beforeLoad: ({ context, location }) => {
      const { organizationId } = context as unknown as RouteScope;
      const isOfOne = organizationId !== "" && organizationId !== ALL;
      throw redirect({
        href: isOfOne ? `/organizations/${organizationId}/find${location.searchStr}` : "/overview",
        replace: true,
      });
    },
  });
