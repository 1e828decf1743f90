import type { WebModule } from "#web/kit/data/modules.ts";
import { notificationRoutes, notificationSettingsRoutes } from "./routes.tsx";

export const notifications: WebModule = {
  name: "notifications",
  routes: { personal: notificationRoutes, account: notificationSettingsRoutes },
  includesDataOf: ["events", "money"],
};
