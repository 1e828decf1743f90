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
  activity: {
    subject: "invoices.title",
    // Invoices have no pages: the list downloads them.
    path: () => "/invoices",
    partLabels: { taxAmount: "invoices.tax", totalAmount: "invoices.gross" },
  },
  includesDataOf: ["money"],
};
