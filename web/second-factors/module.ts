import type { WebModule } from "#web/kit/data/modules.ts";
import { secondStepRoutes, settingsRoutes } from "./routes.tsx";

export const secondFactors: WebModule = {
  name: "second-factors",
  actions: [{ label: "second-factors.title", path: "/settings/second-factor", isGlobal: true }],
  routes: { public: secondStepRoutes, account: settingsRoutes },
};
