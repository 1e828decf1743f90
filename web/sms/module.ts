import type { WebModule } from "#web/kit/data/modules.ts";
import { smsRoute } from "./routes.tsx";

export const sms: WebModule = {
  name: "sms",
  routes: { organization: (organization) => [smsRoute(organization)] },
};
