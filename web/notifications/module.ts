import type { WebModule } from "#web/kit/data/modules.ts";
import { notificationRoutes, notificationSettingsRoutes } from "./routes.tsx";

export const notifications: WebModule = {
  name: "notifications",
  navigation: [
    {
      label: "notifications.title",
      icon: "Bell",
      path: "/notifications",
      isGlobal: true,
      menus: {},
      bar: { label: "notifications.bar", position: 3 },
      count: async () => (await import("./unread-count.tsx")).LiveCount,
    },
  ],
  routes: { personal: notificationRoutes, account: notificationSettingsRoutes },
  includesDataOf: ["events", "money"],
};
