import type { ServerModule } from "#server/kit/process/modules.ts";
import jobs from "./jobs.ts";
import { bookingSubjects } from "./queries.ts";
import routes from "./routes.ts";

export const participants: ServerModule = {
  name: "participants",
  routes,
  jobs,
  isRemembered: false,
  liveChanges: { permission: "events.show" },
  activityLabel: "participants.title",
  activitySubjects: [bookingSubjects],
};
