import { events as endpoints } from "#contract/events.ts";
import { exportList } from "#server/kit/documents/export-list.ts";
import { namedRows } from "#server/kit/activity/subjects.ts";
import { eventColumns } from "./export-columns.ts";
import jobs from "./jobs.ts";
import { eventVisibilityRule } from "./live-visibility.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import routes from "./routes.ts";

export const events: ServerModule = {
  name: "events",
  routes,
  isRemembered: false,
  jobs,
  liveChanges: { permission: "events.show", ruleForMembers: eventVisibilityRule },
  activityLabel: "events.title",
  activitySubjects: [namedRows("events", { isSearchable: true, searchColumn: "search" })],
  exports: { events: exportList(endpoints.list, "events.title", eventColumns) },
};
