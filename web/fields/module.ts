import type { WebModule } from "#web/kit/data/modules.ts";
import type { LoadFieldParts } from "./field-parts.ts";
import { facilityFieldsRoute, fieldListRoutes, fieldRoute } from "./routes.tsx";

export const fieldsModule = (loadParts: LoadFieldParts): WebModule => ({
  name: "fields",
  navigation: [
    {
      label: "fields.title",
      icon: "CourtIcon",
      path: "/fields",
      permission: "fields.show",
      menus: { team: ["venues", 2], platform: ["venues", 3] },
    },
  ],
  actions: [{ label: "fields.create", path: "/fields/create", permission: "fields.create" }],
  routes: {
    scoped: (parent, routesAt) => [...fieldListRoutes(parent), fieldRoute(parent, routesAt("field"), loadParts)],
    facility: (facility) => [facilityFieldsRoute(facility)],
  },
});
