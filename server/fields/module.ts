import { fields as endpoints } from "#contract/fields.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { visibleIds } from "#server/kit/process/modules.ts";
import { fieldColumns } from "./export-columns.ts";
import { listVisibleFieldIds } from "./queries.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const fields: ServerModule = {
  name: "fields",
  routes,
  liveChanges: {
    permission: "fields.show",
    ruleForMembers: async (db, reader, ids) => visibleIds(await listVisibleFieldIds(db, reader, ids)),
  },
  activityLabel: "fields.title",
  activityAbout: "field",
  activitySubjects: [namedRows("fields", { isSearchable: true })],
  exports: { fields: exportList(endpoints.list, "fields.title", fieldColumns) },
};
