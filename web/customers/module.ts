import type { WebModule } from "#web/kit/data/modules.ts";
import type { LoadCustomerListParts, LoadCustomerParts } from "./customer-parts.ts";
import { customerRoutes } from "./routes.tsx";

export const customersModule = (loadParts: LoadCustomerParts, loadListParts: LoadCustomerListParts): WebModule => ({
  name: "customers",
  navigation: [
    {
      label: "customers.title",
      icon: "UserCheck",
      path: "/users",
      alsoCurrentAt: ["/customers"],
      permission: "members.show",
      menus: { team: ["people", 1] },
    },
  ],
  actions: [{ label: "customers.create", path: "/customers/create", permission: "customers.manage" }],
  routes: { organization: (parent) => customerRoutes(parent, loadParts, loadListParts) },
});
