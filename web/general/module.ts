import type { WebModule } from "#web/kit/data/modules.ts";
import { legalRoutes } from "./routes.tsx";

export const general: WebModule = {
  name: "general",
  routes: { root: legalRoutes },
};
