import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requires } from "#web/kit/requires.ts";

const galleryPage = () => import("./gallery-page.tsx");

/** The photos of one facility, as a tab of it. */
export const galleryOfFacility = (facility: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => facility,
    path: "/gallery",
    beforeLoad: requires("facilities.show"),
    component: lazyRouteComponent(galleryPage, "FacilityGallery"),
  });

/** The photos of one field, as a tab of it. */
export const galleryOfField = (field: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => field,
    path: "/gallery",
    beforeLoad: requires("facilities.show"),
    component: lazyRouteComponent(galleryPage, "FieldGallery"),
  });
