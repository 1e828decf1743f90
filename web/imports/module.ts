import type { WebModule } from "#web/kit/data/modules.ts";
import { importRoute } from "./routes.tsx";

export const imports: WebModule = {
  name: "imports",
  routes: { organization: (parent) => [importRoute(parent)] },
  activity: { subject: "activity.subjectImports" },
};
