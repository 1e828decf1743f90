import type { WebModule } from "#web/kit/data/modules.ts";
import { eventPlayersRoute, invitationRoute } from "./routes.tsx";

export const participants: WebModule = {
  name: "participants",
  routes: {
    guest: (parent) => [invitationRoute(parent)],
    "event-payments": (event, routesAt) => [eventPlayersRoute(event, routesAt("event-players"))],
  },
  includesDataOf: ["events", "money"],
};
