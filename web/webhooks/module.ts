import type { WebModule } from "#web/kit/data/modules.ts";
import { webhookRoutes } from "./routes.tsx";

export const webhooks: WebModule = {
  name: "webhooks",
  navigation: [
    {
      label: "webhooks.title",
      icon: "Webhook",
      path: "/webhooks",
      permission: "organizations.update",
      menus: { team: ["administration", 4] },
    },
  ],
  routes: { organization: webhookRoutes },
};
