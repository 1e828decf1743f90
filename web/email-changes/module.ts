import type { WebModule } from "#web/kit/data/modules.ts";
import { linkRoutes, settingsRoutes } from "./routes.tsx";

export const emailChanges: WebModule = {
  name: "email-changes",
  routes: { public: linkRoutes, account: settingsRoutes },
};
