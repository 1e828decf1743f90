import type { WebModule } from "#web/kit/data/modules.ts";
import { voucherRoute, vouchersRoute } from "./routes.tsx";

export const vouchers: WebModule = {
  name: "vouchers",
  routes: { scoped: (scope) => [vouchersRoute(scope), voucherRoute(scope)] },
  includesDataOf: ["events", "money"],
};
