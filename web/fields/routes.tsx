import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { filteredListSearch, parseSearchId } from "#web/kit/list/list-search.ts";
import { requirePermission } from "#web/kit/data/require-permission.ts";
import type { LoadFieldParts } from "./field-parts.ts";

export const fieldListRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/fields",
    ...filteredListSearch,
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
  // The product's specification guards the edit page with `organizations.update`.
  createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId/edit",
    beforeLoad: requirePermission("organizations.update"),
    component: lazyRouteComponent(() => import("./field-form-pages.tsx"), "FieldEditPage"),
  }),
];

const loadOverviewWithParts = (loadParts: LoadFieldParts) => async () => {
  const [{ withParts }, parts] = await Promise.all([import("./field-overview.tsx"), loadParts()]);
  return { OverviewWithParts: withParts(parts) };
};

export function fieldRoute(
  parent: AnyRoute,
  tabs: (field: AnyRoute) => AnyRoute[],
  loadParts: LoadFieldParts,
): AnyRoute {
  const field: AnyRoute = createRoute({
    getParentRoute: () => parent,
    path: "/fields/$fieldId",
    beforeLoad: requirePermission("fields.show"),
    component: lazyRouteComponent(() => import("./field-page.tsx"), "FieldPage"),
  });
  const overview = createRoute({
    getParentRoute: () => field,
    path: "/",
    component: lazyRouteComponent(loadOverviewWithParts(loadParts), "OverviewWithParts"),
  });
  return field.addChildren([overview, ...tabs(field)]);
}

export const facilityFieldsRoute = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/fields",
    ...filteredListSearch,
    beforeLoad: requirePermission("fields.show"),
    component: lazyRouteComponent(() => import("./fields-page.tsx"), "FacilityFields"),
  });
