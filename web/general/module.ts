import type { WebModule } from "#web/kit/data/modules.ts";
import { publicRoutes } from "./routes.tsx";

export const general: WebModule = {
  name: "general",
  routes: { root: publicRoutes },
};
