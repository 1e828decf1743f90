import type { WebModule } from "#web/kit/data/modules.ts";
import { setupOrganizationRoutes, setupPlatformRoutes } from "./routes.tsx";

export const setup: WebModule = {
  name: "setup",
  actions: [
    { label: "setup.title", path: "/organizations/set-up", isGlobal: true, permission: "organizations.create" },
  ],
  routes: { platform: setupPlatformRoutes, organization: setupOrganizationRoutes },
};
