import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const promoCodes: ServerModule = {
  name: "promo-codes",
  routes,
  isRemembered: false,
  liveChanges: { permission: "products.manage" },
  activityLabel: "promo-codes.title",
  activitySubjects: [namedRows("promo_codes", { column: "code" })],
};
