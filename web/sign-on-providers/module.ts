import type { WebModule } from "#web/kit/data/modules.ts";
import { signOnProviderRoute } from "./routes.tsx";

export const signOnProviders: WebModule = {
  name: "sign-on-providers",
  routes: { organization: (organization) => [signOnProviderRoute(organization)] },
};
