import type { WebModule } from "#web/kit/data/modules.ts";
import { packsRoute, packTypesRoute } from "./routes.tsx";

export const packs: WebModule = {
  name: "packs",
  routes: {
    scoped: (scope) => [packsRoute(scope)],
    organization: (organization) => [packTypesRoute(organization)],
  },
  includesDataOf: ["events", "money"],
};
