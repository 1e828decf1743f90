import type { WebModule } from "#web/kit/data/modules.ts";
import { bookingRoutes, currentFindRoute, findRoute, playedBookingRoute } from "./routes.tsx";

export const bookings: WebModule = {
  name: "bookings",
  navigation: [
    {
      label: "bookings.find",
      icon: "Search",
      path: "/find",
      alsoCurrentAt: ["/events/create"],
      permission: "fields.show",
      menus: { member: ["schedule", 2] },
      bar: { label: "bookings.bar", position: 1 },
    },
  ],
  routes: {
    personal: (parent) => [currentFindRoute(parent), playedBookingRoute(parent)],
    organization: (parent, routesAt) => [...bookingRoutes(parent, routesAt("booking")), findRoute(parent)],
  },
  includesDataOf: ["events", "money"],
};
