import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requirePermission } from "#web/kit/data/require-permission.ts";

const galleryPage = () => import("./gallery-page.tsx");

export const facilityGalleryRoute = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/gallery",
    beforeLoad: requirePermission("facilities.show"),
    component: lazyRouteComponent(galleryPage, "FacilityGallery"),
  });

export const fieldGalleryRoute = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/gallery",
    beforeLoad: requirePermission("facilities.show"),
    component: lazyRouteComponent(galleryPage, "FieldGallery"),
  });
