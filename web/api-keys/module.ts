import type { WebModule } from "#web/kit/data/modules.ts";
import { apiKeyRoutes } from "./routes.tsx";

export const apiKeys: WebModule = {
  name: "api-keys",
  navigation: [
    {
      label: "api-keys.title",
      icon: "KeyRound",
      path: "/api-keys",
      permission: "organizations.update",
      menus: { team: ["administration", 3] },
    },
  ],
  routes: { organization: apiKeyRoutes },
};
