import type { WebModule } from "#web/kit/data/modules.ts";
import { looksRoute } from "./routes.tsx";

export const looks: WebModule = {
  name: "looks",
  routes: { organization: (organization) => [looksRoute(organization)] },
};
