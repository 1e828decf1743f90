import type { WebModule } from "#web/kit/data/modules.ts";
import { joinRoutes, joiningRoute } from "./routes.tsx";

export const joining: WebModule = {
  name: "joining",
  actions: [{ label: "joining.title", path: "/joining", permission: "members.manage" }],
  routes: { public: joinRoutes, organization: joiningRoute },
};
