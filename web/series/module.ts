import type { WebModule } from "#web/kit/data/modules.ts";
import { seriesFormRoutes, seriesRoutes } from "./routes.tsx";

export const series: WebModule = {
  name: "series",
  actions: [{ label: "series.create", path: "/events/create-series", permission: "events.create" }],
  routes: { scoped: seriesRoutes, organization: seriesFormRoutes },
  includesDataOf: ["events"],
};
