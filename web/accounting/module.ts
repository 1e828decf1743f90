import type { WebModule } from "#web/kit/data/modules.ts";
import { accountingRoutes } from "./routes.tsx";

export const accounting: WebModule = {
  name: "accounting",
  navigation: [
    {
      label: "accounting.title",
      icon: "Sigma",
      path: "/accounting",
      permission: "accounting.export",
      menus: { team: ["money", 3] },
    },
  ],
  routes: { organization: accountingRoutes },
};
