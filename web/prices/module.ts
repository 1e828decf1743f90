import type { WebModule } from "#web/kit/data/modules.ts";
import { priceRoutes } from "./routes.tsx";

export const prices: WebModule = {
  name: "prices",
  navigation: [
    {
      label: "prices.title",
      icon: "Tags",
      path: "/prices",
      permission: "patterns.manage",
      menus: { team: ["venues", 5] },
    },
  ],
  actions: [{ label: "prices.create", path: "/prices/create", permission: "patterns.manage" }],
  routes: { organization: priceRoutes },
};
