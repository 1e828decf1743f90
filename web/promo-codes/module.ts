import type { WebModule } from "#web/kit/data/modules.ts";
import { promoCodesRoute } from "./routes.tsx";

export const promoCodes: WebModule = {
  name: "promo-codes",
  routes: { organization: (organization) => [promoCodesRoute(organization)] },
};
