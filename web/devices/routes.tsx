import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { filteredListSearch } from "#web/kit/list/list-search.ts";

export const deviceRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/devices",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./devices-page.tsx"), "DevicesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/devices/create",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./device-create-page.tsx"), "DeviceCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/devices/$deviceId",
    ...filteredListSearch,
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./device-page.tsx"), "DevicePage"),
  }),
];

/** @param parts routes of other modules, shown below the code */
export function accessCodeRoute(event: AnyRoute, parts: (around: AnyRoute) => AnyRoute[]): AnyRoute {
  const around: AnyRoute = createRoute({
    getParentRoute: () => event,
    id: "access-code",
    component: lazyRouteComponent(() => import("./access-code-card.tsx"), "EventAccessCode"),
  });
  return around.addChildren(parts(around));
}

export const bookingAccessCodeRoute = (booking: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => booking,
    path: "/",
    component: lazyRouteComponent(() => import("./access-code-card.tsx"), "BookingAccessCode"),
  });
