import type { WebModule } from "#web/kit/data/modules.ts";
import { rulesRoute } from "./routes.tsx";

export const bookingLimits: WebModule = {
  name: "booking-limits",
  routes: { organization: (organization) => [rulesRoute(organization)] },
  includesDataOf: ["events"],
};
