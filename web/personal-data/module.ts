import type { WebModule } from "#web/kit/data/modules.ts";
import { settingsRoutes } from "./routes.tsx";

export const personalData: WebModule = { name: "personal-data", routes: { account: settingsRoutes } };
