import type { WebModule } from "#web/kit/data/modules.ts";
import { offerRoutes, waitlistRoute } from "./routes.tsx";

export const waitlist: WebModule = {
  name: "waitlist",
  actions: [{ label: "waitlist.title", path: "/waitlist", permission: "members.show" }],
  routes: { public: offerRoutes, organization: waitlistRoute },
  includesDataOf: ["events"],
};
