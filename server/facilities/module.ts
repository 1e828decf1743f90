import { facilities as endpoints } from "#contract/facilities.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { visibleIds } from "#server/kit/process/modules.ts";
import { facilityColumns } from "./export-columns.ts";
import { listVisibleFacilityIds } from "./queries.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const facilities: ServerModule = {
  name: "facilities",
  routes,
  liveChanges: {
    permission: "facilities.show",
    ruleForMembers: async (db, reader, ids) => visibleIds(await listVisibleFacilityIds(db, reader, ids)),
  },
  activityLabel: "facilities.title",
  activitySubjects: [namedRows("facilities", { isSearchable: true })],
  exports: { facilities: exportList(endpoints.list, "facilities.title", facilityColumns) },
};
