import type { WebModule } from "#web/kit/data/modules.ts";
import { eventPlayersRoute, invitationRoutes } from "./routes.tsx";

export const participants: WebModule = {
  name: "participants",
  routes: {
    root: invitationRoutes,
    "event-payments": (event, routesAt) => [eventPlayersRoute(event, routesAt("event-players"))],
  },
  includesDataOf: ["events", "money"],
};
