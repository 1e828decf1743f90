import type { WebModule } from "#web/kit/data/modules.ts";
import { importRoute } from "./routes.tsx";

export const imports: WebModule = {
  name: "imports",
  actions: [{ label: "imports.title", path: "/import", permission: "fields.create" }],
  routes: { organization: (parent) => [importRoute(parent)] },
  activity: { subject: "activity.subjectImports" },
};
