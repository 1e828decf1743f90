import type { WebModule } from "#web/kit/data/modules.ts";
import { offerRoutes } from "./routes.tsx";

export const waitlist: WebModule = {
  name: "waitlist",
  routes: { public: offerRoutes },
  activity: { subject: "waitlist.title", path: () => "/planning" },
  includesDataOf: ["events"],
};
