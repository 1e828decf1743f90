import type { WebModule } from "#web/kit/data/modules.ts";
import { facilityListRoutes, facilityRoute } from "./routes.tsx";

export const facilities: WebModule = {
  name: "facilities",
  navigation: [
    {
      label: "facilities.title",
      icon: "FacilityIcon",
      path: "/facilities",
      permission: "facilities.show",
      menus: { team: ["venues", 1], platform: ["venues", 2] },
    },
  ],
  actions: [{ label: "facilities.create", path: "/facilities/create", permission: "fields.create" }],
  routes: {
    scoped: (parent, routesAt) => [...facilityListRoutes(parent), facilityRoute(parent, routesAt("facility"))],
  },
};
