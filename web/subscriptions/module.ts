import type { WebModule } from "#web/kit/data/modules.ts";
import { subscriptionRoutes } from "./routes.tsx";

export const subscriptions: WebModule = {
  name: "subscriptions",
  navigation: [
    {
      label: "subscriptions.passes",
      icon: "Ticket",
      path: "/memberships",
      alsoCurrentAt: ["/packs"],
      permission: "members.show",
      menus: { team: ["people", 4] },
    },
  ],
  routes: { organization: subscriptionRoutes },
  includesDataOf: ["events", "money"],
};
