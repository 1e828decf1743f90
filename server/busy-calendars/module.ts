import { namedRows } from "#server/kit/activity/subjects.ts";
import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import routes from "./routes.ts";

export const busyCalendars: ServerModule = {
  name: "busy-calendars",
  routes,
  jobs,
  liveChanges: { permission: "events.update" },
  activityLabel: "busy-calendars.title",
  activitySubjects: [namedRows("busy_calendars")],
};
