import type { WebModule } from "#web/kit/data/modules.ts";
import { organizationRoutes, settingsRoutes } from "./routes.tsx";

export const personalData: WebModule = {
  name: "personal-data",
  routes: { account: settingsRoutes, organization: organizationRoutes },
};
