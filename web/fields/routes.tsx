import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, searchText } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";

/** The list and a new one, in an organization or on the platform. `facilityId` in the address of the form is chosen there. */
export const fieldListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/fields",
    ...listSearch,
    beforeLoad: requires("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FieldsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/create",
    validateSearch: (search: Record<string, unknown>): { facilityId?: string } => {
      const facilityId = searchText(search["facilityId"]);
      return facilityId ? { facilityId } : {};
    },
    beforeLoad: requires("fields.create"),
    component: lazyRouteComponent(() => import("./field-create-page.tsx"), "FieldCreatePage"),
  }),
];

/** One field: its frame and its overview. Later rooms add their tabs. */
export function fieldRoute(parent: AnyRoute, tabs: (field: AnyRoute) => AnyRoute[]): AnyRoute {
  const field: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId",
    beforeLoad: requires("fields.show"),
    component: lazyRouteComponent(() => import("./field-page.tsx"), "FieldPage"),
  });
  const overview = createRoute({
    getParentRoute: () => field,
    path: "/",
    component: lazyRouteComponent(() => import("./field-overview.tsx"), "FieldOverview"),
  });
  return field.addChildren([overview, ...tabs(field)]);
}

/** The fields of one facility, as a tab of it. */
export const fieldsOfFacility = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/fields",
    ...listSearch,
    beforeLoad: requires("fields.show"),
    component: lazyRouteComponent(() => import("./facility-fields.tsx"), "FacilityFields"),
  });
