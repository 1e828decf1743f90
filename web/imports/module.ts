import type { WebModule } from "#web/kit/data/modules.ts";
import { customersImportRoute, importRoute } from "./routes.tsx";

export const imports: WebModule = {
  name: "imports",
  actions: [
    { label: "imports.title", path: "/import", permission: "fields.create" },
    { label: "imports.customers", path: "/customers/import", permission: "customers.manage" },
  ],
  routes: { organization: (parent) => [importRoute(parent), customersImportRoute(parent)] },
  activity: { subject: "activity.subjectImports" },
};
