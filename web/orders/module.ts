import type { WebModule } from "#web/kit/data/modules.ts";
import { orderRoutes } from "./routes.tsx";

export const orders: WebModule = {
  name: "orders",
  routes: { organization: orderRoutes },
  ownPaymentsPart: () => import("./own-orders.tsx"),
  includesDataOf: ["money"],
};
