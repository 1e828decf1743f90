import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const bookings: ServerModule = {
  name: "bookings",
  routes,
};
