import type { WebModule } from "#web/kit/data/modules.ts";
import { retentionRoute, settingsRoutes } from "./routes.tsx";

export const personalData: WebModule = {
  name: "personal-data",
  routes: { account: settingsRoutes, organization: (organization) => [retentionRoute(organization)] },
  activity: { subject: "personal-data.retention", path: () => "/settings/retention" },
};
