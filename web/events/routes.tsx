import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, searchText } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";
import { ensureTemporal } from "#web/kit/temporal.ts";

/** The list and one event, in an organization or on the platform. */
export const eventRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/events",
    ...listSearch,
    beforeLoad: requires("events.show"),
    component: lazyRouteComponent(() => import("./events-page.tsx"), "EventsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/events/$eventId",
    beforeLoad: requires("events.show"),
    component: lazyRouteComponent(() => import("./event-page.tsx"), "EventPage"),
  }),
];

/** A new event: only in an organization. `fieldId` in the address is chosen in the form. */
export const eventCreateRoute = (parent: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => parent,
    path: "/events/create",
    validateSearch: (search: Record<string, unknown>): { fieldId?: string } => {
      const fieldId = searchText(search["fieldId"]);
      return fieldId ? { fieldId } : {};
    },
    loader: ensureTemporal,
    component: lazyRouteComponent(() => import("./event-create-page.tsx"), "EventCreatePage"),
  });

/** The events of one facility, as a tab of it. */
export const eventsOfFacility = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/events",
    ...listSearch,
    beforeLoad: requires("events.show"),
    component: lazyRouteComponent(() => import("./events-list.tsx"), "FacilityEvents"),
  });

/** The events of one field, as a tab of it. */
export const eventsOfField = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/events",
    ...listSearch,
    beforeLoad: requires("events.show"),
    component: lazyRouteComponent(() => import("./events-list.tsx"), "FieldEvents"),
  });
