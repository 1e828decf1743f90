import { tills as endpoints } from "#contract/tills.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import { tillClosingColumns, tillMovementColumns } from "./export-columns.ts";
import routes from "./routes.ts";

export const tills: ServerModule = {
  name: "tills",
  routes,
  isRemembered: false,
  liveChanges: { permission: "till.use" },
  activityLabel: "tills.title",
  activitySubjects: [namedRows("tills")],
  exports: {
    "till-movements": {
      ...exportList(endpoints.movements, "tills.movementsTitle", tillMovementColumns),
      isOfMoney: true,
    },
    "till-closings": { ...exportList(endpoints.closings, "tills.closingsTitle", tillClosingColumns), isOfMoney: true },
  },
};
