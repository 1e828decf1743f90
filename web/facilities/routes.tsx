import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The list, a new one and one to edit, in an organization or on the platform. The specification has `fields.create` guard the new one. */
export const facilityListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/facilities",
    ...listSearch,
    beforeLoad: requirePermission("facilities.show"),
    component: lazyRouteComponent(() => import("./facilities-page.tsx"), "FacilitiesPage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/facilities/create",
    beforeLoad: requirePermission("fields.create"),
    component: lazyRouteComponent(() => import("./facility-create-page.tsx"), "FacilityCreatePage"),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: "/facilities/$facilityId/edit",
    beforeLoad: requirePermission("facilities.update"),
    component: lazyRouteComponent(() => import("./facility-edit-page.tsx"), "FacilityEditPage"),
  }),
];

/** One facility: its frame and its overview. Higher modules add their tabs. */
export function facilityRoute(parent: AnyRoute, tabs: (facility: AnyRoute) => AnyRoute[]): AnyRoute {
  const facility: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/facilities/$facilityId",
    beforeLoad: requirePermission("facilities.show"),
    component: lazyRouteComponent(() => import("./facility-page.tsx"), "FacilityPage"),
  });
  const overview = createRoute({
    getParentRoute: () => facility,
    path: "/",
    component: lazyRouteComponent(() => import("./facility-overview.tsx"), "FacilityOverview"),
  });
  return facility.addChildren([overview, ...tabs(facility)]);
}
