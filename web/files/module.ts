import type { WebModule } from "#web/kit/data/modules.ts";
import { facilityGalleryRoute, fieldGalleryRoute } from "./routes.tsx";

export const files: WebModule = {
  name: "files",
  routes: {
    facility: (facility) => [facilityGalleryRoute(facility)],
    field: (field) => [fieldGalleryRoute(field)],
  },
};
