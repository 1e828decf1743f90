import type { WebModule } from "#web/kit/data/modules.ts";
import { accessCodeRoute, bookingAccessCodeRoute, deviceRoutes } from "./routes.tsx";

export const devices: WebModule = {
  name: "devices",
  navigation: [
    {
      label: "devices.title",
      icon: "DoorOpen",
      path: "/devices",
      permission: "organizations.update",
      menus: { team: ["administration", 5] },
    },
  ],
  routes: {
    organization: deviceRoutes,
    booking: (booking) => [bookingAccessCodeRoute(booking)],
    "event-players": (event, routesAt) => [accessCodeRoute(event, routesAt("event-access-code"))],
  },
};
