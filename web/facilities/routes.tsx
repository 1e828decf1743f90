import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { listSearch } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";

/** The specification guards the page of a new facility with `fields.create`. */
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
