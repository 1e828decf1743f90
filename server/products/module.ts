import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const products: ServerModule = {
  name: "products",
  routes,
  liveChanges: { permission: "products.manage" },
  activityLabel: "products.title",
  activitySubjects: [namedRows("products"), namedRows("tax_rates")],
};
