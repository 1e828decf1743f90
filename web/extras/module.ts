import type { WebModule } from "#web/kit/data/modules.ts";
import { extrasRoute } from "./routes.tsx";

export const extras: WebModule = {
  name: "extras",
  routes: { organization: (organization) => [extrasRoute(organization)] },
  includesDataOf: ["events", "money"],
};
