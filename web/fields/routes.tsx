import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, searchId } from "#web/kit/list-search.ts";
import { requires } from "#web/kit/requires.ts";
import { filtersOf } from "./labels.ts";

const fieldSearch = {
  ...listSearch,
  validateSearch: (search: Record<string, unknown>) => ({ ...listSearch.validateSearch(search), ...filtersOf(search) }),
};

/** The list, a new one and one to edit, in an organization or on the platform. `facilityId` in the address of the form is chosen there. */
export const fieldListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/fields",
    ...fieldSearch,
    beforeLoad: requires("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FieldsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/create",
    validateSearch: (search: Record<string, unknown>) => ({ facilityId: searchId(search["facilityId"]) }),
    beforeLoad: requires("fields.create"),
    component: lazyRouteComponent(() => import("./field-form-pages.tsx"), "FieldCreatePage"),
  }),
  // What edits an organization edits its fields.
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId/edit",
    beforeLoad: requires("organizations.update"),
    component: lazyRouteComponent(() => import("./field-form-pages.tsx"), "FieldEditPage"),
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
    ...fieldSearch,
    beforeLoad: requires("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FacilityFields"),
  });
