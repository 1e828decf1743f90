import type { WebModule } from "#web/kit/data/modules.ts";
import {
  bookingsImportRoute,
  customersImportRoute,
  importRoute,
  packsImportRoute,
  subscriptionsImportRoute,
} from "./routes.tsx";

export const imports: WebModule = {
  name: "imports",
  actions: [
    { label: "imports.title", path: "/import", permission: "fields.create" },
    { label: "imports.bookings", path: "/events/import", permission: "events.create" },
    { label: "imports.customers", path: "/customers/import", permission: "customers.manage" },
    { label: "imports.packs", path: "/packs/import", permission: "sales.adjust" },
    { label: "imports.memberships", path: "/memberships/import", permission: "sales.adjust" },
  ],
  routes: {
    organization: (parent) => [
      importRoute(parent),
      bookingsImportRoute(parent),
      customersImportRoute(parent),
      packsImportRoute(parent),
      subscriptionsImportRoute(parent),
    ],
  },
};
