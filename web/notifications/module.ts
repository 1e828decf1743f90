import type { WebModule } from "#web/kit/data/modules.ts";
import { notificationRoutes, notificationSettingsRoutes, unsubscribeRoutes } from "./routes.tsx";

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
  routes: { public: unsubscribeRoutes, personal: notificationRoutes, account: notificationSettingsRoutes },
  includesDataOf: ["events", "money"],
};
