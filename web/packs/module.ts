import type { WebModule } from "#web/kit/data/modules.ts";
import { packsRoute, packTypesRoute } from "./routes.tsx";

export const packs: WebModule = {
  name: "packs",
  navigation: [
    {
      label: "packs.title",
      icon: "Ticket",
      path: "/packs",
      permission: "members.show",
      menus: { team: ["people", 4] },
    },
  ],
  routes: {
    scoped: (scope) => [packsRoute(scope)],
    organization: (organization) => [packTypesRoute(organization)],
  },
  includesDataOf: ["events", "money"],
};
