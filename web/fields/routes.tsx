import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch, parseSearchId } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import { parseFieldFilters } from "./labels.ts";

const fieldSearch = {
  ...listSearch,
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch.validateSearch(search),
    ...parseFieldFilters(search),
  }),
};

/** The list, a new one and one to edit, in an organization or on the platform. `facilityId` in the address of the form is chosen there. */
export const fieldListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/fields",
    ...fieldSearch,
    beforeLoad: requirePermission("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FieldsPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/create",
    validateSearch: (search: Record<string, unknown>) => ({ facilityId: parseSearchId(search["facilityId"]) }),
    beforeLoad: requirePermission("fields.create"),
    component: lazyRouteComponent(() => import("./field-form-pages.tsx"), "FieldCreatePage"),
  }),
  // Fields are edited with the permission of their organization.
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId/edit",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./field-form-pages.tsx"), "FieldEditPage"),
  }),
];

/** One field: its frame and its overview. Higher modules add their tabs. */
export function fieldRoute(parent: AnyRoute, tabs: (field: AnyRoute) => AnyRoute[]): AnyRoute {
  const field: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId",
    beforeLoad: requirePermission("fields.show"),
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
export const facilityFieldsRoute = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/fields",
    ...fieldSearch,
    beforeLoad: requirePermission("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FacilityFields"),
  });
