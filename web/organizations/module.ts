import type { WebModule } from "#web/kit/data/modules.ts";
import { organizationDetailRoutes, organizationListRoutes } from "./routes.tsx";

export const organizations: WebModule = {
  name: "organizations",
  navigation: [
    {
      label: "organizations.title",
      icon: "Building2",
      path: "/organizations",
      isGlobal: true,
      permission: "organizations.show",
      menus: { platform: ["venues", 1] },
    },
    {
      label: "organizations.settings",
      icon: "Settings",
      path: "/settings",
      permission: "organizations.update",
      menus: { team: ["foot", 1] },
    },
  ],
  routes: {
    platform: organizationListRoutes,
    organization: (parent, routesAt) => organizationDetailRoutes(parent, routesAt("organization-settings")),
  },
};
