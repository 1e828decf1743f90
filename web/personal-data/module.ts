import type { WebModule } from "#web/kit/data/modules.ts";
import { organizationCopyRoute, retentionRoute, settingsRoutes } from "./routes.tsx";

export const personalData: WebModule = {
  name: "personal-data",
  routes: {
    account: settingsRoutes,
    organization: (organization) => [retentionRoute(organization), organizationCopyRoute(organization)],
  },
  activity: {
    subject: "personal-data.retention",
    path: ({ act }) => (act.endsWith("OrganizationExport") ? "/settings/copy" : "/settings/retention"),
  },
};
