import type { WebModule } from "#web/kit/data/modules.ts";
import { customerAccountRoute, invoiceRoutes } from "./routes.tsx";

export const invoices: WebModule = {
  name: "invoices",
  navigation: [
    {
      label: "invoices.title",
      icon: "FileText",
      path: "/invoices",
      permission: "invoices.show",
      menus: { team: ["money", 2] },
    },
  ],
  routes: { scoped: invoiceRoutes, organization: (parent) => [customerAccountRoute(parent)] },
  includesDataOf: ["money"],
};
