import type { WebModule } from "#web/kit/data/modules.ts";
import { timeWindowsRoute } from "./routes.tsx";

export const timeWindows: WebModule = {
  name: "time-windows",
  routes: { organization: (organization) => [timeWindowsRoute(organization)] },
};
