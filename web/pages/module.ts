import type { WebModule } from "#web/kit/data/modules.ts";
import { pageSettingsRoute } from "./routes.tsx";

export const pages: WebModule = {
  name: "pages",
  routes: { organization: (organization) => [pageSettingsRoute(organization)] },
};
