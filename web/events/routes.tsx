import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { filteredListSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { ensureTemporal } from "#web/kit/data/temporal.ts";

/**
 * @param parts routes of higher modules, shown below the event's details
 * @param listParts routes of higher modules, shown beside the built-in views of the list
 */
export function eventRoutes(
  parent: AnyRoute,
  parts: (event: AnyRoute) => AnyRoute[],
  listParts: (list: AnyRoute) => AnyRoute[],
): AnyRoute[] {
  const event: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/events/$eventId",
    beforeLoad: requirePermission("events.show"),
    component: lazyRouteComponent(() => import("./event-page.tsx"), "EventPage"),
  });
  const list: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/events",
    ...filteredListSearch,
    beforeLoad: requirePermission("events.show"),
    component: lazyRouteComponent(() => import("./events-list.tsx"), "EventsPage"),
  });
  return [
    list.addChildren(listParts(list)),
    event.addChildren(parts(event)),
    createRoute({
      getParentRoute: () => parent,
      path: "/events/$eventId/edit",
      loader: ensureTemporal,
      beforeLoad: requirePermission("events.show"),
      component: lazyRouteComponent(() => import("./event-form-pages.tsx"), "EventEditPage"),
    }),
  ];
}

/** The page parses where and when, which keeps the first bundle small. */
export const eventCreateRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/events/create",
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./event-form-pages.tsx"), "EventCreatePage"),
  });

export const facilityEventsRoute = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/events",
    ...filteredListSearch,
    beforeLoad: requirePermission("events.show"),
    component: lazyRouteComponent(() => import("./events-list.tsx"), "FacilityEvents"),
  });

export const fieldEventsRoute = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/events",
    ...filteredListSearch,
    beforeLoad: requirePermission("events.show"),
    component: lazyRouteComponent(() => import("./events-list.tsx"), "FieldEvents"),
  });
