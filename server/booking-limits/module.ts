import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const bookingLimits: ServerModule = {
  name: "booking-limits",
  routes,
};
