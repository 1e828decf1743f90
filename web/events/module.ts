import type { WebModule } from "#web/kit/data/modules.ts";
import { eventCreateRoute, eventRoutes, facilityEventsRoute, fieldEventsRoute } from "./routes.tsx";

export const events: WebModule = {
  name: "events",
  navigation: [
    {
      label: "events.title",
      icon: "CalendarDays",
      path: "/events",
      alsoCurrentAt: ["/series"],
      permission: "events.show",
      menus: { team: ["schedule", 3], platform: ["venues", 4] },
    },
  ],
  actions: [{ label: "events.create", path: "/events/create", permission: "events.create" }],
  routes: {
    scoped: (parent, routesAt) => eventRoutes(parent, routesAt("event"), routesAt("events-list")),
    organization: (parent) => [eventCreateRoute(parent)],
    facility: (facility) => [facilityEventsRoute(facility)],
    field: (field) => [fieldEventsRoute(field)],
  },
  includesDataOf: ["events"],
};
