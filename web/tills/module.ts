import type { WebModule } from "#web/kit/data/modules.ts";
import { tillRoutes } from "./routes.tsx";

export const tills: WebModule = {
  name: "tills",
  routes: { organization: tillRoutes },
  deskField: () => import("./till-field.tsx"),
  includesDataOf: ["money"],
};
